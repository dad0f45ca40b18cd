"""The public page of a shared night: read-only, and without links into the club."""

from flask import Blueprint, make_response, render_template
from werkzeug.wrappers import Response

from companion.store.nights import night_sharing
from companion.web.nights.pages import shown_night
from companion.web.support.requests.rate_limits import rate_limits

shared_nights = Blueprint("shared_nights", __name__)


@shared_nights.get("/n/<token>")
def page(token: str) -> Response:
    """Show the night of a link; wrong links count against the rate limit like wrong codes."""
    rate_limits().check_code_limit()
    night = night_sharing.shared_night(token)
    was_shared = night is None and night_sharing.was_shared(token)
    if night is None and not was_shared:
        rate_limits().count_wrong_code()
    shown = shown_night(night) if night else None
    answer = make_response(render_template("nights/shared.html", shown=shown, was_shared=was_shared))
    answer.status_code = 200 if shown else 404
    answer.headers["X-Robots-Tag"] = "noindex, nofollow"
    return answer
