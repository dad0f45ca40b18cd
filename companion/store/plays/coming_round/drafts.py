"""The draft of the coming round: values entered so far, who sits out, and secret bids."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sqlalchemy import bindparam, select

from companion.core.entry.fields import Field
from companion.core.game.table import Table
from companion.core.play.bids import sealable_fields
from companion.core.play.fold import with_absent
from companion.store.access.roles import Member, require_writer
from companion.store.database.models import Club, Play
from companion.store.database.plain_connection import plain_connection
from companion.store.database.writing import bump_play_mark
from companion.store.plays.coming_round.draft_rows import (
    LockedDraft,
    draft_row,
    draft_row_by_key,
    locked_draft,
    write_draft,
)
from companion.store.plays.coming_round.round_cards import NO_CARDS, RoundCards, cards_from_row
from companion.store.plays.edits.slots import entry_fields
from companion.store.plays.play_state import MOST_ENTRY, PlayState, state_of


@dataclass(frozen=True, slots=True)
class DraftState:
    """The draft of the coming round."""

    data: Mapping[str, Any]
    locked: bool
    """Whether the fields of phase 1 are locked, so that phase 2 is entered."""

    sealed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The players who have bid in secret, by field; the bids themselves are left out."""

    cards: RoundCards = NO_CARDS
    """The cards of the round that were entered so far."""


class PlayWithDraft(NamedTuple):
    """A play with the draft of its coming round."""

    state: PlayState
    draft: DraftState | None
    mark: int
    """The change counter of everything that the sheet shows."""


class DraftChange(NamedTuple):
    """The draft after a change."""

    draft: DraftState
    before: int
    """The mark of the sheet before the change."""

    mark: int
    """The mark of the sheet after the change."""


def players_sitting_out(state: PlayState, draft: DraftState | None) -> tuple[str, ...]:
    """Return the players who sit out the coming round: those of the draft, or else of the last round.

    Who has just taken over a seat plays; nobody sits out if fewer than two players would be left.
    """
    table = state.sheet.table
    if not state.game.seats.come_and_go or table.over:
        return ()
    # A player who has just joined was absent, too.
    last = (state.slots[-1].entry.get("absent") or ()) if state.slots else ()
    fresh = [seat.name for seat in state.seats if seat.sitters[-1][1] == state.next_slot]
    last = [name for name in last if name not in fresh] if fresh else last
    named = draft.data.get("absent", last) if draft else last
    found = tuple(name for name in table.players if isinstance(named, list | tuple) and name in named)
    return found if len(with_absent(state.game, table, found).asked) > 1 else ()


def coming_table(state: PlayState, draft: DraftState | None) -> Table[Any]:
    """Return the table of the coming round without those who sit out."""
    return with_absent(state.game, state.sheet.table, players_sitting_out(state, draft))


class Marks(NamedTuple):
    """The change counters of a play."""

    play: int
    """The id of the play."""

    sheet: int
    """The counter of changes that the sheet shows."""

    all: int
    """The counter of all changes, cards of the coming round included."""

    club: int
    """The counter of the club: people, devices, nights and statistics."""


_MARKS = (
    select(Play.id, Play.sheet_mark, Play.mark, Club.mark)
    .join(Club, Club.id == Play.club_id)
    .where(Play.key == bindparam("key"), Play.club_id == bindparam("club"))
)


def marks_of(club_id: int, play_key: str) -> Marks | None:
    """Return the change counters of a play without computing its state; None: the club has no such play."""
    row = plain_connection().execute(_MARKS, {"key": play_key, "club": club_id}).first()
    return None if row is None else Marks(*row)


def play_with_draft(club_id: int, play_key: str) -> PlayWithDraft | None:
    """Return a play with its draft; None: the club has no such play."""
    row = draft_row_by_key(club_id, play_key)
    if row is None:
        return None
    state = state_of(*row[:3])
    return PlayWithDraft(state, _draft_from_row(state, row), row.sheet_mark)


def with_current_draft(state: PlayState) -> PlayWithDraft:
    """Return a play that was read earlier with its present draft; if the play has changed since, the mark is 0."""
    row = draft_row(state.id)
    return PlayWithDraft(state, _draft_from_row(state, row), row.sheet_mark if row.revision == state.revision else 0)


