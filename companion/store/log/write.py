"""Writing into the log of a club: ``write``, with a function that decides on the event.

Only the import of a club's file inserts events in another way.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, literal_column, select
from sqlalchemy.orm import aliased

from companion.store.access.codes import random_key
from companion.store.access.members import author_columns
from companion.store.access.roles import Member, require_writer
from companion.store.club.idle import cancel_removal_in
from companion.store.club.quota import check_quota
from companion.store.database.base import now
from companion.store.database.models import Club, Event
from companion.store.database.writing import bump_club_mark, lock_row, writing
from companion.store.log.events import LoggedEvent, event_of
from companion.store.log.subjects import PLAY
from companion.store.log.write_results import Refused, Stale, Written

WriteResult = Written | Refused | Stale


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event to be written."""

    subject: str
    """What it is about, such as ``play``."""

    subject_id: int | None
    """As in ``Event.subject_id``."""

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    undoes: int | None = None
    """The ``seq`` of the event that it undoes."""

    at: datetime | None = None
    """The time of the event; None: now."""


Decision = NewEvent | Refused | Stale | None
"""The event to be written, or why there is none; None: there is nothing to change."""


Decide = Callable[[Connection], Decision]
"""A function that reads what a change depends on, inside the transaction, and decides on the change.

It may insert rows that the event refers to; they are rolled back if no event is written.
"""

Project = Callable[[Connection, int, LoggedEvent], object]
"""A function that updates the rows which are computed from events. It gets the id of the club and the new event."""


def write(
    member: Member, client_id: str, decide: Decide, project: Project | None = None,
    *, of_play: bool = False, by_anybody: bool = False,
) -> WriteResult:  # fmt: skip
    """Write the event that ``decide`` returns, in one transaction with the club locked.

    If a request with this ``client_id`` has written an event before, return that event and write nothing. An event
    bumps the club's change counter.

    ``client_id``: the id of the request; ``project``: updates the rows that are computed from events; ``by_anybody``:
    whether viewers may do this.

    ``of_play``: whether the event is an edit of a play. Repeated edits are found by the play's revision or a unique
    index instead, and ``project`` bumps the club's change counter for the few edits that concern the whole club.

    :raises PermissionError: the member may not do this.
    :raises QuotaReachedError: a limit of the club is reached.
    """
    if not by_anybody:
        require_writer(member)
    club = member.club_id
    with writing() as connection:
        lock_row(connection, Club, club)
        if not of_play:
            earlier = event_of(club, Event.client_id == client_id, _OF_NO_PLAY, connection=connection)
            if earlier is not None:
                return Written(earlier, repeated=True)
        decision = decide(connection)
        if isinstance(decision, Refused | Stale):
            connection.rollback()  # so that nothing of the command stays
            return decision
        if decision is None:
            return Written(None, repeated=True)
        event = append(connection, member, decision, client_id)
        if project is not None:
            project(connection, club, event)
        if not of_play:
            bump_club_mark(connection, club)
        return Written(event)


_OTHER = aliased(Event)
_NEXT = select(func.coalesce(func.max(_OTHER.seq), 0) + 1).where(_OTHER.club_id == bindparam("club"))
_APPEND = insert(Event).values(seq=_NEXT.scalar_subquery()).returning(Event.seq)
_OF_NO_PLAY = Event.subject != literal_column(f"'{PLAY}'")  # the same condition as that of the unique index


def append(connection: Connection, member: Member, new: NewEvent, client_id: str) -> LoggedEvent:
    """Append an event to the log of the club, which must be locked. If the removal of the club is announced, cancel it.

    ``client_id``: the id of the request.

    :raises QuotaReachedError: a limit of the club is reached; an event that undoes another is always allowed.
    """
    if new.undoes is None:
        check_quota(connection, member, new.kind)
    if member.removal_at is not None:
        cancel_removal_in(connection, member.club_id)
    event: dict[str, Any] = {
        "key": random_key(), "subject": new.subject, "subject_id": new.subject_id, "kind": new.kind,
        "data": dict(new.data), "undoes": new.undoes, "at": new.at or now(), **author_columns(member),
    }  # fmt: skip
    of_club = {"club": member.club_id, "club_id": member.club_id, "client_id": client_id}
    return LoggedEvent(seq=connection.execute(_APPEND, {**of_club, **event}).scalar_one(), **event)
