"""The scoreboard for a television or tablet, which has a link of its own."""

from flask import Blueprint, make_response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.store.access.codes import normalize_code
from companion.store.database.caches.poll_cache import mark_text
from companion.store.database.runtime import runtime
from companion.store.plays.coming_round import drafts
from companion.store.plays.coming_round.drafts import PlayWithDraft
from companion.store.screens import screens as store
from companion.web.access.guard import current_member
from companion.web.plays.pages import play_of
from companion.web.screens.pages import scoreboard_values
from companion.web.support.form_base import SwitchForm
from companion.web.support.links import absolute_url
from companion.web.support.requests.not_found import or_404
from companion.web.support.requests.polling import (
    ASK_AGAIN_HEADER,
    SHOWN_MARK_HEADER,
    remember_access,
    shown_mark,
    store_marks,
    with_poll_interval,
)
from companion.web.support.requests.rate_limits import rate_limits
from companion.web.support.requests.security import NOT_INDEXED

screens = Blueprint("screens", __name__)

LINK_CHECK_SECONDS = 1
"""Seconds after which a screen checks again which play it shows, since the play may have been played again."""

IDLE_POLL_MILLISECONDS = 15_000
"""Milliseconds until a screen with nothing to show polls again."""


@screens.get("/s/<code>")
def scoreboard(code: str) -> ResponseReturnValue:
    """Show the scoreboard of a link, or answer 204 if nothing has changed; wrong links count like wrong codes."""
    rate_limits().check_code_limit(normalize_code(code))
    try:
        found = store.play_on_screen(code)
    except LookupError:
        rate_limits().count_wrong_code()
        return _wrong_link_page("wrong")
    rate_limits().remember_right_code(normalize_code(code))
    if found is None:
        return _wrong_link_page("taken back")
    marks = or_404(drafts.marks_of(found.club_id, found.play_key))
    mark_prefix = (marks.play,)
    remember_access(found.play_key, LINK_CHECK_SECONDS, marks.club, mark_prefix)
    store_marks(found.play_key, (marks.sheet,), marks.club, found.club_id)
    if shown_mark() == mark_text((*mark_prefix, marks.sheet)):
        return with_poll_interval(make_response("", 204), found.play_key)
    play = or_404(drafts.play_with_draft(found.club_id, found.play_key))
    shown = mark_text((*mark_prefix, play.mark))
    answer = make_response(_screen_page(play, shown), 200, {SHOWN_MARK_HEADER: shown, **NOT_INDEXED})
    return with_poll_interval(answer, found.play_key)


def _screen_page(play: PlayWithDraft, mark: str) -> str:
    """Render the scoreboard of a play, or that the play was discarded. ``mark``: of the page, for its polls."""
    if play.state.details.discarded:
        return render_template("screens/screen.html", why="discarded", mark=mark, ask_again=IDLE_POLL_MILLISECONDS)
    ask_again = runtime().polls.poll_interval(play.state.key)
    return render_template("screens/screen.html", shown=scoreboard_values(play), mark=mark, ask_again=ask_again)


def _wrong_link_page(why: str) -> ResponseReturnValue:
    """Return the page of a wrong or revoked link. ``why``: ``wrong`` or ``taken back``."""
    mark = why.replace(" ", "-")
    page = render_template("screens/screen.html", why=why, mark=mark, ask_again=IDLE_POLL_MILLISECONDS)
    return page, 404, {ASK_AGAIN_HEADER: str(IDLE_POLL_MILLISECONDS), **NOT_INDEXED}


# The link.


def readable_code(code: str) -> str:
    """Return a code in a readable form: ``ABCD-2345``."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"


@screens.route("/clubs/<club>/plays/<key>/screen", methods=["GET", "POST"])
def link(key: str) -> ResponseReturnValue:
    """Show the link to a play's scoreboard, with the ways to open it on a screen, or create or revoke the link."""
    state, form = play_of(key), SwitchForm()
    if form.is_submitted():
        change = store.revoke_link if form.to.data == "off" else store.create_link
        change(current_member(), state)
        return redirect(url_for("screens.link", key=key), 303)
    code = store.screen_code_of(state)
    address = absolute_url(url_for("screens.scoreboard", code=readable_code(code))) if code else ""
    return render_template("screens/link.html", state=state, link=address)
