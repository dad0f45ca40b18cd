"""The pages of a play: its sheet, undo, redo and ending, score lines, changes and the picture."""

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from companion.store.club.zones import zone_of
from companion.store.plays.edits import change_log
from companion.store.plays.edits import commands as store
from companion.store.plays.edits.edit_labels import seat_history_text
from companion.store.plays.edits.slots import round_numbers
from companion.store.plays.edits.undo_redo import redo, undo
from companion.store.plays.play_state import state_as_of_round
from companion.web.access.guard import current_member
from companion.web.people.statistics import short_day_with_year
from companion.web.plays.announcements import MOST_LISTED, describe_change
from companion.web.plays.bids.pages import secret_reader
from companion.web.plays.pages import (
    marks_or_404,
    play_of,
    play_with_draft_or_404,
    response_after_edit,
    sheet_for_reader,
    sheet_page,
)
from companion.web.plays.picture import picture_of_play
from companion.web.rulings.decision_views import rulings_behind
from companion.web.support.form_base import RevisionForm
from companion.web.support.page_cache import cached_page
from companion.web.support.rendering.png import send_picture
from companion.web.support.requests.long_work import long_work
from companion.web.support.requests.not_found import or_404
from companion.web.support.requests.polling import not_modified, with_poll_interval

plays = Blueprint("plays", __name__, url_prefix="/clubs/<club>/plays")


@plays.get("/<key>")
def sheet(key: str) -> ResponseReturnValue:
    """Show the sheet, with the form of the coming round for scorers."""
    play = play_with_draft_or_404(key)
    state = play.state
    if "at-once" in request.args:
        return sheet_page(state, at_once=True)
    done = describe_change(state, request.args.get("done", type=int)) if "done" in request.args else None
    return cached_page(sheet_for_reader, play.mark, play, secret_reader(current_member(), play), done=done)


@plays.get("/<key>/state")
def poll(key: str) -> ResponseReturnValue:
    """Answer a poll: whether the sheet has changed since the phone loaded it.

    With ``since``, the revision that the phone shows, the answer also lists the changes since then.
    """
    marks = marks_or_404(key)
    unchanged = not_modified(key, (marks.sheet,), marks.club)
    if unchanged is not None:
        return unchanged
    state, _, mark = play_with_draft_or_404(key)
    changes = change_log.changes(state, since=request.args.get("since", state.revision, type=int))
    texts = [f"{change.who}: {change.label}" for change in changes[:MOST_LISTED]]
    return with_poll_interval(jsonify(mark=str(mark), revision=state.revision, changes=texts), key)


@plays.post("/<key>/<any(undo, redo, end, reopen):what>")
def undo_redo_or_end(key: str, what: str) -> ResponseReturnValue:
    """Undo, redo, end or reopen a play."""
    form = RevisionForm()
    if what == "end":
        return response_after_edit(store.end_play(current_member(), play_of(key), **form.edit_args), key)
    action = {"undo": undo, "redo": redo, "reopen": store.reopen}[what]
    return response_after_edit(action(current_member(), play_of(key), **form.rescore_args), key)


@plays.get("/<key>/why/<int:seat>")
def score_lines(key: str, seat: int) -> ResponseReturnValue:
    """Show every score line behind a total."""
    state = play_of(key)
    names = state.setup.names
    or_404(seat < len(names))
    name = names[seat]
    rounds = []
    for index, slot in enumerate(state.slots[: len(state.sheet.rounds)]):
        as_of_round = state_as_of_round(state, slot.slot)
        scored, whose = as_of_round.sheet.rounds[index], as_of_round.setup.names[seat]
        rounds.append((scored, slot.slot, whose, [line for line in scored.lines if line.name == whose]))
    return render_template(
        "plays/why.html",
        state=state,
        name=name,
        sat=""
        if state.setup.sides
        else seat_history_text(state.seats[seat], round_numbers(state.slots), state.game.terms),
        rounds=rounds,
        opening=state.sheet.opening.totals[name],
        ruled=rulings_behind(state),
    )


@plays.get("/<key>/changes")
def changes(key: str) -> ResponseReturnValue:
    """Show who changed what, and when."""
    state = play_of(key)
    return render_template("plays/changes.html", state=state, changes=change_log.changes(state))


@plays.get("/<key>/picture.png")
@long_work()
def picture(key: str) -> ResponseReturnValue:
    """Send the picture of a play's result."""
    state = play_of(key)
    or_404(state.over)
    day = state.played_at.astimezone(zone_of(state.club_id)).date()
    return send_picture(picture_of_play(state, short_day_with_year(day)), f"{state.game.slug}-{day}.png")
