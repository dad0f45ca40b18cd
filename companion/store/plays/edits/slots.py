"""Slots: rounds by the number under which the log has them, their numbers on the sheet, and their entries."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from companion.core.entry.fields import Field
from companion.core.game.game import Game
from companion.core.game.table import Table
from companion.core.play.fold import coming_fields, shared_fields_of
from companion.store.database.base import db
from companion.store.database.models import Event, Play
from companion.store.log.events import IS_EDIT_OF_PLAY, SLOT
from companion.store.plays.seats import Seat


@dataclass(frozen=True, slots=True)
class Slot:
    """A round on the sheet as it was last saved."""

    slot: int
    """The number of the round in the log, from 1, in the order of first saves; after a removal it is not used again."""

    entry: Mapping[str, Any]
    revision: int
    at: datetime
    first_at: datetime
    """When it was first saved, which is the best guess of when it was played."""


def round_numbers(slots: Sequence[Slot]) -> dict[int, int]:
    """Return the numbers of rounds on the sheet, from 1, by slot."""
    return {slot.slot: number for number, slot in enumerate(slots, start=1)}


def round_of_slot(slot: int, numbers: Mapping[int, int]) -> int:
    """Return the number of a round on the sheet; for a removed round, the number that it would have.

    ``numbers``: as ``round_numbers`` returns them.
    """
    return numbers.get(slot, sum(1 for other in numbers if other < slot) + 1)


def round_numbers_of_plays(plays: Collection[int]) -> dict[int, dict[int, int]]:
    """Return, by play and slot, the numbers of rounds on the sheet, the coming round included."""
    entry = Event.data["entry"].as_string()
    ask = select(Play.id, SLOT, entry.is_(None)).where(*IS_EDIT_OF_PLAY, Play.id.in_(set(plays)), SLOT.is_not(None))
    on_sheet: dict[int, dict[int, bool]] = {}
    for play, slot, gone in db.session.execute(ask.order_by(Event.seq)):
        on_sheet.setdefault(play, {})[slot] = not gone
    found = {}
    for play in plays:
        slots = on_sheet.get(play, {})
        standing = sorted(slot for slot, stands in slots.items() if stands)
        found[play] = {slot: number for number, slot in enumerate([*standing, max(slots, default=0) + 1], start=1)}
    return found


def entry_fields(game: Game[Any], table: Table[Any]) -> tuple[Field, ...]:
    """Return all fields that the entry of a round at this table may have."""
    return (*coming_fields(game, table), *shared_fields_of(game, table))


def entry_for_scoring(entry: Mapping[str, Any], slot: int, seats: Sequence[Seat]) -> Mapping[str, Any]:
    """Return an entry for scoring: players whose seat is newer than the round are added to ``absent``."""
    late = [seat.name for seat in seats if seat.from_slot > slot]
    absent = entry.get("absent") or []
    if not late or not isinstance(absent, list):
        return entry
    return {**entry, "absent": [*absent, *(name for name in late if name not in absent)]}
