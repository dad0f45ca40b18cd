"""The only way to write into the log of a club: commands, carried out by ``write``."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, bindparam, func, insert, literal_column, select
from sqlalchemy.orm import aliased

from companion.store.access.codes import random_key
from companion.store.access.idle import keep_club
from companion.store.access.members import author_columns
from companion.store.access.quota import check_quota
from companion.store.access.roles import Member, needs_writer
from companion.store.database.base import db, now
from companion.store.database.models import Club, Event
from companion.store.database.writing import bump_club_mark, lock_row, writing
from companion.store.log.events import PLAY, LoggedEvent, event_of
from companion.store.log.results import Refused, Stale, Written

WriteResult = Written | Refused | Stale

Seen = TypeVar("Seen")
"""The type of what a command reads before it decides."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event to be written."""

    subject: str
    """The kind of thing that it is about, such as ``play``."""

    subject_id: int | None
    """The id of that thing; None: it has no row."""

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    undoes: int | None = None
    """The ``seq`` of the event that it undoes."""

    at: datetime | None = None
    """The time of the event; None: now."""


Decision = NewEvent | Refused | Stale | None
"""The event that a command writes, or why it writes none; None: there is nothing to change."""


class Command(ABC, Generic[Seen]):
    """A change that a member asks for, from the check of rights to the update of other rows."""

    def permit(self, member: Member) -> None:
        """Check that the member may do this.

        :raises PermissionError: the member is a viewer.
        """
        needs_writer(member)

    def repeated(self, connection: Connection, club: int, client_id: str) -> LoggedEvent | None:
        """Return the event that an earlier command with this ``client_id`` wrote, or None."""
        return event_of(club, Event.client_id == client_id, _OF_NO_PLAY, by=connection)

    @abstractmethod
    def read(self, connection: Connection, member: Member) -> Seen:
        """Read everything that ``decide`` needs, inside the transaction.

        It may insert rows that the event refers to; they are rolled back if no event is written.
        """

    @abstractmethod
    def decide(self, seen: Seen) -> Decision:
        """Return the event to write, or why there is none, without reading database or clock."""

    def project(self, connection: Connection, club: int, event: LoggedEvent) -> None:
        """Update the rows that are computed from events; by default there are none."""

    def touch(self, connection: Connection, club: int) -> None:
        """Bump the club's change counter after the event was written."""
        bump_club_mark(connection, club)


class _NothingWrittenError(Exception):
    """Rolls the transaction back, so that nothing of the command stays."""

    def __init__(self, result: Refused | Stale) -> None:
        super().__init__(result)
        self.result = result


def write(member: Member, command: Command[Seen], client_id: str) -> WriteResult:
    """Carry out a command in one transaction with the club locked; a repeated ``client_id`` writes nothing.

    :raises PermissionError: the member may not do this.
    """
    command.permit(member)
    club = member.club_id
    try:
        with writing() as connection:
            lock_row(connection, Club, club)
            there = command.repeated(connection, club, client_id)
            if there is not None:
                return Written(there, repeated=True)
            decision = command.decide(command.read(connection, member))
            if isinstance(decision, Refused | Stale):
                raise _NothingWrittenError(decision)
            if decision is None:
                return Written(None, repeated=True)
            event = append(connection, member, decision, client_id)
            command.project(connection, club, event)
            command.touch(connection, club)
            return Written(event)
    except _NothingWrittenError as nothing:
        return nothing.result
    finally:
        db.session.rollback()  # what the session has read is outdated now


_OTHER = aliased(Event)
_NEXT = select(func.coalesce(func.max(_OTHER.seq), 0) + 1).where(_OTHER.club_id == bindparam("club"))
_APPEND = insert(Event).values(seq=_NEXT.scalar_subquery()).returning(Event.seq)
_OF_NO_PLAY = Event.subject != literal_column(f"'{PLAY}'")  # as the index has it


def append(connection: Connection, member: Member, new: NewEvent, client_id: str) -> LoggedEvent:
    """Append an event to the log of the club, which must be locked.

    :raises QuotaReachedError: a limit of the club is reached.
    """
    if new.undoes is None:
        check_quota(connection, member, new.kind)
    if member.removal_at is not None:
        keep_club(connection, member.club_id)
    event: dict[str, Any] = {
        "key": random_key(), "subject": new.subject, "subject_id": new.subject_id, "kind": new.kind,
        "data": dict(new.data), "undoes": new.undoes, "at": new.at or now(), **author_columns(member),
    }  # fmt: skip
    of_club = {"club": member.club_id, "club_id": member.club_id, "client_id": client_id}
    return LoggedEvent(seq=connection.execute(_APPEND, {**of_club, **event}).scalar_one(), **event)
