"""The cards of rounds as they fell: one row for each round, put anew with every card, as a draft is."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, select, update

from companion.store import plays
from companion.store.access import Member
from companion.store.base import db, now
from companion.store.models import Hand, Play
from companion.store.plays import MOST_ENTRY
from companion.store.writing import hold, writing

TAP = "tap"
"""Where the row keeps the id of the save that wrote it: the same tap sent twice counts once."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The cards of a round, as far as they were entered."""

    slot: int
    data: Mapping[str, Any]
    revision: int


@dataclass(frozen=True, slots=True)
class Overtaken:
    """Somebody else entered a card first; nothing was written."""

    laid: Laid


def load(play_id: int, slot: int) -> Laid:
    """The cards of a round; none of them entered: empty, at revision 0."""
    row = db.session.execute(_row(play_id, slot)).first()
    return Laid(slot, {}, 0) if row is None else Laid(slot, row[0], row[1])


def has_cards(play_id: int, slot: int) -> bool:
    """Whether cards of a round were entered."""
    return bool(load(play_id, slot).data.get("tricks"))


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
    kept = {**data, TAP: client_id}
    if state is None or state.over or state.next_slot != slot or len(json.dumps(kept)) > MOST_ENTRY:
        return None
    with writing() as connection:
        hold(connection, Play, state.id)
        if connection.scalar(select(Play.revision).where(Play.id == state.id)) != state.revision:
            return None
        row = connection.execute(_row(state.id, slot)).first()
        there = Laid(slot, {}, 0) if row is None else Laid(slot, row[0], row[1])
        if there.revision != revision:
            return there if there.data.get(TAP) == client_id else Overtaken(there)
        fresh = Laid(slot, kept, revision + 1)
        values = {"data": kept, "revision": fresh.revision, "device_id": member.device_id, "at": now()}
        if row is None:
            connection.execute(insert(Hand).values(play_id=state.id, slot=slot, **values))
        else:
            connection.execute(update(Hand).where(Hand.play_id == state.id, Hand.slot == slot).values(**values))
    return fresh
