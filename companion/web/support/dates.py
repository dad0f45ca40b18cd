"""Parsing and formatting dates and times of inputs."""

from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final

from companion.store.database.base import now
from companion.store.nights.zones import last_played, zone_of

EARLIEST: Final = date(1900, 1, 1)
USUAL_TIME: Final = time(20)
"""The time of an evening for which none is given."""


class InvalidMomentError(ValueError):
    """A date or time is invalid; the message says what to change."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field
        """Which of the two inputs is invalid: ``on`` or ``at``."""
        self.sentence = sentence


def parse_moment(club: int, on: str, at: str) -> datetime:
    """Return the moment of a date and time in the time zone of a club.

    ``on``, ``at``: the date and the time as typed. Without a time, it is ``USUAL_TIME`` or later: after everything
    that was played on that date, but not on the next day or in the future.

    :raises InvalidMomentError: the date or time is invalid, or in the future.
    """
    zone = zone_of(club)
    day = _parse_date(on, zone)
    if at:
        moment = datetime.combine(day, _parse_time(at), zone)
    else:
        begin, end = (datetime.combine(day + timedelta(days=number), time(), zone) for number in (0, 1))
        last = last_played(club, begin, end) or begin
        moment = max(datetime.combine(day, USUAL_TIME, zone), last + timedelta(minutes=1))
        moment = min(moment, end - timedelta(microseconds=1), now())
    if moment > now():
        raise InvalidMomentError("at" if at else "on", "That is in the future: give a time in the past.")
    return moment


def _parse_date(text: str, zone: tzinfo) -> date:
    """Return the date of an input.

    :raises InvalidMomentError: the date is invalid, too early, or in the future.
    """
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise InvalidMomentError("on", "Give the date as year, month and day, such as 2026-11-20.") from None
    if day < EARLIEST:
        raise InvalidMomentError("on", f"Give a date from {EARLIEST.year} on.")
    if day > now().astimezone(zone).date():
        raise InvalidMomentError("on", "That day is in the future.")
    return day


def _parse_time(text: str) -> time:
    """Return the time of an input.

    :raises InvalidMomentError: the time is invalid.
    """
    try:
        return time.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        raise InvalidMomentError("at", "Give the time as hours and minutes, such as 20:15.") from None


def date_and_time(moment: datetime, club: int) -> tuple[str, str]:
    """Format a moment for the two inputs, in the time zone of a club."""
    local = moment.astimezone(zone_of(club))
    return local.date().isoformat(), f"{local:%H:%M}"
