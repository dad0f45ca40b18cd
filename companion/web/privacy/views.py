"""The page about privacy, for everybody and in a club. The operator of the server can complete it by a setting."""

from flask import Blueprint, current_app, g, render_template

from companion.store.club.unused import DAYS
from companion.store.database.backups.daily_copies import KEPT
from companion.web.access.cookies import behind_https
from companion.web.access.guard import current_member
from companion.web.support.navigation import more_entries_for

privacy = Blueprint("privacy", __name__)

LEAVING = "Privacy and leaving"
"""The heading in the list behind "More" below which this page is the first entry, before the ways to leave."""


@privacy.get("/privacy")
@privacy.get("/clubs/<club>/privacy")
def page() -> str:
    """Show what is stored and for how long; in a club, link the pages where data is deleted."""
    settings = current_app.config["COMPANION"]
    return render_template(
        "privacy/privacy.html",
        # The first entry leads to this page.
        leaving_links=[(item.endpoint, item.name) for item in more_entries_for(current_member())[LEAVING][1:]]
        if "member" in g
        else (),
        operator=[line.strip() for line in settings.privacy.splitlines() if line.strip()],
        keeps_copies=not settings.database_url,
        copies=KEPT,
        unused_days=DAYS,
        keeps_sheets=behind_https(),
    )
