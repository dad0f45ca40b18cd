"""Time zones of clubs."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from companion.store.club import zones


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


def test_extreme_times_have_a_date_in_every_time_zone() -> None:
    for moment in (datetime.min, datetime.max):
        for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago", "UTC"):
            assert zones.day_of(moment.replace(tzinfo=UTC), zones.zone_named(zone)).year in (1, 9999)
