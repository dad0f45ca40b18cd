"""The models of what the server keeps beside clubs and plays: its days, key, operator's log, API calls and erasures."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import CheckConstraint, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from companion.store.database.base import Base, now
from companion.store.database.models import ClubColumn, IdColumn, value_constraint


class Day(Base):
    """A day on which the app ran, by its clock. Time is counted in such days, since a clock may be wrong."""

    on: Mapped[date] = mapped_column("date", primary_key=True)


class KeyMark(IdColumn, Base):
    """The mark of the secret key that belongs to this database: one row."""

    __table_args__ = (CheckConstraint("id = 1", name="only"),)

    mark: Mapped[str] = mapped_column(String(8))


class OperatorAct(IdColumn, Base):
    """An entry of the operator's log."""

    at: Mapped[datetime] = mapped_column(default=now)
    who: Mapped[str] = mapped_column(String(60))
    """The system account."""

    what: Mapped[str] = mapped_column(String(20))
    """The command."""

    club_id: Mapped[int | None] = mapped_column(index=True)
    """The club, which may be deleted; null: none."""

    detail: Mapped[str] = mapped_column(String(200))


class ApiCall(IdColumn, ClubColumn, Base):
    """A request that a program sent, by its idempotency key."""

    __table_args__ = (UniqueConstraint("club_id", "client_id"),)

    client_id: Mapped[str] = mapped_column(String(40))
    digest: Mapped[str] = mapped_column(String(64))
    """The hash of the request's body."""

    status: Mapped[int | None]
    answer: Mapped[dict[str, Any] | None]
    """Null: there is no answer yet."""

    at: Mapped[datetime] = mapped_column(default=now)


class Erasure(IdColumn, Base):
    """A record of an erasure. While one is open, triggers allow changes of the log."""

    __table_args__ = (value_constraint("what", "club", "name"),)

    club_id: Mapped[int] = mapped_column(index=True)
    """The club, which may be deleted."""

    what: Mapped[str] = mapped_column(String(10))
    at: Mapped[datetime] = mapped_column(default=now)
    open: Mapped[bool]
    """Whether it is under way; true only inside its transaction."""
