"""Clubs in which nobody writes any more: their members are warned before the club is removed."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, and_, func, select, update

from companion.store.database.base import db, now
from companion.store.database.models import Club, Event
from companion.store.database.writing import bump_club_mark, writing

_EVENTS = select(Event.at).where(Event.club_id == Club.id).correlate(Club)
_LAST_AT = _EVENTS.order_by(Event.seq.desc()).limit(1).scalar_subquery()


def _is_idle(days: int) -> ColumnElement[bool]:
    """Return the condition that for ``days`` days nothing was written in a club and nobody cancelled its removal.

    A blocked club is never idle.
    """
    since = now() - timedelta(days=days)
    confirmed, last = func.coalesce(Club.kept_at, Club.created_at), func.coalesce(_LAST_AT, Club.created_at)
    return and_(~Club.is_blocked, confirmed < since, last < since)


def is_removal_due(days: int) -> ColumnElement[bool]:
    """Return the condition that a club has been idle for ``days`` days and the date of its removal has come."""
    return and_(_is_idle(days), Club.removal_at <= now())


def clubs_to_remove(days: int) -> list[int]:
    """Return the ids of idle clubs whose date of removal has come."""
    return list(db.session.scalars(select(Club.id).where(is_removal_due(days)).order_by(Club.id)))


def warn_clubs(days: int, notice: int) -> list[int]:
    """Announce the removal of idle clubs in ``notice`` days on their pages; return the ids of these clubs.

    Clubs whose removal is announced already are left out.
    """
    at: datetime = now() + timedelta(days=notice)
    with writing() as connection:
        change = update(Club).where(_is_idle(days), Club.removal_at.is_(None)).values(removal_at=at, mark=Club.mark + 1)
        return sorted(connection.scalars(change.returning(Club.id)))


def cancel_removal_in(connection: Connection, club: int) -> None:
    """Cancel the planned removal of a club, inside a transaction."""
    bump_club_mark(connection, club, removal_at=None, kept_at=now())


def cancel_removal(club: int) -> None:
    """Cancel the planned removal of a club, because a member has asked for it."""
    with writing() as connection:
        cancel_removal_in(connection, club)
