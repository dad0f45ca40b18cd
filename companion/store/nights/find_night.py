"""Which night a play belongs to, and when each night began."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection, bindparam, func, insert, select, update

from companion.store.access.codes import random_key
from companion.store.database.base import db
from companion.store.database.models import Event, Night, Play
from companion.store.log.events import SLOT, edit_of
from companion.store.nights.zones import day_of, noon_of, zone_of
from companion.store.plays.play_state import PlayState

APART = timedelta(hours=12)
"""What is played no longer than this after something else belongs to the same night."""


@dataclass(frozen=True, slots=True)
class NightRow:
    """The row of a night."""

    id: int
    key: str
    name: str
    began_at: datetime


_NIGHT = select(Night.id, Night.key, Night.name, Night.began_at)


def night_row(club: int, key: str) -> NightRow | None:
    """Return the row of the night with this key; None: the club has no such night."""
    row = db.session.execute(_NIGHT.where(Night.key == key, Night.club_id == club)).first()
    return NightRow(*row) if row else None


def night_of_play(state: PlayState) -> NightRow | None:
    """Return the night of a play."""
    row = db.session.execute(_NIGHT.where(Night.id == (state.details.night or 0))).first()
    return NightRow(*row) if row else None


def night_for(connection: Connection, club: int, moment: datetime, play: int | None = None) -> int:
    """Return the id of the night for a play that begins at this moment; a new night where none is near.

    It is the night of what was last played in the twelve hours before, else of what was first played in the twelve
    hours after. ``play``: one that is not looked at itself.
    """
    found = near_night(connection, club, moment, play)
    if found is not None:
        return found
    values = {"key": random_key(), "club_id": club, "began_at": moment, "present": []}
    return int(connection.execute(insert(Night).values(**values).returning(Night.id)).scalar_one())


def near_night(connection: Connection, club: int, moment: datetime, play: int | None) -> int | None:
    """Return the id of the night near this moment; None: none is near."""
    plays = connection.execute(
        select(Play.id, Play.night_id, Play.played_at, Play.until)
        .where(Play.club_id == club, Play.id != (play or 0), Play.night_id.is_not(None))
        .where(Play.until >= moment - APART, Play.played_at <= moment + APART)
    ).all()
    before: list[tuple[datetime, int, int]] = []
    after: list[tuple[datetime, int, int]] = []
    for one in plays:
        for at in _moments(connection, one.id, one.played_at, one.until, moment):
            (before if at <= moment else after).append((at, one.id, one.night_id))
    lately = [one for one in before if one[0] >= moment - APART]
    soon = [one for one in after if one[0] <= moment + APART]
    return max(lately)[2] if lately else min(soon)[2] if soon else None


def _moments(connection: Connection, play: int, begun: datetime, until: datetime, moment: datetime) -> list[datetime]:
    """Yield the moments that decide on a play's night; rounds are read only where they can matter."""
    if until <= moment or begun > moment:
        return [begun, until]
    first = select(func.min(Event.at)).where(edit_of(play), Event.kind == "round").group_by(SLOT)
    return [begun, until, *connection.scalars(first)]


def update_begins(connection: Connection, nights: Iterable[int]) -> None:
    """Update the begin of nights after plays moved in or out.

    A night that was given another date than that of its first start began at noon of that date, as far as lists go.
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
