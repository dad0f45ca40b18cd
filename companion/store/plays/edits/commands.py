"""Changing a play: saving, correcting and removing rounds, findings, details, and its end."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Unpack

from msgspec import to_builtins
from sqlalchemy import Connection

from companion.core.entry.kinds import is_list_of_names
from companion.core.entry.problems import Problem
from companion.core.game.ranking import places_by_name, standings
from companion.core.play.fold import Refusal, adjustment_faults, extend_sheet, play_round
from companion.core.play.outcome import Outcome, loss_weights
from companion.core.words import listed
from companion.store.access.roles import Member
from companion.store.database.base import now
from companion.store.log.write_results import Refused, refusal
from companion.store.plays.coming_round import round_cards
from companion.store.plays.coming_round.findings import (
    ADJUST,
    Adjustment,
    Finding,
    NamedInRound,
    finding_from,
    findings_text,
    purchase_between,
    with_findings,
)
from companion.store.plays.edits.conflicts import EditRequest, is_round_as_seen, rebase
from companion.store.plays.edits.outcomes import outcome_to_log
from companion.store.plays.edits.play_results import NoSuchRoundError, PlayResult
from companion.store.plays.edits.slots import Slot, entry_fields, entry_for_scoring
from companion.store.plays.edits.write_edits import NewEdit, write_edit
from companion.store.plays.objections import settling_patch
from companion.store.plays.play_state import MOST_ENTRY, PlayState


def save_round(
    member: Member, play: PlayState, *, slot: int | None, entry: Mapping[str, Any], **request: Unpack[EditRequest]
) -> PlayResult:
    """Save a round: the coming one (``slot`` None), or a correction of an earlier one.

    Pending findings are added to the coming round. Edits since ``base`` do not matter if none changed this round.

    :raises NoSuchRoundError: the play has no such round.
    """
    base, moment = request["base"], now()
    if play.revision != base and is_round_as_seen(play, base, slot):
        rebase(play, request)

    def decide(state: PlayState, _: Connection) -> NewEdit | Refused | None:
        if len(json.dumps(entry)) > MOST_ENTRY:
            return refusal("rounds", "That is far more than a round can have.")
        return _saving_edit(member, state, entry, moment) if slot is None else _correcting_edit(state, slot, entry)

    return write_edit(member, play, "round" if slot is None else "correct", decide, moment=moment, **request)


def _saving_edit(member: Member, state: PlayState, entry: Mapping[str, Any], moment: datetime) -> NewEdit | Refused:
    """Return the edit that saves the coming round, with pending findings in its entry, or why it is refused."""
    if state.stored_outcome is not None and not state.ended:
        last = f"{state.game.terms.round} {len(state.slots)}"
        return refusal("rounds", f"The game ended with {last}, so no more can be entered.")
    if state.sheet.refusal is not None:
        number = state.sheet.refusal.number
        return refusal("rounds", f"{_round_text(state, number)} must be corrected first.", number)
    if state.ended:
        return refusal("rounds", "The game was ended. Continue it before you enter a round.")
    slot = state.next_slot
    entry = with_findings(entry, state.pending_findings)
    sheet = extend_sheet(state.sheet, [entry_for_scoring(entry, slot, state.seats)])
    if sheet.refusal is not None:
        return Refused(sheet.refusal.problems, sheet.refusal.number)
    after = replace(
        state,
        revision=state.revision + 1,
        slots=(*state.slots, Slot(slot, entry, state.revision + 1, moment, moment)),
        sheet=sheet,
        next_slot=slot + 1,
        pending_findings=(),
        undoable=f"{state.game.terms.round} {len(state.slots) + 1}",
        redoable=None,
    )
    stored = state.people.to_log(entry_fields(state.game, state.sheet.table), entry)
    cards = partial(round_cards.take_from_draft, member=member, play=state.id, slot=slot)
    return NewEdit({"slot": slot, "entry": stored}, after, cards)


def _correcting_edit(state: PlayState, slot: int, entry: Mapping[str, Any]) -> NewEdit | Refused:
    """Return the edit that corrects the round in a slot, or why it is refused.

    It settles the objections to the round, unless it only adds chips that somebody bought.
    """
    index = next((number for number, item in enumerate(state.slots) if item.slot == slot), None)
    if index is None:
        raise NoSuchRoundError
    if index > len(state.sheet.rounds):
        return refusal("rounds", f"{_round_text(state, len(state.sheet.rounds) + 1)} must be corrected first.")
    table = state.sheet.rounds[index - 1].table if index else state.sheet.opening
    result = play_round(state.game, table, entry_for_scoring(entry, slot, state.seats))
    if isinstance(result, Refusal):
        return Refused(result.problems, result.number)
    stored = state.people.to_log(entry_fields(state.game, table), entry)
    settled = {} if purchase_between(state.slots[index].entry, entry) else settling_patch(state, slot)
    return NewEdit({"slot": slot, "entry": stored, "cards": round_cards.logged_cards(state.id, slot), **settled})


def remove_round(member: Member, play: PlayState, *, slot: int, **request: Unpack[EditRequest]) -> PlayResult:
    """Remove a round from the sheet, which settles the objections to it."""

    def decide(state: PlayState, _: Connection) -> NewEdit | Refused | None:
        if all(item.slot != slot for item in state.slots):
            raise NoSuchRoundError
        return NewEdit({"slot": slot, **settling_patch(state, slot)})

    return write_edit(member, play, "remove", decide, **request)


def _round_text(state: PlayState, number: int) -> str:
    """Return a round with its number, in the word of its game: ``Hand 3``."""
    return f"{state.game.terms.round.capitalize()} {number}"


def end_play(member: Member, play: PlayState, **request: Unpack[EditRequest]) -> PlayResult:
    """End a play early, before its game ends it."""
    return write_edit(member, play, "end", _ending_edit, **request)


def _ending_edit(state: PlayState, _: Connection) -> NewEdit | Refused | None:
    """Return the edit that ends a play early, or why it is refused."""
    if state.over:
        return refusal("rounds", "The game is over already.")
    if state.sheet.refusal is not None:
        number = state.sheet.refusal.number
        return refusal("rounds", f"{_round_text(state, number)} must be corrected or removed first.", number)
    if state.pending_findings:
        waits = f"{findings_text(state.pending_findings)} waits for a {state.game.terms.round} that will not be played."
        return refusal("rounds", f"{waits} Remove it first, or put it on the last {state.game.terms.round}.")
    return NewEdit({"ended": True})


def reopen(member: Member, play: PlayState, **request: Unpack[EditRequest]) -> PlayResult:
    """Reopen a play that was ended early."""

    def decide(state: PlayState, _: Connection) -> NewEdit | Refused | None:
        if not state.ended:
            word = state.game.terms.round
            return refusal("rounds", f"The game was not ended early; undo or correct its last {word} instead.")
        return NewEdit({"ended": False})

    return write_edit(member, play, "reopen", decide, **request)


def edit_details(
    member: Member, play: PlayState, *, about: Mapping[str, Any], **request: Unpack[EditRequest]
) -> PlayResult:
    """Change details of a play by a patch with the keys of ``play_details``; None removes a key.

    The values must be valid already.
    """

    def decide(state: PlayState, _: Connection) -> NewEdit | None:
        return details_edit(state, about)

    return write_edit(member, play, "about", decide, even_discarded=True, **request)


def details_edit(state: PlayState, about: Mapping[str, Any]) -> NewEdit | None:
    """Return the edit that changes details of a play by a patch; None: they stay the same."""
    return None if state.details.with_patch(about) == state.details else NewEdit({"about": dict(about)})


def enter_totals(
    member: Member, play: PlayState, *, totals: Mapping[str, int], **request: Unpack[EditRequest]
) -> PlayResult:
    """End a play without rounds with final totals, such as from paper. ``totals``: of every player or side."""
    return write_edit(member, play, "totals", lambda state, _: _end_with_totals(state, totals), **request)


def _end_with_totals(state: PlayState, totals: Mapping[str, int]) -> NewEdit | Refused | None:
    """Return the edit that ends a play with these totals, or why it is refused. Places and winners follow from them."""
    if state.over:
        return refusal("totals", "The game is over already.")
    if state.slots:
        return refusal("totals", f"This game has {state.game.terms.rounds}, so its totals are computed from them.")
    names = state.setup.names
    missing = [name for name in names if name not in totals]
    strange = [name for name in totals if name not in names]
    if missing or strange:
        message = f"Give the total of {listed(missing)}." if missing else f"{listed(strange)} did not play."
        return refusal("totals", message)
    large = [name for name, total in totals.items() if abs(total) > MOST_TOTAL]
    if large:
        return refusal("totals", f"The total must be from −{MOST_TOTAL:,} to {MOST_TOTAL:,}.", name=large[0])
    own = {name: totals[name] for name in names}
    sign = -1 if state.game.better_for(state.setup) == "high" else 1
    places = places_by_name(standings(own, {name: sign * total for name, total in own.items()}))
    won = tuple(name for name in names if places[name] == 1)
    weights = loss_weights(state.game, replace(state.sheet.table, totals=own, over=True, winners=won))
    outcome = Outcome(state.game.rules.version, own, places, won, weights)
    return NewEdit({"ended": True, "outcome": outcome_to_log(outcome, state.people, state.setup)})


MOST_TOTAL = 10**12
"""The largest total that can be entered."""


def add_findings(
    member: Member,
    play: PlayState,
    *,
    rows: Sequence[Mapping[str, Any]],
    named_in: str = "",
    **request: Unpack[EditRequest],
) -> PlayResult:
    """Add findings of the referee to the coming round; they are added to its entry when it is saved.

    ``rows``: adjustments as in ``adjust``; ``named_in``: the key of the list in the entry, such as ``reneged``, that
    names the players instead, each once. In a race to a total, the points count before those of the round.
    """
    return write_edit(member, play, "note", partial(_findings_edit, rows, named_in), **request)


def _findings_edit(
    rows: Sequence[Mapping[str, Any]], named_in: str, state: PlayState, _: Connection
) -> NewEdit | Refused | None:
    """Return the edit that adds findings to the coming round, or why it is refused; None: there is nothing to add.

    ``named_in``: the key of the list that names the players; empty for adjustments. Players whom a finding names in
    this list already are left out.
    """
    if state.sheet.refusal is not None:
        return refusal("rounds", f"{_round_text(state, state.sheet.refusal.number)} must be corrected first.")
    if state.over:
        return refusal("rounds", "The game is over: put it on the last round instead.")
    named = {one.player for one in state.pending_findings if isinstance(one, NamedInRound) and one.field == named_in}
    fresh = [row for row in rows if row["player"] not in named]
    problems = _finding_faults(state, fresh, named_in)
    if problems:
        return Refused(tuple(problems))
    if not fresh:
        return None
    more = {"field": named_in} if named_in else {"in_play": True} if state.game.ending.is_race else {}
    put = [finding_from({**row, **more}) for row in fresh]
    return NewEdit({"note": {"put": _findings_to_log(state, put)}})


def _findings_to_log(state: PlayState, findings: Sequence[Finding]) -> list[Any]:
    """Return findings in the form of the log, with references instead of names."""
    fields = entry_fields(state.game, state.sheet.table)
    found: list[Any] = state.people.to_log(fields, {ADJUST: to_builtins(findings)})[ADJUST]
    return found


def _finding_faults(state: PlayState, rows: Sequence[Mapping[str, Any]], named_in: str) -> list[Problem]:
    """Return why these findings cannot be added to the coming round.

    ``named_in``: the key of the list that names the players; empty for adjustments.
    """
    pending = to_builtins([one for one in state.pending_findings if isinstance(one, Adjustment)])
    faults = adjustment_faults(state.game, state.sheet.table, [dict(row) for row in rows], pending)
    if faults or not named_in:
        return faults
    lists = {item.key for item in state.game.scoring.fields(state.sheet.table) if is_list_of_names(item)}
    present = state.sheet.table.present if named_in in lists else ()
    who = [row["player"] for row in rows if row["player"] not in present]
    return [Problem("rounds", f"{name} cannot be marked in this round.") for name in who]


def remove_finding(member: Member, play: PlayState, *, finding: Finding, **request: Unpack[EditRequest]) -> PlayResult:
    """Remove one finding from the coming round; if it is not pending any more, nothing is written."""

    def decide(state: PlayState, _: Connection) -> NewEdit | Refused | None:
        if finding not in state.pending_findings:
            return None
        return NewEdit({"note": {"out": _findings_to_log(state, [finding])}})

    return write_edit(member, play, "note", decide, **request)
