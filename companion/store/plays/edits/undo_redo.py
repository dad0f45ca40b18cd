"""Undo and redo of the last change of a play."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Unpack

from sqlalchemy import Connection

from companion.store.access.roles import Member
from companion.store.log.write_results import Refused, refusal
from companion.store.plays.coming_round import round_cards
from companion.store.plays.edits.conflicts import EditRequest
from companion.store.plays.edits.play_results import PlayResult
from companion.store.plays.edits.write_edits import NewEdit, SideEffect, write_edit
from companion.store.plays.play_state import PlayState, log_of


def undo(member: Member, play: PlayState, **request: Unpack[EditRequest]) -> PlayResult:
    """Undo the last change of any phone. Organisers and scorers may do this."""
    return write_edit(member, play, "undo", partial(_undo_or_redo, member, "undo"), even_discarded=True, **request)


def redo(member: Member, play: PlayState, **request: Unpack[EditRequest]) -> PlayResult:
    """Redo the change that was undone last."""
    return write_edit(member, play, "redo", partial(_undo_or_redo, member, "redo"), even_discarded=True, **request)


def _undo_or_redo(member: Member, kind: str, state: PlayState, _: Connection) -> NewEdit | Refused:
    """Return the edit that undoes or redoes the last change, or why it is refused. ``kind``: “undo” or “redo”."""
    log = log_of(state.id, state.revision)
    is_undo = kind == "undo"
    stack = log.undo_and_redo_stacks()[0 if is_undo else 1]
    if not stack:
        return refusal("rounds", f"There is nothing to {kind}.")
    step = stack[-1]
    edit = step.edit
    effect: dict[str, Any] = {"undoes": edit.revision}
    if edit.slot is not None:
        effect["slot"] = edit.slot
        source = step.slot_before if is_undo else edit
        if source is not None:
            effect |= {"entry": source.as_logged, "rules_version": source.rules_version}
            effect["cards"] = round_cards.cards_of_edit(state.id, source.revision)
    if edit.ended is not None:
        effect["ended"] = step.before.ended if is_undo else edit.ended
    if edit.seats is not None:
        effect["seats"] = step.before.seats if is_undo else edit.seats
    if edit.about is not None:
        effect["about"] = step.before.details.reverse_patch(edit.about) if is_undo else edit.about
    effect["outcome"] = log.steps[edit.revision - is_undo].edit.outcome  # before the change, or after it
    return NewEdit(effect, side_effect=_cards_mover(member, state, kind, effect) if edit.kind == "round" else None)


def _cards_mover(member: Member, state: PlayState, kind: str, effect: Mapping[str, Any]) -> SideEffect:
    """Return the function that moves a round's cards into the draft on undo, and out of it again on redo.

    On redo the cards of the log are taken if the draft no longer has them.
    """
    place: dict[str, Any] = {"member": member, "play": state.id, "slot": state.next_slot}
    if kind == "undo":
        return partial(round_cards.return_to_draft, **place, cards=round_cards.logged_cards(state.id, effect["slot"]))
    logged = effect["cards"]
    return lambda connection, mark: round_cards.take_for_redo(connection, mark, **place) or logged
