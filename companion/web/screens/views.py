"""The scoreboard: a page for a television or a tablet, by a link of its own."""

from flask import Blueprint, abort, make_response, redirect, render_template, url_for
from werkzeug.wrappers import Response

from companion.store.access import screens as store
from companion.store.access.codes import tidy
from companion.store.database.poll_cache import mark_text
from companion.store.plays import drafts
from companion.store.plays.drafts import PlayWithDraft
from companion.web.access.guard import club_page, here, new_client_id, writes
from companion.web.plays.at_table import Answer, play_of
from companion.web.screens.pages import screen_shown
from companion.web.support.form_base import SwitchForm
from companion.web.support.links import outside, qr_picture
from companion.web.support.polling import ASK_AGAIN, SHOWN, asked_about, asking_again, let_in, note, watch
from companion.web.support.rate_limits import rate_limits

screens = Blueprint("screens", __name__)

LOOKED_AT_EVERY = 1
"""Seconds after which it is looked at anew which play a screen shows: it may have been played again."""

SLOWLY = 15_000
"""Milliseconds until a screen that shows nothing any more asks again."""


@screens.get("/s/<code>")
def look(code: str) -> Response:
    """Show the scoreboard of a link; an empty answer if nothing is new. Wrong links are counted like wrong codes."""
    rate_limits().before_code(tidy(code))
    found = store.play_on_screen(code)
    if found is False:
        rate_limits().wrong_code()
        return _nothing("wrong")
    rate_limits().right_code(tidy(code))
    if found is True:
        return _nothing("taken back")
    marks = drafts.marks_of(found.club_id, found.play_key)
    if marks is None:
        abort(404)
    before_mark = (marks.play,)
    let_in(found.play_key, LOOKED_AT_EVERY, marks.club, before_mark)
    note(found.play_key, (marks.sheet,), marks.club, found.club_id)
    if asked_about() == mark_text((*before_mark, marks.sheet)):
        return asking_again(make_response("", 204), found.play_key)
    looked = drafts.play_with_draft(found.club_id, found.play_key)
    if looked is None:
        abort(404)
    shown = mark_text((*before_mark, looked.mark))
    answer = asking_again(make_response(_page(looked, shown)), found.play_key)
    answer.headers[SHOWN] = shown
    return _for_nobody_else(answer)


def _page(look: PlayWithDraft, mark: str) -> str:
    if look.state.details.discarded:
        return render_template("screens/screen.html", why="discarded", mark=mark, ask_again=SLOWLY)
    ask_again = watch().poll_interval(look.state.key)
    return render_template("screens/screen.html", shown=screen_shown(look), mark=mark, ask_again=ask_again)


def _nothing(why: str) -> Response:
    answer = make_response(
        render_template("screens/screen.html", why=why, mark=why.replace(" ", "-"), ask_again=SLOWLY), 404
    )
    answer.headers[ASK_AGAIN] = str(SLOWLY)
    return _for_nobody_else(answer)


def _for_nobody_else(answer: Response) -> Response:
    """Keep search engines and other crawlers away from a response."""
    answer.headers["X-Robots-Tag"] = "noindex, nofollow"
    return answer


# In the club: the link.


def spelt(code: str) -> str:
    """Return a code in a readable form: ``ABCD-2345``."""
    half = len(code) // 2
    return f"{code[:half]}-{code[half:]}"


@screens.get("/clubs/<club>/plays/<key>/screen")
@club_page
def link(key: str) -> str:
    """Show the link to a play's scoreboard, with the ways to open it on a screen."""
    state = play_of(key)
    code = store.screen_code_of(state)
    address = outside(url_for("screens.look", code=spelt(code))) if code else ""
    return render_template("screens/link.html", member=here(), state=state, link=address, client_id=new_client_id())


@screens.post("/clubs/<club>/plays/<key>/screen")
@writes
def make(key: str) -> Answer:
    """Create the link, or take it back."""
    state, form = play_of(key), SwitchForm()
    if form.to.data == "off":
        store.revoke_link(here(), state)
    else:
        store.create_link(here(), state)
    return redirect(url_for("screens.link", club=here().club_key, key=key), 303)


@screens.get("/clubs/<club>/plays/<key>/screen.svg")
@club_page
def picture(key: str) -> Response:
    """Send the QR code of the link."""
    code = store.screen_code_of(play_of(key))
    if not code:
        abort(404)
    return qr_picture(outside(url_for("screens.look", code=spelt(code))))
