"""The pages of a round: its score lines, its correction, and objections to it."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from companion.core.entry.problems import Problem
from companion.store.log.write_results import Refused
from companion.store.plays import objections
from companion.store.plays.edits import commands as store
from companion.store.plays.edits.conflicts import is_round_as_seen
from companion.store.plays.edits.play_results import PlayStale
from companion.store.plays.edits.slots import Slot, round_numbers
from companion.store.plays.play_state import PlayState
from companion.web.access.guard import current_member, for_viewers, for_writers
from companion.web.plays.details.forms import RemarkForm
from companion.web.plays.pages import (
    play_of,
    preview_page,
    response_after_edit,
    response_to_form,
    sheet_page,
    show_as_of_round,
)
from companion.web.plays.rounds.forms import DismissForm, ObjectionForm, RoundForm
from companion.web.plays.rounds.missing_answers import (
    asked_fields_of,
    faults_on_page,
    problems_if_unanswered,
    try_entry,
)
from companion.web.plays.rounds.preview import Preview
from companion.web.plays.rounds.round_form import earlier_round_form, submitted_entry, table_before
from companion.web.plays.sheet import chip_payments
from companion.web.rulings.decision_views import rulings_behind
from companion.web.support.form_base import RevisionForm, show_again
from companion.web.support.requests.not_found import or_404

rounds = Blueprint("rounds", __name__, url_prefix="/clubs/<club>/plays/<key>")


@rounds.post("/rounds/<int:slot>/preview")
def preview_correction(key: str, slot: int) -> ResponseReturnValue:
    """Render what the correction of an earlier round still lacks."""
    state = show_as_of_round(play_of(key), slot)
    number = or_404(_correctable_number(state, slot))
    table = table_before(state, number)
    entry = submitted_entry(state, table, RoundForm().sent)
    _, problems = try_entry(state, table, entry, slot)
    fields = asked_fields_of(state, table, entry)
    return preview_page(state, Preview(missing=tuple(faults_on_page(state, fields, problems, entry))))


@rounds.get("/rounds/<int:slot>")
def round_page(key: str, slot: int) -> ResponseReturnValue:
    """Show a round: its score lines with their rules, and the ways to correct it or object to it."""
    return _round_page(play_of(key), slot)


def _round_page(state: PlayState, slot: int, form: ObjectionForm | None = None) -> str:
    """Render the page of a round. ``form``: the refused form of an objection."""
    stored, number = _round_or_404(state, slot)
    state = show_as_of_round(state, slot)
    result = state.sheet.rounds[number - 1] if number <= len(state.sheet.rounds) else None
    return render_template(
        "plays/rounds/round.html",
        state=state,
        slot=stored,
        number=number,
        result=result,
        paid=chip_payments(state, number) if result else [],
        ruled=rulings_behind(state),
        remark=RemarkForm(blank=True, remark=state.details.remark_on(slot)),
        objection=form or ObjectionForm(blank=True),
    )


@rounds.post("/rounds/<int:slot>/contest")
@for_viewers
def contest(key: str, slot: int) -> ResponseReturnValue:
    """Contest a round: raise an objection to it, which all phones show. Viewers may do so, too."""
    state, form = play_of(key), ObjectionForm()
    _round_or_404(state, slot)
    show_again(lambda: _round_page(state, slot, form))
    outcome = objections.raise_objection(current_member(), state, slot=slot, words=form.words.data, **form.edit_args)
    conflict = "Somebody has changed this meanwhile. If it is still wrong, send it again."
    page = partial(_round_page, slot=slot, form=form)
    return response_to_form(outcome, key, form, "words", page, conflict=conflict)


@rounds.post("/contests/dismiss")
def dismiss(key: str) -> ResponseReturnValue:
    """Dismiss what somebody said against a round."""
    form = DismissForm()
    outcome = objections.dismiss_objection(
        current_member(), play_of(key), objection=form.contest.data or 0, **form.edit_args
    )
    return response_after_edit(outcome, key)


def _edit_page(
    state: PlayState,
    slot: int,
    typed: dict[str, Any] | None = None,
    problems: Sequence[Problem] = (),
    conflict: PlayStale | None = None,
) -> str:
    """Render the form that corrects a round.

    ``typed``, ``problems``: the refused entry; ``conflict``: what somebody else changed meanwhile.
    """
    stored, number = _round_or_404(state, slot)
    form = earlier_round_form(state, stored, number, typed, problems) if _correctable_number(state, slot) else None
    return render_template(
        "plays/rounds/edit.html", state=state, slot=stored, number=number, form=form, conflict=conflict
    )


@rounds.route("/rounds/<int:slot>/edit", methods=["GET", "POST"])
@for_writers
def correct(key: str, slot: int) -> ResponseReturnValue:
    """Show the form that corrects an earlier round, with its values, or save the correction.

    The names are those of the people who played the round.
    """
    state, form = show_as_of_round(play_of(key), slot), RoundForm()
    if not form.is_submitted():
        refusal = state.sheet.refusal
        is_here = refusal is not None and refusal.number == round_numbers(state.slots).get(slot)
        return _edit_page(state, slot, problems=refusal.problems if refusal and is_here else ())
    number = _correctable_number(state, slot)
    table = table_before(state, number) if number else state.sheet.table
    entry = submitted_entry(state, table, form.sent)
    if number and form.is_shown_again:
        return _edit_page(state, slot, entry)
    if number and (form.revision == state.revision or is_round_as_seen(state, form.revision, slot)):
        problems = problems_if_unanswered(state, table, entry, slot)
        if problems:
            return _edit_page(state, slot, entry, problems), 422
    if number:
        show_again(lambda: _edit_page(state, slot, entry))
    outcome = store.save_round(current_member(), state, slot=slot, entry=entry, **form.rescore_args)
    if isinstance(outcome, Refused) and number:
        return _edit_page(state, slot, entry, outcome.problems), 422
    if isinstance(outcome, PlayStale):
        present = show_as_of_round(outcome.state, slot)
        if _correctable_number(present, slot):
            return _edit_page(present, slot, entry, conflict=outcome), 409
        return sheet_page(outcome.state, typed=entry, conflict=outcome), 409
    return response_after_edit(outcome, key)


def _correctable_number(state: PlayState, slot: int) -> int | None:
    """Return the number of the round in a slot; None if it cannot be corrected.

    The table before it must be known, and the play must not be over by then.
    """
    number = round_numbers(state.slots).get(slot)
    is_correctable = number and number <= len(state.sheet.rounds) + 1 and not table_before(state, number).over
    return number if is_correctable else None


@rounds.post("/rounds/<int:slot>/remove")
def remove(key: str, slot: int) -> ResponseReturnValue:
    """Remove a round from the sheet."""
    form = RevisionForm()
    outcome = store.remove_round(current_member(), play_of(key), slot=slot, **form.rescore_args)
    return response_after_edit(outcome, key)


def _round_or_404(state: PlayState, slot: int) -> tuple[Slot, int]:
    """Return the round in a slot and its number; abort with 404 if there is none."""
    number = or_404(round_numbers(state.slots).get(slot))
    return state.slots[number - 1], number