def draft_of(state: PlayState) -> DraftState | None:
    """Return the draft of the coming round; None: there is none."""
    return with_current_draft(state).draft


def _draft_from_row(state: PlayState, row: Any) -> DraftState | None:
    """Return the draft in a row; None if it is not of the coming round."""
    if row.slot != state.next_slot:
        return None
    data, cards = state.people.from_log(row.data), cards_from_row(state, row)
    return DraftState(data, row.locked, players_who_bid(state, row.sealed), cards)


def players_who_bid(state: PlayState, sealed: Mapping[str, Mapping[str, Any]] | None) -> dict[str, tuple[str, ...]]:
    """Return the players who have bid in secret, by field, in seat order. ``sealed``: the column of the draft."""
    names = state.setup.players
    found = {key: {state.people.from_log(one) for one in given} for key, given in (sealed or {}).items()}
    return {key: tuple(name for name in names if name in given) for key, given in found.items()}


def patch_draft(
    member: Member, state: PlayState, *, slot: int, patch: Mapping[str, Any], locked: bool | None = None
) -> DraftChange | None:
    """Merge values into the draft of the coming round, by field and name, so that two phones may each enter a bid.

    None as a value removes it. ``locked``: whether phase 1 is locked; None: as before. Return None if the round was
    saved meanwhile, or the values are far too long.

    :raises PermissionError: the member is a viewer.
    """
    require_writer(member)
    with locked_draft(member, state, slot, patch) as draft:
        if draft is None:
            return None
        data = _merge_values(draft.data, state.people.to_log(entry_fields(state.game, state.sheet.table), patch))
        if len(json.dumps(data)) > MOST_ENTRY:
            return None
        data = with_revealed_bids(state, data, draft.sealed)
        return write_values(draft, member, state, data, draft.locked if locked is None else locked, draft.sealed)


def write_values(
    draft: LockedDraft, member: Member, state: PlayState, data: dict[str, Any], locked: bool, sealed: dict[str, Any],
    *, is_repetition: bool = False,
) -> DraftChange:  # fmt: skip
    """Write the draft of the coming round, unless it was written before (``is_repetition``); return the change."""
    mark = draft.row.sheet_mark
    if not is_repetition:
        values = {"data": data, "locked": locked, "sealed": sealed or None}
        write_draft(draft.connection, member, state.id, state.next_slot, draft.row.slot, values)
        mark = bump_play_mark(draft.connection, state.id, on_sheet=True)
    fresh = DraftState(state.people.from_log(data), locked, players_who_bid(state, sealed))
    return DraftChange(fresh, draft.row.sheet_mark, mark)


def is_secret(state: PlayState, draft: DraftState | None) -> bool:
    """Return whether bids of the coming round are still secret: the play has secret bids, and not all are in."""
    return bool(secret_fields(state, draft.data if draft else {}))


def secret_fields(state: PlayState, data: Mapping[str, Any]) -> tuple[Field, ...]:
    """Return the fields whose bids are still secret; empty if the play has none. ``data``: the values of the draft."""
    if not state.details.secret or not state.has_coming_round:
        return ()
    fields = state.game.scoring.fields(coming_table(state, DraftState(data, locked=False)))
    return tuple(item for item in sealable_fields(fields) if item.key not in data)


def with_revealed_bids(
    state: PlayState, data: dict[str, Any], sealed: Mapping[str, Mapping[str, Any]]
) -> dict[str, Any]:
    """Return the values of a draft, with secret bids added to them if all players have bid by now.

    ``sealed``: as in ``LockedDraft``.
    """
    fields = secret_fields(state, state.people.from_log(data)) if sealed else ()
    wanted = {item.key: [state.people.reference_to(name) for name in item.names] for item in fields}
    if not wanted or any(one not in sealed.get(key, {}) for key, names in wanted.items() for one in names):
        return data
    return {**data, **{key: {one: sealed[key][one]["value"] for one in names} for key, names in wanted.items()}}


def _merge_values(data: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a draft after a patch. Mappings are merged key by key; None removes its key, there too."""
    merged = dict(data)
    for key, value in patch.items():
        if isinstance(value, Mapping):
            there = merged.get(key)
            value = {**(there if isinstance(there, dict) else {}), **value}
            value = {name: one for name, one in value.items() if one is not None}
        merged[key] = value
    return {key: value for key, value in merged.items() if value is not None}
