"""The pages of a play: its sheet, saving rounds, the draft of the coming one, ending, score lines and changes."""

from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, Response, flash, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from companion.core.entry.problems import Problem
from companion.core.entry.record import read_record
from companion.core.play.fold import coming_fields, fields_before_hand
from companion.core.play.provisional_score import open_fields, provisional_progress, running_fields
from companion.core.words import figure
from companion.store.club.zones import zone_of
from companion.store.database.runtime import runtime
from companion.store.log.write_results import Refused
from companion.store.plays.coming_round import drafts
from companion.store.plays.coming_round.findings import ADJUST
from companion.store.plays.edits import change_log
from companion.store.plays.edits import commands as store
from companion.store.plays.edits.conflicts import is_round_as_seen
from companion.store.plays.edits.edit_labels import seat_history_text
from companion.store.plays.edits.play_results import PlayStale
from companion.store.plays.edits.slots import round_numbers
from companion.store.plays.edits.undo_redo import redo, undo
from companion.store.plays.play_state import PlayState, state_as_of_round
from companion.web.access.guard import current_member
from companion.web.forms.entry import read_entry
from companion.web.people.statistics import short_day_with_year
from companion.web.plays.announcements import MOST_LISTED, describe_change
from companion.web.plays.bids.pages import secret_reader
from companion.web.plays.forms import DraftForm
from companion.web.plays.pages import (
    marks_or_404,
    play_of,
    play_with_draft_or_404,
    preview_page,
    redirect_to_sheet,
    response_after_edit,
    sheet_for_reader,
    sheet_page,
)
from companion.web.plays.picture import picture_of_play
from companion.web.plays.rounds.forms import RoundForm
from companion.web.plays.rounds.missing_answers import missing_answers, problems_before_hand
from companion.web.plays.rounds.preview import preview_before_hand, preview_of
from companion.web.plays.rounds.round_form import draft_patch, entered_before_hand, provisional_points, submitted_entry
from companion.web.plays.sheet import board_places, notice_sentences
from companion.web.plays.tricks.card_values import CardValues, contradictions, values_from_draft
from companion.web.rulings.decision_views import rulings_behind
from companion.web.support.form_base import RevisionForm, show_again
from companion.web.support.page_cache import cached_page
from companion.web.support.rendering.png import send_picture
from companion.web.support.rendering.reading_order import in_reading_order
from companion.web.support.requests.long_work import long_work
from companion.web.support.requests.not_found import or_404
from companion.web.support.requests.polling import not_modified, with_poll_interval

plays = Blueprint("plays", __name__, url_prefix="/clubs/<club>/plays")


# The sheet.


@plays.get("/<key>")
def sheet(key: str) -> ResponseReturnValue:
    """Show the sheet, with the form of the coming round for scorers."""
    play = play_with_draft_or_404(key)
    state = play.state
    if "at-once" in request.args:
        return sheet_page(state, at_once=True)
    done = describe_change(state, request.args.get("done", type=int)) if "done" in request.args else None
    return cached_page(sheet_for_reader, play.mark, play, secret_reader(current_member(), play), done=done)


@plays.post("/<key>/preview")
def preview(key: str) -> ResponseReturnValue:
    """Render the preview of the round being entered."""
    state = play_of(key)
    runtime().polls.note_activity(key)
    sent = RoundForm().sent
    if request.args.get("phase") == "1":
        table = drafts.coming_table(state, drafts.draft_of(state))
        fields = fields_before_hand(state.game, table)
        return preview_page(state, preview_before_hand(state, table, read_entry(fields, sent)))
    return preview_page(state, preview_of(state, _card_values(state), submitted_entry(state, state.sheet.table, sent)))


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


# Saving rounds.


@plays.post("/<key>/rounds")
def save_round(key: str) -> ResponseReturnValue:
    """Save the coming round. Otherwise show the sheet again, with the requested preview or the reason for not saving.

    The reason is a missing answer, a contradiction to the cards that was not confirmed, a refusal, or a change on
    another phone.
    """
    state, draft, _ = play_with_draft_or_404(key)
    form = RoundForm()
    entry = submitted_entry(state, state.sheet.table, form.sent)
    page = partial(sheet_page, typed=entry, at_once=True)
    if form.is_shown_again:
        wants_preview = form.more.data == "preview"
        preview = preview_of(state, _card_values(state), entry) if wants_preview else None
        return page(state, preview=preview)
    is_as_seen = form.revision == state.revision or is_round_as_seen(state, form.revision, None)
    if not state.over and (is_as_seen or state.pending_findings):  # otherwise the store finds what others changed
        problems = missing_answers(state, state.sheet.table, entry)
        if problems:
            return page(state, problems=_with_cause_hint(state, problems)), 422
        cards = values_from_draft(state, draft)
        contradicted = contradictions(state, cards, entry)
        if cards is not None and contradicted and form.despite.data != cards.mark:  # it has the mark once confirmed
            return page(state, problems=tuple(contradicted), contradicts_cards=True), 422
    show_again(lambda: page(state))
    outcome = store.save_round(current_member(), state, slot=None, entry=entry, **form.edit_args)
    if isinstance(outcome, Refused) and state.goes_on and state.has_coming_round:
        return page(state, problems=_with_cause_hint(state, outcome.problems)), 422
    if isinstance(outcome, PlayStale):
        return page(outcome.state, conflict=outcome), 409
    return response_after_edit(outcome, key)


