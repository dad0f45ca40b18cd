"""The cards of rounds as they fell: one row for each round, put anew with every card, as a draft is."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, select, update

from companion.core.hand import HAND_FIELDS
from companion.store import plays
from companion.store.access import Member
from companion.store.base import db, now
from companion.store.models import Hand, Play
from companion.store.plays import MOST_ENTRY
from companion.store.states import Entered, PlayState, log_of
from companion.store.writing import hold, writing

TAP = "tap"
"""Where the row keeps the id of the save that wrote it: the same tap sent twice counts once."""

AFTER = "after"
"""Where it keeps the slot of the round before, as it was when the first card fell; 0: there was none."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The cards of a round, as far as they were entered."""

    slot: int
    data: Mapping[str, Any]
    revision: int

    astray: bool = False
    """Whether they are those of a later round: the one before it was undone meanwhile."""

    @property
    def cards(self) -> bool:
        """Whether any card lies there."""
        return bool(self.data.get("tricks"))


@dataclass(frozen=True, slots=True)
class Overtaken:
    """Somebody else entered a card first; nothing was written."""

    laid: Laid


def load(state: PlayState, slot: int) -> Laid:
    """The cards of a round; none of them entered: empty, at revision 0."""
    row = db.session.execute(_row(state.id, slot)).first()
    return Laid(slot, {}, 0) if row is None else Laid(slot, state.people.told(row[0]), row[1])


def of_round(state: PlayState, slot: int) -> Laid:
    """The cards of a round, or of the coming one.

    A round that was undone and is written anew has another slot, and the cards of the old one. Where cards of the
    round after it lay there already, they are ``astray`` until the coming round is theirs.
    """
    rows = db.session.execute(
        select(Hand.slot, Hand.data, Hand.revision).where(Hand.play_id == state.id, Hand.slot <= slot)
    )
    laid = {row[0]: Laid(row[0], state.people.told(row[1]), row[2]) for row in rows}
    own = laid.get(slot, Laid(slot, {}, 0))
    if not any(one.cards for one in laid.values()):
        return own
    edits = log_of(state.id, state.revision).edits
    before = _before(edits, slot)
    if own.cards and own.data.get(AFTER, before) == before:
        return own
    if slot == state.next_slot and own.revision:
        return Laid(slot, own.data, own.revision, astray=own.cards)
    for other in range(slot - 1, before - 1, -1):
        there = laid.get(other)
        if there is None or not there.cards:
            continue
        theirs = _before(edits, other)
        is_its_own = there.data.get(AFTER, theirs) == theirs
        if is_its_own == (other != before):
            data = {key: value for key, value in there.data.items() if key not in (TAP, AFTER)}
            return Laid(slot, data, own.revision)
    return own if not own.cards else Laid(slot, {}, own.revision)


def _before(edits: Iterable[Entered], slot: int) -> int:
    """The slot of the round before a slot, as it was when that was first written, or is now; 0: none.

    A round that was removed was played all the same; one that was undone is going to be written anew.
    """
    played: set[int] = set()
    for edit in edits:
        if edit.slot == slot:
            break
        if edit.slot is None:
            continue
        if edit.entry is not None:
            played.add(edit.slot)
        elif edit.undoes is not None:
            played.discard(edit.slot)
    return max((one for one in played if one < slot), default=0)


def has_cards(state: PlayState, slot: int) -> bool:
    """Whether cards of a round were entered."""
    return of_round(state, slot).cards


def _row(play_id: int, slot: int) -> Any:
    return select(Hand.data, Hand.revision).where(Hand.play_id == play_id, Hand.slot == slot)


def put(
    member: Member, play_key: str, *, slot: int, revision: int, data: Mapping[str, Any], client_id: str
) -> Laid | Overtaken | None:
    """Keep the cards of the coming round as they are now, where nobody else has entered one since ``revision``.

    None: the coming round is another one by now, or there is no such play.
    """
    if not member.can_write:
        raise PermissionError("This phone looks on. Ask the organiser to let it write.")
    state = plays.load(member.club_id, play_key)
    if state is None or state.over or state.next_slot != slot or len(json.dumps(data)) > MOST_ENTRY:
        return None
    before = _before(log_of(state.id, state.revision).edits, slot)
    with writing() as connection:
        hold(connection, Play, state.id)
        if connection.scalar(select(Play.revision).where(Play.id == state.id)) != state.revision:
            return None
        row = connection.execute(_row(state.id, slot)).first()
        there = Laid(slot, {}, 0) if row is None else Laid(slot, state.people.told(row[0]), row[1])
        if there.revision != revision:
            return there if there.data.get(TAP) == client_id else Overtaken(there)
        kept = {**data, TAP: client_id, AFTER: there.data.get(AFTER, before) if there.cards else before}
        fresh = Laid(slot, kept, revision + 1)
        data = state.people.kept(HAND_FIELDS, kept)
        values = {"data": data, "revision": fresh.revision, "device_id": member.device_id, "at": now()}
        if row is None:
            connection.execute(insert(Hand).values(play_id=state.id, slot=slot, **values))
        else:
            connection.execute(update(Hand).where(Hand.play_id == state.id, Hand.slot == slot).values(**values))
    return fresh
