"""What an entry still lacks: shown while it is typed, required when it is saved."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.entry.fields import Field
from companion.core.entry.problems import Problem
from companion.core.game.table import Table
from companion.core.play.fold import (
    Refusal,
    Round,
    faults_before_hand,
    fields_before_hand,
    play_round,
    shared_fields_of,
    with_absent,
)
from companion.store.plays.coming_round.findings import with_findings
from companion.store.plays.edits.slots import entry_for_scoring
from companion.store.plays.play_state import PlayState
from companion.web.forms.entry import EntryForm, values_of
from companion.web.support.faults import Fault, faults_in_field_order, unanswered_problems


def table_of_entry(state: PlayState, table: Table[Any], entry: Mapping[str, Any]) -> Table[Any]:
    """Return the table without the players whom an entry calls absent."""
    absent = entry.get("absent")
    named = absent if isinstance(absent, list | tuple) else ()
    return with_absent(state.game, table, [name for name in table.players if name in named])


def asked_fields_of(state: PlayState, table: Table[Any], entry: Mapping[str, Any]) -> tuple[Field, ...]:
    """Return the fields of a round for the players who are not absent; for all if fewer than two would be left.

    Empty if the play is over: a game need not be able to ask anything then.
    """
    if table.over:
        return ()
    remaining = table_of_entry(state, table, entry)
    return state.game.scoring.fields(remaining if len(remaining.asked) > 1 else table)


def try_entry(
    state: PlayState, table: Table[Any], entry: Mapping[str, Any], slot: int | None = None
) -> tuple[Round[Any] | None, list[Problem]]:
    """Return the scored round of an entry, or None and everything that is missing or wrong.

    Besides the game's own problems, these are answers that have to be tapped. ``slot``: that of an earlier round.
    """
    problems = unanswered_problems(asked_fields_of(state, table, entry), entry)
    whole = with_findings(entry, state.pending_findings) if slot is None else entry
    result = play_round(state.game, table, entry_for_scoring(whole, slot or state.next_slot, state.seats))
    if isinstance(result, Refusal):
        problems += result.problems
    return (None, problems) if problems or isinstance(result, Refusal) else (result, [])


def problems_before_hand(state: PlayState, table: Table[Any], entry: Mapping[str, Any]) -> list[Problem]:
    """Return what is missing or wrong in the fields that are asked before the hand."""
    first = fields_before_hand(state.game, table)
    typed = values_of(first, entry)
    return [*unanswered_problems(first, typed), *faults_before_hand(state.game, table, typed)]


def last_entry(state: PlayState) -> Mapping[str, Any]:
    """Return the entry of the last round, since the next one is usually similar; empty before the first."""
    return state.slots[-1].entry if state.slots else {}


def faults_on_page(
    state: PlayState, fields: Sequence[Field], problems: Sequence[Problem], entry: Mapping[str, Any]
) -> list[Fault]:
    """Return problems of an entry, also of its adjustments, each with the element of the page to look at."""
    if any(item.asking.either for item in fields):
        problems = EntryForm(fields, data=entry).move_to_shown_alternative(problems, last_entry(state))
    _, adjust = shared_fields_of(state.game, state.sheet.table)
    return faults_in_field_order([*fields, adjust], problems)


def problems_if_unanswered(
    state: PlayState, table: Table[Any], entry: dict[str, Any], slot: int | None = None
) -> tuple[Problem, ...]:
    """Return all problems of an entry in which an answer that has to be tapped is missing; none of other entries.

    The store finds the problems of the others when it saves them. ``slot``: that of an earlier round.
    """
    if table.over or not unanswered_problems(asked_fields_of(state, table, entry), entry):
        return ()
    _, problems = try_entry(state, table, entry, slot)
    return tuple(problems)
