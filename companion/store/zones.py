"""The time zone of a club: on which date something was played there."""

from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo

from sqlalchemy import select

from companion.store.base import db
from companion.store.models import Club, Play


def zone_named(name: str) -> tzinfo:
    """The zone that IANA calls so; UTC where there is none."""
    try:
        return ZoneInfo(name) if name else UTC
    except (OSError, ValueError, LookupError):  # not there any more, or never was
        return UTC


def zone_of(club: int) -> tzinfo:
    """The zone in which a club plays; UTC where nobody said."""
    return zone_named(db.session.scalar(select(Club.timezone).where(Club.id == club)) or "")


def last_played(club: int, begin: datetime, end: datetime) -> datetime | None:
    """The last moment of playing of what began between two moments; None: nothing did."""
    played = select(Play.until).where(Play.club_id == club, Play.played_at >= begin, Play.played_at < end)
    return db.session.scalar(played.order_by(Play.until.desc()).limit(1))
