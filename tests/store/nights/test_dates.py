"""The date of a night, in the time zone of its club."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest
from flask import Flask
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from companion.store.club import zones
from companion.store.database.base import clock_at, db
from companion.store.nights import club_zone, night_lists
from companion.store.plays.play_lists import club_mark
from tests.laws.strategies import few
from tests.store.nights.evenings import EIGHT, hours, night_of, started, tell, told
from tests.store.tables import SCRATCH, Club

# The day of a night.

MOMENTS = st.datetimes(datetime(1990, 1, 1), datetime(2035, 1, 1), timezones=st.just(UTC))


@settings(max_examples=few(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(MOMENTS, st.sampled_from(sorted(available_timezones() - zones.NOT_PLACES)))
@example(datetime(2026, 11, 12, 10, 30, tzinfo=UTC), "Pacific/Kiritimati")  # a day ahead
@example(datetime(2026, 11, 12, 10, 30, tzinfo=UTC), "Pacific/Pago_Pago")
@example(datetime(2026, 3, 29, 0, 59, tzinfo=UTC), "Europe/Berlin")  # the hour that is not there
@example(datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "Europe/Berlin")  # the hour that is there twice
@example(datetime(2011, 12, 30, 9, 59, tzinfo=UTC), "Pacific/Apia")  # the day that was left out
@example(datetime(2026, 4, 4, 15, 0, tzinfo=UTC), "Australia/Lord_Howe")  # half an hour of summer
def test_a_night_has_the_date_of_its_start_in_the_clubs_time_zone(app: Flask, moment: datetime, zone: str) -> None:
    club = Club()
    assert club_zone.set_zone(club.organiser, zone) == ""
    first = started(club, moment)
    later = started(club, moment + hours(11))
    assert night_of(first) == night_of(later)
    ahead = moment.astimezone(ZoneInfo(zone)).utcoffset()
    assert ahead is not None
    assert night_of(first).date == (moment + ahead).date()
    [listed] = night_lists.latest_nights(club.scorer.club_id, 5)
    assert (listed.date, listed.plays) == (night_of(first).date, 2)


def test_a_club_without_a_time_zone_uses_utc(club: Club) -> None:
    table = started(club, datetime(2026, 11, 12, 23, 30, tzinfo=UTC))
    assert night_of(table).date == date(2026, 11, 12)
    club_zone.suggest_zone(club.scorer, "Europe/Berlin")
    assert night_of(table).date == date(2026, 11, 13)
    club_zone.suggest_zone(club.organiser, "Asia/Tokyo")
    assert zones.name_of_zone(club.scorer.club_id) == "Europe/Berlin", "somebody has said it"
    assert club_zone.set_zone(club.organiser, "america/new york") == ""
    assert zones.name_of_zone(club.scorer.club_id) == "America/New_York"
    told = "There is no time zone called “Utopia/Here”. Give region and city, such as Europe/Berlin."
    assert club_zone.set_zone(club.organiser, "Utopia/Here") == told
    long = f"There is no time zone called “{'x' * 39}…”. Give region and city, such as Europe/Berlin."
    assert club_zone.set_zone(club.organiser, "x" * 99) == long
    before = club_mark(club.scorer.club_id)
    assert club_zone.set_zone(club.organiser, "America/New_York") == ""
    assert club_mark(club.scorer.club_id) == before, "it is set already"
    assert club_zone.set_zone(club.organiser, "") == zones.name_of_zone(club.scorer.club_id) == ""
    assert not club_zone.suggest_zone(club.viewer, "Asia/Tokyo")
    assert not club_zone.suggest_zone(club.scorer, "Utopia/Here")
    assert zones.name_of_zone(club.scorer.club_id) == ""
    with pytest.raises(PermissionError):
        club_zone.set_zone(club.scorer, "UTC")


def test_a_new_time_zone_moves_nights_with_a_date_and_outdates_pages(club: Club) -> None:
    there = club.scorer.club_id
    own, dated = started(club, EIGHT), started(club, EIGHT + hours(48))
    with clock_at(EIGHT + hours(53)):
        dated.write(SCRATCH)
    early = started(club, EIGHT - hours(72))
    with clock_at(EIGHT - hours(50)):
        early.write(SCRATCH)
    told(tell(club.scorer, night_of(early), dated=date(2026, 11, 10)))
    night = told(tell(club.scorer, night_of(dated), dated=date(2026, 11, 15)))
    assert night.began_at == datetime(2026, 11, 15, 12, tzinfo=UTC)
    seen = night_lists.night_mark(there, night.key)
    assert seen is not None
    assert night_lists.night_mark(Club().scorer.club_id, night.key) is None
    assert club_zone.set_zone(club.organiser, "America/New_York") == ""
    db.session.rollback()
    assert night_of(dated).began_at == datetime(2026, 11, 15, 17, tzinfo=UTC)
    assert night_of(early).began_at == datetime(2026, 11, 10, 17, tzinfo=UTC)
    assert night_of(own).began_at == EIGHT
    later = night_lists.night_mark(there, night.key)
    assert later is not None
    assert (later[0] > seen[0], later[1:]) == (True, seen[1:])
    assert told(tell(club.scorer, night_of(own), dated=date(2026, 11, 12))).began_at == EIGHT, (
        "the day of its first play"
    )
    dated.write(SCRATCH)
    written = night_lists.night_mark(there, night.key)
    assert written is not None
    assert (written[1], written[2] > later[2]) == (1, True)


def test_a_year_begins_in_the_time_zone_of_the_club() -> None:
    begin, end = zones.year_bounds(2026, ZoneInfo("Asia/Tokyo"))
    assert (begin, end) == (datetime(2025, 12, 31, 15, tzinfo=UTC), datetime(2026, 12, 31, 15, tzinfo=UTC))
