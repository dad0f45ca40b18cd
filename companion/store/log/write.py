"""The one way to write in the log of a club."""

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
"""What a command looks at."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event that is to be written."""

    subject: str
    """What sort of thing it is about."""

    subject_id: int | None
    """The row of that; None: it is about none."""

    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)
    undoes: int | None = None
    """The place in the log of the event that it undoes."""

    at: datetime | None = None
    """When it was written; None: now."""


Decision = NewEvent | Refused | Stale | None
"""What a command comes to; None: it is so already."""


class Command(ABC, Generic[Seen]):
    """A change that somebody asks for."""

    def permit(self, member: Member) -> None:
        """Let a phone write it that may score.

        :raises PermissionError: the phone may only look on.
        """
        needs_writer(member)

    def repeated(self, connection: Connection, club: int, client_id: str) -> LoggedEvent | None:
        """Return the event that the same ``client_id`` has written already; None: there is none."""
        return event_of(club, Event.client_id == client_id, _OF_NO_PLAY, by=connection)

    @abstractmethod
    def read(self, connection: Connection, member: Member) -> Seen:
        """Return what the command looks at, inside the transaction that writes it.

        It may add rows that the event names for the first time: unless the event is written, they go again.
        """

    @abstractmethod
    def decide(self, seen: Seen) -> Decision:
        """Return the event to write, or why not; reads neither database nor clock."""

    @abstractmethod
    def project(self, connection: Connection, club: int, event: LoggedEvent) -> None:
        """Update the rows that follow from the events."""

    def touch(self, connection: Connection, club: int) -> None:
        """Bump the club's change counter."""
        bump_club_mark(connection, club)


class _NothingWrittenError(Exception):
    """Rolls the transaction back: nothing of the command stays."""

    def __init__(self, result: Refused | Stale) -> None:
        super().__init__(result)
        self.result = result


def write(member: Member, command: Command[Seen], client_id: str) -> WriteResult:
    """Carry out a command in one transaction with the club locked; the same ``client_id`` again writes nothing more.

    :raises PermissionError: the phone may only look on.
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
        db.session.rollback()  # what the command read by the session is from before it was written


_OTHER = aliased(Event)
_NEXT = select(func.coalesce(func.max(_OTHER.seq), 0) + 1).where(_OTHER.club_id == bindparam("club"))
_APPEND = insert(Event).values(seq=_NEXT.scalar_subquery()).returning(Event.seq)
_OF_NO_PLAY = Event.subject != literal_column(f"'{PLAY}'")  # as the index has it


def append(connection: Connection, member: Member, new: NewEvent, client_id: str) -> LoggedEvent:
    """Append an event to the log of the club, which must be locked.

    :raises QuotaReachedError: the club may hold no more.
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
