"""Saving the coming round: its preview, its draft, bids before the hand, and the round itself."""

from dataclasses import replace
from functools import partial
from typing import Any

from flask import Blueprint, Response, flash, jsonify, request
from flask.typing import ResponseReturnValue

from companion.core.entry.problems import Problem
from companion.core.entry.record import read_record
from companion.core.play.fold import coming_fields, fields_before_hand
from companion.core.play.provisional_score import open_fields, provisional_progress, running_fields
from companion.core.words import figure
from companion.store.database.runtime import runtime
from companion.store.log.write_results import Refused
from companion.store.plays.coming_round import drafts
from companion.store.plays.coming_round.findings import ADJUST
from companion.store.plays.edits import change_log
from companion.store.plays.edits import commands as store
from companion.store.plays.edits.conflicts import is_round_as_seen
from companion.store.plays.edits.play_results import PlayStale
from companion.store.plays.play_state import PlayState
from companion.web.access.guard import current_member
from companion.web.forms.entry import read_entry
from companion.web.plays.forms import DraftForm
from companion.web.plays.pages import (
    play_of,
    play_with_draft_or_404,
    preview_page,
    redirect_to_sheet,
    response_after_edit,
    sheet_page,
)
from companion.web.plays.rounds.forms import RoundForm
from companion.web.plays.rounds.missing_answers import problems_before_hand, problems_if_unanswered
from companion.web.plays.rounds.preview import preview_before_hand, preview_of
from companion.web.plays.rounds.round_form import draft_patch, entered_before_hand, provisional_points, submitted_entry
from companion.web.plays.sheet import board_places, notice_sentences
from companion.web.plays.tricks.card_values import contradictions, values_from_draft
from companion.web.support.form_base import show_again
from companion.web.support.rendering.reading_order import in_reading_order

coming_round = Blueprint("coming_round", __name__, url_prefix="/clubs/<club>/plays/<key>")


@coming_round.post("/preview")
def preview(key: str) -> ResponseReturnValue:
    """Render the preview of the round being entered."""
    state, draft, _ = play_with_draft_or_404(key)
    runtime().polls.note_activity(key)
    sent = RoundForm().sent
    if request.args.get("phase") == "1":
        table = drafts.coming_table(state, draft)
        fields = fields_before_hand(state.game, table)
        return preview_page(state, preview_before_hand(state, table, read_entry(fields, sent)))
    entry = submitted_entry(state, state.sheet.table, sent)
    return preview_page(state, preview_of(state, values_from_draft(state, draft), entry))


@coming_round.post("/rounds")
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
        preview = preview_of(state, values_from_draft(state, draft), entry) if wants_preview else None
        return page(state, preview=preview)
    is_as_seen = form.revision == state.revision or is_round_as_seen(state, form.revision, None)
    if not state.over and (is_as_seen or state.pending_findings):  # otherwise the store finds what others changed
        problems = problems_if_unanswered(state, state.sheet.table, entry)
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


@coming_round.post("/draft")
def save_draft(key: str) -> ResponseReturnValue:
    """Save what is entered before the hand, for all phones at the table."""
    state, draft, _ = play_with_draft_or_404(key)
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
    if drafts.is_secret(state, draft):
        flash("Bids are secret in this game: each player bids on their own phone.")
        return sheet_page(state), 409
    table = drafts.coming_table(state, draft)
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

    ``form``: the form that was sent, for that page; ``locked``: whether the draft is locked from now on; None leaves
    that unchanged.
    """
    if drafts.patch_draft(current_member(), state, slot=state.next_slot, patch=patch, locked=locked) is None:
        return _stale_draft(play_of(state.key), form)
    return redirect_to_sheet(state.key)


@coming_round.post("/draft/so-far")
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
