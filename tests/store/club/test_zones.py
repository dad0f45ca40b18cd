"""Time zones of clubs."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from flask import Flask
from sqlalchemy import update

from companion.store.access import members
from companion.store.club import zones
from companion.store.club.clubs import start_club
from companion.store.database.models import Club
from companion.store.database.writing import writing


def test_a_year_begins_in_the_time_zone_of_the_club() -> None:
    begin, end = zones.year_bounds(2026, ZoneInfo("Asia/Tokyo"))
    assert (begin, end) == (datetime(2025, 12, 31, 15, tzinfo=UTC), datetime(2026, 12, 31, 15, tzinfo=UTC))


@pytest.mark.parametrize(
    "name", ["../etc/passwd", "Europe", "localtime", "factory", "posixrules", "x" * 500, "Europe/Berlin\0", "posix/UTC"]
)
def test_an_invalid_time_zone_is_refused(name: str) -> None:
    assert zones.canonical_zone_name(name) is None
    assert zones.zone_named(name) is UTC


@pytest.mark.parametrize("typed", ["America/New_York", " america/NEW  york ", "america/new\tyork"])
def test_a_time_zone_is_known_however_it_is_typed(typed: str) -> None:
    assert zones.canonical_zone_name(typed) == "America/New_York"


def test_a_moment_has_the_date_and_the_time_of_the_zone() -> None:
    tokyo, evening, day = zones.zone_named("Asia/Tokyo"), datetime(2026, 11, 12, 20, tzinfo=UTC), date(2026, 11, 13)
    assert zones.day_of(evening, tokyo) == day
    assert f"{zones.local_time(evening, tokyo):%d %H:%M}" == "13 05:00"
    moments = zones.start_of_day(day, tokyo), zones.noon_of(day, tokyo)
    assert moments == (datetime(2026, 11, 12, 15, tzinfo=UTC), datetime(2026, 11, 13, 3, tzinfo=UTC))
    assert [one.tzinfo for one in moments] == [UTC, UTC]


def test_each_club_has_its_own_time_zone_also_within_a_transaction(app: Flask) -> None:
    found = []
    for name in ("Asia/Tokyo", "America/New_York", ""):
        device, token = members.add_device("A phone")
        member = members.member(token, start_club(device, timezone=name))
        assert member is not None
        found.append((zones.name_of_zone(member.club_id), str(zones.zone_of(member.club_id))))
    assert found == [("Asia/Tokyo", "Asia/Tokyo"), ("America/New_York", "America/New_York"), ("", "UTC")]
    with writing() as connection:
        connection.execute(update(Club).where(Club.id == member.club_id).values(timezone="Europe/Berlin"))
        assert str(zones.zone_of(member.club_id, connection)) == "Europe/Berlin"


def test_extreme_times_have_a_date_in_every_time_zone() -> None:
    for moment in (datetime.min, datetime.max):
        for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"):
            assert zones.day_of(moment.replace(tzinfo=UTC), zones.zone_named(zone)).year in (1, 9999)
