"""Time zones of clubs, and local dates."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, tzinfo
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import Connection, bindparam, select

from companion.store.database.models import Club
from companion.store.database.plain_connection import plain_connection

NOT_PLACES = frozenset({"localtime", "Factory", "posixrules"})
"""Names in the system's list of zones that are no places."""

_ZONE = select(Club.timezone).where(Club.id == bindparam("club"))


@cache
def _known_zones() -> Mapping[str, str]:
    """Return the names of all known zones by their casefolded names."""
    return {name.casefold(): name for name in available_timezones() - NOT_PLACES}


def canonical_zone_name(text: str) -> str | None:
    """Return the IANA name of a zone as somebody typed it; None: there is none."""
    return _known_zones().get("_".join(text.split()).casefold())


@lru_cache(maxsize=64)
def zone_named(name: str) -> tzinfo:
    """Return a zone by name; UTC if the name is empty or unknown to this system."""
    known = canonical_zone_name(name)
    return ZoneInfo(known) if known else UTC


def name_of_zone(club: int, connection: Connection | None = None) -> str:
    """Return the name of a club's zone; empty: none is set. ``connection``: of a transaction."""
    return (connection or plain_connection()).scalar(_ZONE, {"club": club}) or ""


def zone_of(club: int, connection: Connection | None = None) -> tzinfo:
    """Return a club's zone; UTC if none is set. ``connection``: of a transaction."""
    return zone_named(name_of_zone(club, connection))


def day_of(moment: datetime, zone: tzinfo) -> date:
    """Return the date of a moment in a time zone."""
    return local_time(moment, zone).date()


def local_time(moment: datetime, zone: tzinfo) -> datetime:
    """Convert a moment to a zone; at the ends of the calendar it stays unchanged."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment


def noon_of(day: date, zone: tzinfo) -> datetime:
    """Return noon of a day in a zone, in UTC."""
    return datetime.combine(day, time(12), zone).astimezone(UTC)


def start_of_day(day: date, zone: tzinfo) -> datetime:
    """Return the start of a day in a zone, in UTC."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def year_bounds(year: int, zone: tzinfo) -> tuple[datetime, datetime]:
    """Return the start of a year in a zone and that of the next, in UTC."""
    return start_of_day(date(year, 1, 1), zone), start_of_day(date(year + 1, 1, 1), zone)
