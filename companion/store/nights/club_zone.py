"""The time zone of a club: set by its organiser, or until then taken from a phone."""

from typing import Any

from sqlalchemy import select, update

from companion.core.words import quoted
from companion.store.access.roles import Member, require_organiser
from companion.store.club.zones import canonical_zone_name
from companion.store.database.models import Club, Night
from companion.store.database.writing import bump_club_mark, lock_row, writing
from companion.store.plays.find_night import update_began_at


def set_zone(member: Member, name: str) -> str:
    """Set the club's time zone, or unset it if the name is empty; return an error message, or an empty text.

    :raises PermissionError: the member is no organiser.
    """
    require_organiser(member)
    zone = canonical_zone_name(name) if name else ""
    if zone is None:
        return f"There is no time zone called “{quoted(name)}”. Give region and city, such as Europe/Berlin."
    _update_zone(member.club_id, zone, Club.id == member.club_id)
    return ""


def suggest_zone(member: Member, name: str) -> None:
    """Set the club's time zone to that of a phone, unless one is set.

    A viewer's phone and an unknown name change nothing.
    """
    zone = canonical_zone_name(name)
    if zone and member.can_write:
        _update_zone(member.club_id, zone, Club.timezone == "")


def _update_zone(club: int, zone: str, condition: Any) -> None:
    """Set the zone of a club, and recompute when its nights with a date begin.

    ``condition``: the SQL condition on the club under which the zone is set.
    """
    with writing() as connection:
        lock_row(connection, Club, club)
        change = update(Club).where(Club.id == club, condition, Club.timezone != zone).values(timezone=zone)
        if connection.execute(change).rowcount:
            dated = select(Night.id).where(Night.club_id == club, Night.dated.is_not(None))
            update_began_at(connection, connection.scalars(dated).all())
            bump_club_mark(connection, club)
