"""Reading the events in the log of a club."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    ColumnExpressionArgument,
    Connection,
    Integer,
    Select,
    and_,
    bindparam,
    select,
)
from sqlalchemy.orm import InstrumentedAttribute

from companion.store.database.base import db
from companion.store.database.models import Event, Play
from companion.store.database.plain_connection import plain_connection
from companion.store.log.subjects import PLAY

BACK: Final = "back"
"""The kind of events that undo another one; edits of plays have kinds of their own for that."""

SLOT: Final = Event.data["slot"].as_integer()
"""SQL: the slot of the round that an edit is about."""

CARDS: Final = Event.data["cards"]
"""SQL: the cards of the round as they were played, each with the phone that entered it."""

DETAILS: Final = Event.data["about"]
"""SQL: the details of a play that an edit changes."""

IS_EDIT_OF_PLAY: Final = (Event.club_id == Play.club_id, Event.subject == PLAY, Event.subject_id == Play.id)
"""Conditions that join plays with their edits."""


class LoggedEvent(NamedTuple):
    """An event as it is stored."""

    seq: int
    """Its number in the log of the club, from 1."""

    key: str
    subject: str
    """What it is about, such as ``play``."""

    subject_id: int | None
    kind: str
    data: Mapping[str, Any]
    undoes: int | None
    """The ``seq`` of the event that it undoes."""

    at: datetime
    device_id: int | None
    player_id: int | None
    """The owner of the phone at that time."""


EVENTS: Final = select(*(getattr(Event, name) for name in LoggedEvent._fields)).order_by(Event.seq)
"""Query for the fields of ``LoggedEvent``, in order, without conditions."""


def events_of(club: int, *where: ColumnElement[bool], connection: Connection | None = None) -> list[LoggedEvent]:
    """Return the events of a club that meet all conditions, in order.

    ``connection``: of a transaction, to include what it has written.
    """
    rows = (connection or db.session).execute(EVENTS.where(Event.club_id == club, *where))
    return [LoggedEvent(*row) for row in rows]


def event_of(club: int, *where: ColumnElement[bool], connection: Connection | None = None) -> LoggedEvent | None:
    """Return the first event of a club that meets all conditions, or None. ``connection``: of a transaction."""
    return next(iter(events_of(club, *where, connection=connection)), None)


def subject_is(subject: str, subject_id: int | InstrumentedAttribute[int] | BindParameter[int]) -> ColumnElement[bool]:
    """Return the SQL condition that an event is about this subject. ``subject_id``: an id, or a column or parameter."""
    return and_(Event.subject == subject, Event.subject_id == subject_id)


def edit_of(play: int | BindParameter[int]) -> ColumnElement[bool]:
    """Return the SQL condition that an event is an edit of this play. ``play``: an id, or a parameter."""
    club = select(Play.club_id).where(Play.id == play).scalar_subquery()
    return and_(Event.club_id == club, subject_is(PLAY, play))


def nth_edit(*columns: Any) -> Select[Any]:
    """Return a query for columns of one edit, with parameters ``play`` and ``before``: the number of earlier edits."""
    edits = select(*columns).where(edit_of(bindparam("play"))).order_by(Event.seq)
    return edits.offset(bindparam("before", type_=Integer)).limit(1)


def latest_details(key: str, *where: ColumnExpressionArgument[bool]) -> dict[int, Any]:
    """Return the latest value of a detail in the edits of plays, by id of the play; plays without one are left out.

    ``key``: of the detail, see ``play_details``; ``where``: conditions on plays and their edits. A detail that was
    removed is None.
    """
    asked = select(Play.id, DETAILS).where(*IS_EDIT_OF_PLAY, DETAILS.as_string().is_not(None), *where)
    found = {}
    for play, details in plain_connection().execute(asked.order_by(Play.id, Event.seq)):
        if key in details:
            found[play] = details[key]
    return found


def undone_seqs(events: Collection[LoggedEvent]) -> set[int]:
    """Return the ``seq`` of each event that is undone; an undo that was itself undone does not count."""
    gone: set[int] = set()
    for event in sorted(events, key=lambda one: -one.seq):
        if event.undoes is not None and event.seq not in gone:
            gone.add(event.undoes)
    return gone


def effective_events(events: Iterable[LoggedEvent]) -> list[LoggedEvent]:
    """Return the events that are in force, in order: neither undone nor themselves an undo."""
    found = list(events)
    gone = undone_seqs(found)
    return [event for event in found if event.undoes is None and event.seq not in gone]