def _card_values(state: PlayState) -> CardValues | None:
    """Return the values that follow from the cards of the coming round; None if there are none."""
    return values_from_draft(state, drafts.draft_of(state))


def _with_cause_hint(state: PlayState, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Return the problems, with a hint if one is about an adjustment that the referee has put on the coming round."""
    if not state.pending_findings:
        return problems
    word = state.game.terms.round
    hint = f"The referee has put it on this {word}: take it out above, or enter in the {word} itself what happened."
    return tuple(
        replace(problem, message=f"{problem.message} {hint}") if problem.field == ADJUST else problem
        for problem in problems
    )


@plays.post("/<key>/draft")
def save_draft(key: str) -> ResponseReturnValue:
    """Save what is entered before the hand, for all phones at the table."""
    state = play_of(key)
    form = DraftForm()
    if form.slot.data != str(state.next_slot):
        return _stale_draft(state, form)
    if form.who.data:
        absent = form.absent(state.setup.players)
        if len(state.setup.players) - len(absent) < 2:
            flash(f"At least two players must be in the {state.game.terms.round}.")
            return redirect_to_sheet(key)
        return _put_into_draft(state, form, {"absent": absent}, None)
    if form.lock.data == "off":
        return _put_into_draft(state, form, {}, locked=False)
    if drafts.is_secret(state, drafts.draft_of(state)):
        flash("Bids are secret in this game: each player bids on their own phone.")
        return sheet_page(state), 409
    table = drafts.coming_table(state, drafts.draft_of(state))
    first = fields_before_hand(state.game, table)
    typed = read_entry(first, form.sent)
    locks = form.lock.data == "on"
    so_far = [item.of(required=False) for item in first]
    problems = problems_before_hand(state, table, typed) if locks else read_record(so_far, typed)[1]
    if problems:
        return sheet_page(state, typed=typed, problems=tuple(problems)), 422
    show_again(lambda: sheet_page(state, typed=typed))
    return _put_into_draft(state, form, typed, locked=True if locks else None)


def _put_into_draft(
    state: PlayState, form: DraftForm, patch: dict[str, Any], locked: bool | None
) -> ResponseReturnValue:
    """Save values in the draft and redirect to the sheet; if the round was saved meanwhile, show that.

    ``locked``: whether the draft is locked from now on; None leaves that unchanged.
    """
    if drafts.patch_draft(current_member(), state, slot=state.next_slot, patch=patch, locked=locked) is None:
        return _stale_draft(play_of(state.key), form)
    return redirect_to_sheet(state.key)


@plays.post("/<key>/draft/so-far")
def save_bid(key: str) -> ResponseReturnValue:
    """Save a bid as soon as it is tapped, and answer with the progress of the bidding, for the script.

    ``mark``: the new mark of the sheet; ``alone``: whether nothing else has changed since the mark of the page;
    ``whole``: whether all values could be read; ``bidding``: what has been bid, in words; ``board``, ``progress``: the
    totals and the progress with what is counted so far, empty if nothing is counted during the hand; ``notices``: what
    the game announces with it. The answer is 409 if the round was saved meanwhile, nothing can be entered, or bids are
    secret.
    """
    state, draft, mark = play_with_draft_or_404(key)
    before = mark
    form = DraftForm()
    table = drafts.coming_table(state, draft)
    locked = draft is not None and draft.locked
    fields = open_fields(coming_fields(state.game, table), locked=locked)
    if form.slot.data != str(state.next_slot) or (locked and not fields) or drafts.is_secret(state, draft):
        return Response(status=409)
    patch, is_whole = draft_patch(fields, form.sent)
    if patch:
        done = drafts.patch_draft(current_member(), state, slot=state.next_slot, patch=patch)
        if done is None:
            return Response(status=409)
        draft, before, mark = done.draft, done.before, done.mark
    now, counts = provisional_points(state, draft), bool(running_fields(fields))
    places = board_places(state, table, now) if counts else []
    how_far = provisional_progress(state.game, table, now) if counts else None
    notices = notice_sentences(state, now.table if now else table) if counts else []
    return jsonify(
        mark=str(mark),
        alone=form.mark.data == str(before),
        whole=is_whole,
        bidding=in_reading_order(entered_before_hand(state, draft).bidding),
        board=[(figure(place.total), place.last_points_text) for place in places],
        progress=(how_far.done, in_reading_order(how_far.text)) if how_far else None,
        notices=list(map(in_reading_order, notices)),
    )


def _stale_draft(state: PlayState, form: DraftForm) -> ResponseReturnValue:
    """Render what was typed for a round that was saved meanwhile, with the changes."""
    table = drafts.coming_table(state, drafts.draft_of(state))
    typed = read_entry(fields_before_hand(state.game, table), form.sent)
    conflict = PlayStale(state=state, changes=tuple(change_log.changes(state, since=form.revision)))
    return sheet_page(state, typed=typed, conflict=conflict), 409


@plays.post("/<key>/<any(undo, redo, end, reopen):what>")
def undo_redo_or_end(key: str, what: str) -> ResponseReturnValue:
    """Undo, redo, end or reopen a play."""
    form = RevisionForm()
    if what == "end":
        return response_after_edit(store.end_play(current_member(), play_of(key), **form.edit_args), key)
    action = {"undo": undo, "redo": redo, "reopen": store.reopen}[what]
    return response_after_edit(action(current_member(), play_of(key), **form.rescore_args), key)


# Score lines, changes and the picture.


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
