"""Finding the night for a play, and the time when each night began."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, func, insert, select, update

from companion.store.access.codes import random_key
from companion.store.club.zones import day_of, noon_of, zone_of
from companion.store.database.models import Event, Night, Play
from companion.store.log.events import edit_of

MOST_APART = timedelta(hours=12)
"""Plays that are no further apart than this belong to the same night."""


def night_for(connection: Connection, club: int, moment: datetime) -> int:
    """Return the id of the night for a play that begins at this moment; insert one if none is near.

    Plays in the twelve hours before it come first, then those in the twelve hours after.
    """
    found = near_night(connection, club, moment)
    return insert_night(connection, club, moment) if found is None else found


def insert_night(connection: Connection, club: int, began_at: datetime) -> int:
    """Insert a night; return its id."""
    night = insert(Night).values(key=random_key(), club_id=club, began_at=began_at)
    return int(connection.execute(night.returning(Night.id)).scalar_one())


def near_night(connection: Connection, club: int, moment: datetime, play: int | None = None) -> int | None:
    """Return the id of the night near this moment; None: none is near. ``play``: the id of a play to ignore.

    Plays in the twelve hours before come first: the night of the one that was played last. Otherwise it is the night of
    the first play in the twelve hours after.
    """
    plays = connection.execute(
        select(Play.id, Play.night_id, Play.played_at, Play.until)
        .where(Play.club_id == club, Play.id != (play or 0), Play.night_id.is_not(None))
        .where(Play.until >= moment - MOST_APART, Play.played_at <= moment + MOST_APART)
    ).all()
    found: list[tuple[datetime, int, int]] = []  # a moment, the play, its night
    for one in plays:
        moments = _moments(connection, one.id, one.played_at, one.until, moment)
        found += [(at, one.id, one.night_id) for at in moments]
    # A play that began long ago may have been played until shortly before.
    lately = [one for one in found if moment - MOST_APART <= one[0] <= moment]
    soon = [one for one in found if moment < one[0] <= moment + MOST_APART]
    return max(lately)[2] if lately else min(soon)[2] if soon else None


def _moments(connection: Connection, play: int, begun: datetime, until: datetime, moment: datetime) -> list[datetime]:
    """Return when a play began and was last played, and if ``moment`` is between, also when its rounds were saved."""
    if until <= moment or begun > moment:
        return [begun, until]
    rounds = select(Event.at).where(edit_of(play), Event.kind == "round")
    return [begun, until, *connection.scalars(rounds)]


def update_began_at(connection: Connection, nights: Iterable[int]) -> None:
    """Compute ``began_at`` of nights after their plays or dates have changed: when the first play began.

    If somebody entered another date than that of the first play, the night begins at noon of the entered date. Without
    plays and date, ``began_at`` stays as it is.
    """
    for night in nights:
        row = connection.execute(_BEGAN, {"night": night}).one()
        began = row.started
        if row.dated is not None:
            zone = zone_of(row.club_id, connection)
            if began is None or day_of(began, zone) != row.dated:
                began = noon_of(row.dated, zone)
        if began is not None and began != row.began_at:
            connection.execute(update(Night).where(Night.id == night).values(began_at=began))


_STARTED = func.coalesce(func.min(Play.played_at).filter(~Play.is_discarded), func.min(Play.played_at))
_BEGAN = select(
    Night.club_id,
    Night.dated,
    Night.began_at,
    select(_STARTED).where(Play.night_id == bindparam("night")).scalar_subquery().label("started"),
).where(Night.id == bindparam("night"))
