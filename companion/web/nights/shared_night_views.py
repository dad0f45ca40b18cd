"""The public page of a shared night: read-only, and without links into the club."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.store.nights import night_sharing
from companion.web.nights.pages import shown_night
from companion.web.support.requests.rate_limits import rate_limits
from companion.web.support.requests.security import NOT_INDEXED

shared_nights = Blueprint("shared_nights", __name__)


@shared_nights.get("/n/<token>")
def page(token: str) -> ResponseReturnValue:
    """Show the night of a link; wrong links count against the rate limit like wrong codes."""
    rate_limits().check_code_limit()
    night = night_sharing.shared_night(token)
    was_shared = night is None and night_sharing.was_shared(token)
    if night is None and not was_shared:
        rate_limits().count_wrong_code()
    shown = shown_night(night) if night else None
    answer = render_template("nights/shared.html", shown=shown, was_shared=was_shared)
    return answer, 200 if shown else 404, NOT_INDEXED
