"""Parsing and formatting dates and times of inputs."""

from datetime import date, datetime, time, timedelta
from typing import Final

from companion.core.entry.problems import Problem
from companion.store.club.zones import zone_of
from companion.store.database.base import now
from companion.store.plays.play_lists import last_played

EARLIEST: Final = date(1900, 1, 1)
USUAL_TIME: Final = time(20)
"""The time of a play for which only the date is given."""


def parse_moment(club: int, on: str, at: str) -> datetime | list[Problem]:
    """Return the moment of a date and time in the time zone of a club; if one is invalid, the problem with it.

    ``on``, ``at``: the date and the time as typed. Without a time, it is ``USUAL_TIME`` or later: after everything
    that was played on that date, but not on the next day or in the future.
    """
    zone = zone_of(club)
    try:
        day = date.fromisoformat(on)
    except ValueError:
        return [Problem("on", "Give the date as year, month and day, such as 2026-11-20.")]
    if day < EARLIEST:
        return [Problem("on", f"Give a date from {EARLIEST.year} on.")]
    if day > now().astimezone(zone).date():
        return [Problem("on", "That day is in the future.")]
    if at:
        try:
            moment = datetime.combine(day, time.fromisoformat(at), zone)
        except ValueError:
            return [Problem("at", "Give the time as hours and minutes, such as 20:15.")]
    else:
        begin, end = (datetime.combine(day + timedelta(days=number), time(), zone) for number in (0, 1))
        last = last_played(club, begin, end) or begin
        moment = max(datetime.combine(day, USUAL_TIME, zone), last + timedelta(minutes=1))
        moment = min(moment, end - timedelta(microseconds=1), now())
    return moment if moment <= now() else [Problem("at", "That is in the future: give a time in the past.")]


def date_and_time(moment: datetime, club: int) -> tuple[str, str]:
    """Format a moment for the two inputs, in the time zone of a club."""
    local = moment.astimezone(zone_of(club))
    return local.date().isoformat(), f"{local:%H:%M}"
