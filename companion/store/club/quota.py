"""The size of clubs, and the limits of it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Select, Text, bindparam, cast, func, select

from companion.core.words import counted
from companion.store.access.roles import Member
from companion.store.database.base import db
from companion.store.database.caches.cache import MEGABYTE
from companion.store.database.models import Event, Play
from companion.store.database.runtime import runtime

ROW: Final = 256
"""Bytes that an event takes in the database beside its data."""

WAY_OUT: Final = "Ask the operator of the server for more, or export the club and move it elsewhere."


class QuotaReachedError(Exception):
    """A limit of the club is reached; the message is a sentence for the user."""


class ClubSize(NamedTuple):
    """How much a club holds."""

    rounds: int
    """The number of rounds that were saved, undone ones included."""

    bytes: int
    last_at: datetime | None
    """When something was last written; None: never."""

    seq: int
    """The ``seq`` of the last event that is included."""


_NOTHING: Final = ClubSize(0, 0, None, 0)
_COUNTED: Final[tuple[ColumnElement[Any], ...]] = (
    func.count().filter(Event.kind == "round"),
    func.coalesce(func.sum(func.length(cast(Event.data, Text)) + ROW), 0),
    func.max(Event.at),
    func.coalesce(func.max(Event.seq), 0),
)
_SINCE: Final[Select[Any]] = select(*_COUNTED).where(Event.club_id == bindparam("club"), Event.seq > bindparam("seq"))
_PLAYS: Final = select(func.count()).where(Play.club_id == bindparam("club"))
_SIZE_IN_CACHE: Final = 200


def sizes() -> Mapping[int, ClubSize]:
    """Return the size of each club by its id; clubs without events are left out."""
    rows = db.session.execute(select(Event.club_id, *_COUNTED).group_by(Event.club_id))
    return {club: ClubSize(rounds, int(size), last_at, seq) for club, rounds, size, last_at, seq in rows}


def size_of(connection: Connection, club: int) -> ClubSize:
    """Return the size of a club. Only events since the last call are read."""
    known: ClubSize = runtime().cache.get("size", club) or _NOTHING
    rounds, size, last_at, seq = connection.execute(_SINCE, {"club": club, "seq": known.seq}).one()
    found = ClubSize(known.rounds + rounds, known.bytes + int(size), last_at or known.last_at, max(seq, known.seq))
    runtime().cache.put("size", club, value=found, size=_SIZE_IN_CACHE)
    return found


def _count_plays(connection: Connection, club: int) -> int:
    """Return how many plays a club has."""
    return connection.scalar(_PLAYS, {"club": club}) or 0


def check_quota(connection: Connection, member: Member, kind: str) -> None:
    """Check that a club may add an event of this kind. For a start, the row of the new play is inserted already.

    :raises QuotaReachedError: a limit is reached.
    """
    quota, club, reached = member.quota, member.club_id, ""
    size = size_of(connection, club) if quota.bytes or (quota.rounds and kind == "round") else _NOTHING
    if quota.plays and kind == "start" and _count_plays(connection, club) > quota.plays:
        reached = f"has {counted(quota.plays, 'game')}, the most it may have"
    elif quota.rounds and kind == "round" and size.rounds >= quota.rounds:
        reached = f"has {counted(quota.rounds, 'round')}, the most it may have"
    elif quota.bytes and size.bytes >= quota.bytes:
        reached = f"fills the {in_megabytes(quota.bytes)} that it may use"
    if reached:
        raise QuotaReachedError(f"This club {reached}. {WAY_OUT}")


def check_imported(connection: Connection, club: int) -> None:
    """Check that a club that was just imported is within the limits.

    :raises QuotaReachedError: it exceeds one.
    """
    quota, plays = runtime().quota, _count_plays(connection, club)
    # Not by ``size_of``, whose cache would outlast an import that is rolled back.
    size = ClubSize(*connection.execute(_SINCE, {"club": club, "seq": 0}).one())
    for most, has, what in (
        (quota.plays, plays, counted(quota.plays, "game")),
        (quota.rounds, size.rounds, counted(quota.rounds, "round")),
        (quota.bytes, size.bytes, in_megabytes(quota.bytes)),
    ):
        if most and has > most:
            raise QuotaReachedError(f"A club may have at most {what} here, and this one has more.")


def in_megabytes(number: int) -> str:
    """Format a number of bytes: “1.5 MB”."""
    return f"{number / MEGABYTE:.1f} MB"
