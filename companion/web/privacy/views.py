"""The page about privacy, for everybody and in a club. The operator of the server can complete it by a setting."""

from flask import Blueprint, current_app, render_template

from companion.store.access.unused import DAYS
from companion.store.database.daily_copies import KEPT
from companion.web.access.cookies import behind_https

privacy = Blueprint("privacy", __name__)


@privacy.get("/privacy")
@privacy.get("/clubs/<club>/privacy")
def page() -> str:
    """Show what is stored and for how long; in a club, link the pages where data is deleted."""
    settings = current_app.config["COMPANION"]
    return render_template(
        "privacy/privacy.html",
        operator=[line.strip() for line in settings.privacy.splitlines() if line.strip()],
        keeps_copies=not settings.database_url,
        copies=KEPT,
        unused_days=DAYS,
        keeps_sheets=behind_https(),
    )
