"""Clearing clubs that were started and never used, and devices that are in no club.

Time is counted in days on which the app ran, each stored once. So a wrong clock adds a single day, whatever it shows,
and days on which the app did not run do not count.
"""

import logging
from contextlib import AbstractContextManager, suppress
from datetime import UTC, date, datetime, time

from sqlalchemy import ColumnElement, Select, and_, delete, exists, func, insert, not_, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased

from companion.core.words import counted
from companion.store.database.background import repeat_in_background
from companion.store.database.base import AppContext, Base, db, now
from companion.store.database.models import Club, Device, Membership
from companion.store.database.runtime import runtime
from companion.store.database.service_models import Day
from companion.store.database.writing import writing

DAYS = 30
"""An unused club is cleared after the app has run on so many days since its only device was last seen."""

BATCH = 50
"""How many clubs or devices are cleared in one transaction."""

CHECK_SECONDS = 3600
"""Seconds between two checks whether a new day has begun."""

_log = logging.getLogger("companion.unused")


def clear_unused() -> int:
    """Record that the app runs today, and clear unused clubs and devices; return the number of clubs cleared.

    If nothing can ever become unused, nothing is written.
    """
    if not _can_anything_become_unused():
        return 0
    _record_day(now().date())
    since = _unused_before()
    if since is None:
        return 0
    cleared = _clear_clubs(since)
    _clear_devices(since)
    if cleared and db.session.scalar(select(Club.id).limit(1)) is None:
        runtime().paths.remove_marker()
    return cleared


def _can_anything_become_unused() -> bool:
    """Return whether there is an empty club with one device, or a device in no club, even if seen just now.

    Without one, there is nothing to count days for.
    """
    ever = datetime.max.replace(tzinfo=UTC)
    clubs, devices = select(Club.id).where(_is_unused(ever)), select(Device.id).where(_is_in_no_club(ever))
    return any(db.session.scalar(found.limit(1)) is not None for found in (clubs, devices))


def _record_day(today: date) -> None:
    """Record that the app runs on this day."""
    if db.session.scalar(select(Day.on).where(Day.on == today)) is None:
        with suppress(IntegrityError), writing() as connection:  # another process may be quicker
            connection.execute(insert(Day).values(on=today))


def _unused_before() -> datetime | None:
    """Return the moment before which something counts as unused; None while there are too few days to tell.

    It is the start of the latest day since which the app has run on ``DAYS`` other days.
    """
    ran = select(Day.on).where(Day.on <= now().date()).order_by(Day.on.desc()).offset(DAYS).limit(1)
    found = db.session.scalar(ran)
    return None if found is None else datetime.combine(found, time(), UTC)


def _clear_in_batches(model: type[Club | Device], query: Select[int], unused: ColumnElement[bool]) -> int:
    """Delete unused clubs or devices in small transactions, so that writers never wait long; return how many.

    ``query``: locks unused rows; ``unused``: the condition, checked again after locking, because somebody may have
    written just before. After locking, nobody can write.
    """
    cleared = 0
    while True:
        with writing() as connection:
            locked = connection.scalars(query.limit(BATCH)).all()
            gone = connection.scalars(select(model.id).where(model.id.in_(locked), unused)).all()
            if model is Club:
                connection.execute(delete(Membership).where(Membership.club_id.in_(gone)))
            connection.execute(delete(model).where(model.id.in_(gone)))
        if not gone:
            return cleared
        cleared += len(gone)


def _clear_clubs(since: datetime) -> int:
    """Delete empty clubs that nobody has used since a moment (see ``_is_unused``); return how many."""
    unused = _is_unused(since)
    query = (
        select(Club.id)
        .join(Membership, Membership.club_id == Club.id)
        .join(Device, Device.id == Membership.device_id)
        .where(unused)
        .with_for_update(of=(Club, Device), skip_locked=True)
    )
    return _clear_in_batches(Club, query, unused)


def _is_unused(since: datetime) -> ColumnElement[bool]:
    """Return the condition that nobody has used a club since a moment.

    It has no name, no content and only one device, which was neither seen nor joined since then.
    """
    membership, device = aliased(Membership), aliased(Device)
    devices = select(func.count()).where(membership.club_id == Club.id).scalar_subquery()
    lately = exists().where(
        membership.club_id == Club.id,
        membership.device_id == device.id,
        or_(device.seen_at >= since, membership.joined_at >= since),
    )
    return and_(Club.name == "", Club.created_at < since, devices == 1, not_(lately), *map(not_, _written_in_club()))


def _written_in_club() -> list[ColumnElement[bool]]:
    """Return, for each column that refers to clubs, the condition that a row has the club; without memberships."""
    club, membership = Club.__table__, Membership.__table__
    return [
        exists().where(column == Club.id)
        for table in Base.metadata.sorted_tables
        if table is not membership
        for column in table.columns
        if any(key.column.table is club for key in column.foreign_keys)
    ]


def _clear_devices(since: datetime) -> int:
    """Delete devices that are in no club and were not seen since a moment; return how many."""
    unused = _is_in_no_club(since)
    return _clear_in_batches(Device, select(Device.id).where(unused).with_for_update(skip_locked=True), unused)


def _is_in_no_club(since: datetime) -> ColumnElement[bool]:
    """Return the condition that a device is in no club and was neither added nor seen since a moment."""
    none = not_(exists().where(Membership.device_id == Device.id))
    return and_(Device.seen_at < since, Device.created_at < since, none)


class Clearer:
    """Clears unused clubs and devices at the start of the app and once a day."""

    def __init__(self, inside: AppContext) -> None:
        """``inside``: opens a context of the app."""
        self._inside = inside
        self._cleared_on: date | None = None
        self._has_logged_error = False

    def clear_if_new_day(self) -> None:
        """Clear if a new day has begun; an error is logged once."""
        today = now().date()
        if today == self._cleared_on:
            return
        try:
            with self._inside():
                cleared = clear_unused()
        except Exception:  # it must not end the thread; the next check tries again
            if not self._has_logged_error:
                _log.exception("Unused clubs could not be deleted.")
            self._has_logged_error = True
            return
        self._cleared_on, self._has_logged_error = today, False
        if cleared:
            _log.warning("Deleted %s in which nothing was ever entered.", counted(cleared, "unused club"))


def clearing_daily(inside: AppContext) -> AbstractContextManager[None]:
    """Clear unused clubs and devices in the background during this block."""
    return repeat_in_background(Clearer(inside).clear_if_new_day, CHECK_SECONDS, "unused")
