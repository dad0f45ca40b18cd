"""The nights of a club as a calendar file."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

PRODUCT = "-//Companion//Evenings//EN"
SHORTEST = timedelta(minutes=30)
"""The shortest length of a night in the calendar."""


@dataclass(frozen=True, slots=True)
class CalendarNight:
    """A night as a calendar event."""

    key: str
    """The same in every export, so that a calendar that imports the file again gets no duplicates."""

    name: str
    day: date
    """The date of the night in the club's time zone."""

    begun: datetime | None
    """None if only the day is known."""

    until: datetime | None
    changed_at: datetime
    """When the night was last changed."""

    place: str = ""
    description: str = ""


def calendar(club: str, nights: Iterable[CalendarNight]) -> bytes:
    """Return the calendar file of a club. A night lasts the whole day if only its day is known.

    Times are in UTC, so that every calendar shows them in its reader's time zone. ``club``: the name of the club.
    """
    from icalendar import Calendar, Event, vText  # its import takes a tenth of a second, and few ask for a calendar

    made = Calendar()
    made.add("prodid", PRODUCT)
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", vText(_plain(club)))
    for night in nights:
        event = Event()
        event.add("uid", f"{night.key}@companion")
        event.add("dtstamp", night.changed_at.astimezone(UTC).replace(microsecond=0))
        event.add("summary", _plain(night.name))
        if night.begun is None:
            event.add("dtstart", night.day)
            event.add("dtend", night.day + timedelta(days=1))
        else:
            begun = night.begun.astimezone(UTC).replace(microsecond=0)
            until = (night.until or night.begun).astimezone(UTC).replace(microsecond=0)
            event.add("dtstart", begun)
            event.add("dtend", max(until, begun + SHORTEST))
        for name, text in (("location", night.place), ("description", night.description)):
            if text:
                event.add(name, _plain(text))
        made.add_component(event)
    return bytes(made.to_ical())


def _plain(text: str) -> str:
    """Return a text with blanks for characters that a calendar cannot contain; line ends are kept."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join("".join(one if one.isprintable() else " " for one in line) for line in lines)
