"""The calendar file is read back by another library: all events are there, folded and escaped correctly."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from companion.exports.calendar_file import CalendarNight, calendar

BERLIN = ZoneInfo("Europe/Berlin")
SUMMER = CalendarNight(
    "night-1",
    "Midsummer",
    date(2026, 6, 30),
    datetime(2026, 6, 30, 22, 30, tzinfo=BERLIN),
    datetime(2026, 7, 1, 1, 15, 7, 99, tzinfo=BERLIN),
    datetime(2026, 7, 1, 6, tzinfo=UTC),
)
LETTERS = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"]) | st.sampled_from(" ,;:\\\n\"'=+"), max_size=200
)


def events(content: bytes) -> list[dict[str, object]]:
    """Return the events that a calendar reads."""
    read = Calendar.from_ical(content)
    assert read.errors == []
    return [{key: one.decoded(key) for key in one} for one in read.walk("VEVENT")]


def test_a_night_begins_and_ends_when_it_did() -> None:
    [found] = events(calendar("Our club", [SUMMER]))
    assert found["DTSTART"] == datetime(2026, 6, 30, 20, 30, tzinfo=UTC)
    assert found["DTEND"] == datetime(2026, 6, 30, 23, 15, 7, tzinfo=UTC)
    assert found["DTSTAMP"] == datetime(2026, 7, 1, 6, tzinfo=UTC)
    assert found["UID"] == "night-1@companion"
    assert found["SUMMARY"] == "Midsummer"
    assert not {"LOCATION", "DESCRIPTION"} & set(found)
    calendar_ = Calendar.from_ical(calendar("Our club", [SUMMER]))
    heads = {key: str(calendar_[key]) for key in ("PRODID", "VERSION", "METHOD", "X-WR-CALNAME")}
    assert heads == {
        "PRODID": "-//Companion//Evenings//EN", "VERSION": "2.0", "METHOD": "PUBLISH", "X-WR-CALNAME": "Our club"
    }  # fmt: skip
    [found] = events(calendar("", [replace(SUMMER, until=None)]))
    assert found["DTEND"] == datetime(2026, 6, 30, 21, 0, tzinfo=UTC), "half an hour at least"


def test_winter_time_is_converted_to_utc() -> None:
    begun = datetime(2026, 12, 30, 22, 30, tzinfo=BERLIN)
    [found] = events(calendar("", [replace(SUMMER, begun=begun, until=begun)]))
    assert found["DTSTART"] == datetime(2026, 12, 30, 21, 30, tzinfo=UTC)
    assert found["DTEND"] == datetime(2026, 12, 30, 22, 0, tzinfo=UTC)


def test_a_night_with_a_date_only_lasts_all_day() -> None:
    [found] = events(calendar("", [replace(SUMMER, begun=None)]))
    assert (found["DTSTART"], found["DTEND"]) == (date(2026, 6, 30), date(2026, 7, 1))


def test_equal_nights_give_equal_files() -> None:
    assert calendar("Our club", [SUMMER]) == calendar("Our club", [SUMMER])


def test_the_file_follows_the_standard() -> None:
    name = "Übermut, Kaffee; und \\ Kuchen\nbis spät" * 5
    content = calendar(
        "A, B; C", [replace(SUMMER, name=name, place="Bob’s, upstairs", description="Ann won.\r\nBob too.")]
    )
    lines = content.split(b"\r\n")
    assert lines[-1] == b""
    assert max(map(len, lines)) <= 75
    assert not any(b"\n" in line or b"\r" in line for line in lines)
    [found] = events(content)
    assert rb"X-WR-CALNAME:A\, B\; C" in lines
    assert found["SUMMARY"] == name
    assert found["LOCATION"] == "Bob’s, upstairs"
    assert found["DESCRIPTION"] == "Ann won.\nBob too."
    [found] = events(calendar("", [replace(SUMMER, name="a\x07b\u2028c")]))
    assert found["SUMMARY"] == "a b c"


@given(LETTERS, LETTERS, LETTERS)
def test_every_text_is_read_back(name: str, place: str, description: str) -> None:
    [found] = events(calendar(name, [replace(SUMMER, name=name, place=place, description=description)]))
    assert found["SUMMARY"] == name
    assert found.get("LOCATION", "") == place
    assert found.get("DESCRIPTION", "") == description


@given(st.lists(st.text(max_size=40), max_size=5))
def test_no_name_can_add_a_line(names: list[str]) -> None:
    many = [replace(SUMMER, key=f"n{at}", name=f"{name}\r\nBEGIN:VEVENT\x0b\x85x") for at, name in enumerate(names)]
    assert len(events(calendar("c", many))) == len(names)


@given(st.datetimes(min_value=datetime(1950, 1, 1), max_value=datetime(2100, 1, 1)), st.integers(0, 2000))
def test_every_time_is_read_back(begun: datetime, minutes: int) -> None:
    at = begun.replace(tzinfo=BERLIN, microsecond=0).astimezone(UTC)
    [found] = events(
        calendar("", [replace(SUMMER, begun=at.astimezone(BERLIN), until=at + timedelta(minutes=minutes))])
    )
    assert found["DTSTART"] == at
    assert found["DTEND"] == at + timedelta(minutes=max(minutes, 30))
