"""Erasing a whole club. Only this and erasing a name (``erasing.erase_name``) ever change or delete events."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from companion.store.access.roles import Member, require_organiser
from companion.store.database.models import (
    Club,
    Draft,
    EarlierPart,
    Event,
    Membership,
    Night,
    Part,
    Play,
    Player,
    Screen,
)
from companion.store.database.runtime import runtime
from companion.store.database.service_models import ApiCall, Erasure
from companion.store.database.writing import lock_row, writing


class _ConditionNotMetError(Exception):
    """Rolls an erasure back: the club does not meet the conditions."""


@contextmanager
def erasure(club: int, what: str) -> Iterator[Connection]:
    """Open a transaction that may change the log of a club, and record the erasure; clear the caches afterwards.

    Triggers refuse such changes unless an erasure of the club is open. ``what``: “club” or “name”.
    """
    with writing(takes_long=True) as connection:
        lock_row(connection, Club, club)
        opened = insert(Erasure).values(club_id=club, what=what, open=True)
        number = connection.execute(opened.returning(Erasure.id)).scalar_one()
        yield connection
        connection.execute(update(Erasure).where(Erasure.id == number).values(open=False))
    runtime().cache.clear()
    runtime().polls.forget_pollers()


def delete_club(member: Member) -> None:
    """Delete the member's club with everything that was ever written in it.

    :raises PermissionError: the member is no organiser.
    """
    require_organiser(member)
    erase_club(member.club_id)


def erase_club(club: int, *where: ColumnElement[bool]) -> bool:
    """Delete a club with everything in it; return False if a condition does not hold.

    ``where``: conditions on the row of the club, checked while it is locked.
    """
    try:
        with erasure(club, "club") as connection:
            if connection.scalar(select(Club.id).where(Club.id == club, *where)) is None:
                raise _ConditionNotMetError
            _delete_rows(connection, club)
    except _ConditionNotMetError:
        return False
    return True


def _delete_rows(connection: Connection, club: int) -> None:
    """Delete all rows of a club, and the club itself."""
    plays = select(Play.id).where(Play.club_id == club)
    for row in (Draft, Part, EarlierPart, Screen):
        connection.execute(delete(row).where(row.play_id.in_(plays)))
    connection.execute(delete(Play).where(Play.club_id == club))
    for row_of_club in (Event, Night, Membership, Player, ApiCall):
        connection.execute(delete(row_of_club).where(row_of_club.club_id == club))
    connection.execute(delete(Club).where(Club.id == club))
