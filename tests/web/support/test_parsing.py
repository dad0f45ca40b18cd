"""Short texts and moments in inputs: what is read, and the sentence for everything else."""

from datetime import UTC, datetime

import pytest

from companion.core.entry.problems import Problem
from companion.store.database.base import clock_at, db
from companion.web.support.dates import date_and_time, parse_moment
from companion.web.support.parsing import name_by_index, names_by_index, parse_whole, split_names
from tests.web.phones import Club

NAMES = ("Ann", "Bob", "Cyd")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "number"),
    [("0", 0), ("5", 5), ("003", 3), ("6", None), ("-1", None), ("", None), ("+1", None), (" 1", None), ("1.0", None),
     ("²", None), ("٣", None), ("0000000005", None), ("1e3", None), ("1_0", None), ("1\n", None), ("9" * 5000, None)],
)  # fmt: skip
def test_a_whole_number_has_plain_digits_and_is_within_its_bounds(text: str, number: int | None) -> None:
    assert parse_whole(text, most=5) == number


def test_the_bounds_of_a_whole_number_belong_to_it() -> None:
    assert [parse_whole(text, most=3, least=2) for text in "1234"] == [None, 2, 3, None]
    assert [parse_whole(text, most=0, least=-2) for text in ("-3", "-2", "0")] == [None, -2, 0]


def test_names_are_found_by_their_index_and_other_text_is_kept_or_ignored() -> None:
    assert [name_by_index(NAMES, text) for text in ("0", "2", "3", "-1", "Ann", "")] == [
        "Ann", "Cyd", "3", "-1", "Ann", "",
    ]  # fmt: skip
    assert names_by_index(NAMES, ["2", "0", "0", "3", "x"]) == ["Ann", "Cyd"]
    assert names_by_index(NAMES, []) == []


def test_names_stand_between_commas_semicolons_and_line_breaks() -> None:
    assert split_names(" Ann, Bob;Cyd\n Dee Eve ,, ") == ["Ann", "Bob", "Cyd", "Dee Eve"]
    assert split_names(" ,") == []


@pytest.mark.parametrize(
    ("on", "at", "field", "sentence"),
    [
        ("", "", "on", "Give the date as year, month and day, such as 2026-11-20."),
        ("2026-02-29", "", "on", "Give the date as year, month and day, such as 2026-11-20."),
        ("1899-12-31", "", "on", "Give a date from 1900 on."),
        ("2026-03-03", "", "on", "That day is in the future."),
        ("2026-03-02", "07:01", "at", "That is in the future: give a time in the past."),
        ("2026-03-01", "25:00", "at", "Give the time as hours and minutes, such as 20:15."),
        ("2026-03-01", "noon", "at", "Give the time as hours and minutes, such as 20:15."),
    ],
)
def test_an_invalid_moment_says_what_to_change(club: Club, on: str, at: str, field: str, sentence: str) -> None:
    club.organiser.post(f"{club.url}/zone", {"zone": "America/New_York"})
    with club.app.app_context(), clock_at(NOON):
        found = parse_moment(club.id, on, at)
        db.session.remove()
    assert found == [Problem(field, sentence)]


def test_a_day_is_in_the_future_until_it_begins_where_the_club_is(club: Club) -> None:
    club.organiser.post(f"{club.url}/zone", {"zone": "America/New_York"})
    with club.app.app_context():
        with clock_at(datetime(2026, 3, 2, 4, 59, tzinfo=UTC)):
            assert parse_moment(club.id, "2026-03-02", "") == [Problem("on", "That day is in the future.")]
        with clock_at(datetime(2026, 3, 2, 5, 0, tzinfo=UTC)):
            assert parse_moment(club.id, "2026-03-02", "") == datetime(2026, 3, 2, 5, tzinfo=UTC)
        db.session.remove()


def test_a_moment_is_in_the_time_zone_of_the_club(club: Club) -> None:
    club.organiser.post(f"{club.url}/zone", {"zone": "America/New_York"})
    with club.app.app_context(), clock_at(NOON):
        found = {on_at: parse_moment(club.id, *on_at) for on_at in (
            ("2026-03-02", "07:00"), ("2026-03-01", "20:15"), ("1900-01-01", "00:00"), ("2026-03-01", ""),
            ("2026-03-02", ""),
        )}  # fmt: skip
        assert date_and_time(datetime(2026, 3, 2, 1, 15, 59, tzinfo=UTC), club.id) == ("2026-03-01", "20:15")
        db.session.remove()
    assert found["2026-03-02", "07:00"] == NOON, "now is not in the future"
    assert found["2026-03-01", "20:15"] == datetime(2026, 3, 2, 1, 15, tzinfo=UTC)
    assert found["1900-01-01", "00:00"].date().isoformat() == "1900-01-01"
    assert found["2026-03-01", ""] == datetime(2026, 3, 2, 1, tzinfo=UTC), "an evening begins at eight"
    assert found["2026-03-02", ""] == NOON, "this evening has not come yet"


def test_a_play_without_a_time_is_the_last_of_its_day_and_a_typed_time_is_that_of_the_club(club: Club) -> None:
    club.organiser.post(f"{club.url}/zone", {"zone": "America/New_York"})
    for at in (datetime(2026, 2, 21, 2, 30), datetime(2026, 2, 22, 4, 59, 30), datetime(2026, 2, 22, 5, 1)):
        with clock_at(at.replace(tzinfo=UTC)):
            club.start("rage", ["Ann", "Bob"])
    with club.app.app_context(), clock_at(NOON):
        found = [
            parse_moment(club.id, *on_at)
            for on_at in (("2026-02-20", ""), ("2026-02-21", ""), ("2026-02-20", "20:15+09:00"), ("2026-02-19", ""))
        ]
        db.session.remove()
    assert found == [
        datetime(2026, 2, 21, 2, 31, tzinfo=UTC),
        datetime(2026, 2, 22, 4, 59, 59, 999_999, tzinfo=UTC),
        datetime(2026, 2, 21, 1, 15, tzinfo=UTC),
        datetime(2026, 2, 20, 1, tzinfo=UTC),
    ]
