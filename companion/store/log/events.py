"""The events of a club, as its log has them."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, select
from sqlalchemy.orm import InstrumentedAttribute

from companion.store.base import db
from companion.store.models import Event


class LoggedEvent(NamedTuple):
    """An event as its row has it."""

    seq: int
    key: str
    subject: str
    subject_id: int | None
    kind: str
    data: Mapping[str, Any]
    undoes: int | None
    at: datetime
    device_id: int | None
    player_id: int | None


EVENTS: Final = select(*(getattr(Event, name) for name in LoggedEvent._fields)).order_by(Event.seq)


def events_of(club: int, *where: ColumnElement[bool], by: Connection | None = None) -> list[LoggedEvent]:
    """The events of a club that meet all of this, the first one first.

    ``by``: the connection of a transaction, where it is to be true of what that writes.
    """
    rows = (by or db.session).execute(EVENTS.where(Event.club_id == club, *where))
    return [LoggedEvent(*row) for row in rows]


def event_of(club: int, *where: ColumnElement[bool], by: Connection | None = None) -> LoggedEvent | None:
    """The first of these events; None: there is none. ``by``: as in ``events_of``."""
    return next(iter(events_of(club, *where, by=by)), None)


def about(subject: str, subject_id: int | InstrumentedAttribute[int]) -> ColumnElement[bool]:
    """Whether an event is about this row."""
    return and_(Event.subject == subject, Event.subject_id == subject_id)


def undone(events: Collection[LoggedEvent]) -> set[int]:
    """The events, by their place in the log, that a later one undid which was not undone itself."""
    gone: set[int] = set()
    for event in sorted(events, key=lambda one: -one.seq):
        if event.undoes is not None and event.seq not in gone:
            gone.add(event.undoes)
    return gone


def standing(events: Iterable[LoggedEvent]) -> list[LoggedEvent]:
    """The events that nobody undid, in their order; those that undo others are left out."""
    found = list(events)
    gone = undone(found)
    return [event for event in found if event.undoes is None and event.seq not in gone]
