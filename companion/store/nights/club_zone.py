"""The time zone of a club: set by its organiser, or taken from a phone until then."""

from typing import Any

from sqlalchemy import select, update

from companion.core.words import shown
from companion.store.access.roles import Member
from companion.store.database.models import Club, Night
from companion.store.database.writing import hold, writing
from companion.store.nights.placing import refresh
from companion.store.nights.zones import zone_called
from companion.store.plays.projection import touch


def say_zone(member: Member, name: str) -> str:
    """Set the club's time zone, or unset it if empty; return what is wrong with it, a sentence."""
    if not member.is_organiser:
        raise PermissionError("Only the phone that organises the club can do this.")
    zone = zone_called(name) if name else ""
    if zone is None:
        return f"There is no time zone called “{shown(name)}”. Choose one by its region and city, as Europe/Berlin."
    _put_zone(member.club_id, zone, Club.id == member.club_id)
    return ""


def offer_zone(member: Member, name: str) -> bool:
    """Take a phone's time zone for the club's if none is set; return whether it was taken."""
    if not member.can_write:
        return False
    zone = zone_called(name)
    return bool(zone) and _put_zone(member.club_id, zone or "", Club.timezone == "")


def _put_zone(club: int, zone: str, still: Any) -> bool:
    with writing() as connection:
        hold(connection, Club, club)
        change = update(Club).where(Club.id == club, still, Club.timezone != zone).values(timezone=zone)
        if not connection.execute(change).rowcount:
            return False
        dated = select(Night.id).where(Night.club_id == club, Night.dated.is_not(None))
        refresh(connection, connection.scalars(dated).all())
        touch(connection, club)
    return True
