"""Time zones: where a club plays, and on which date something was there."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, tzinfo
from functools import cache, lru_cache
from zoneinfo import ZoneInfo, available_timezones

from sqlalchemy import BindParameter, Connection, bindparam, select

from companion.store.database.base import db
from companion.store.database.models import Club, Play
from companion.store.database.reading import reading

NOT_PLACES = frozenset({"localtime", "Factory", "posixrules"})
"""Names that some computers have beside those of places."""

REGIONS = (
    "Africa/", "America/", "Antarctica/", "Arctic/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/",
    "Pacific/",
)  # fmt: skip

_CLUB: BindParameter[int] = bindparam("club")
_ZONE = select(Club.timezone).where(Club.id == _CLUB)


@cache
def _known() -> Mapping[str, str]:
    """Every zone of the tables, by its name in small letters."""
    return {name.casefold(): name for name in available_timezones() - NOT_PLACES}


@cache
def places() -> tuple[str, ...]:
    """The zones to choose from, by region and city; others are known, too."""
    return ("UTC", *sorted(name for name in _known().values() if name.startswith(REGIONS)))


def zone_called(text: str) -> str | None:
    """The zone that somebody means, as the tables name it; None: there is none of that name."""
    return _known().get("_".join(text.split()).casefold())


@lru_cache(maxsize=64)
def zone_named(name: str) -> tzinfo:
    """A zone by name; where nobody has said one, or this computer does not know it, that of no place, UTC."""
    known = zone_called(name)
    return ZoneInfo(known) if known else UTC


def name_of_zone(club: int, by: Connection | None = None) -> str:
    """The zone that a club plays in; empty: nobody has said."""
    return (by or reading()).scalar(_ZONE, {"club": club}) or ""


def zone_of(club: int, by: Connection | None = None) -> tzinfo:
    """The zone in which a club plays; UTC where nobody said."""
    return zone_named(name_of_zone(club, by))


def day_of(moment: datetime, zone: tzinfo) -> date:
    """The day of a moment in a zone."""
    return local(moment, zone).date()


def local(moment: datetime, zone: tzinfo) -> datetime:
    """A moment in a zone; at the ends of time, where no other zone reaches, as it is."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment


def noon_of(day: date, zone: tzinfo) -> datetime:
    """Noon of a day in a zone, in UTC."""
    return datetime.combine(day, time(12), zone).astimezone(UTC)


def begin_of(day: date, zone: tzinfo) -> datetime:
    """When a day begins in a zone, in UTC."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def last_played(club: int, begin: datetime, end: datetime) -> datetime | None:
    """The last moment of playing of what began between two moments; None: nothing did."""
    played = select(Play.until).where(Play.club_id == club, Play.played_at >= begin, Play.played_at < end)
    return db.session.scalar(played.order_by(Play.until.desc()).limit(1))
