"""Places: ties share the better place, and the next one is as many places lower."""

import pytest

from companion.core.game.ranking import standings


@pytest.mark.parametrize(
    ("totals", "places"),
    [
        ({"Ann": 9, "Bob": 7, "Cyd": 9, "Dee": 2}, {1: ("Ann", "Cyd"), 3: ("Bob",), 4: ("Dee",)}),
        ({"Ann": 9, "Bob": 7, "Cyd": 7, "Dee": 7, "Eve": 1}, {1: ("Ann",), 2: ("Bob", "Cyd", "Dee"), 5: ("Eve",)}),
        ({"Ann": 3, "Bob": 3}, {1: ("Ann", "Bob")}),
    ],
)
def test_after_a_tie_as_many_places_are_skipped(totals: dict[str, int], places: dict[int, tuple[str, ...]]) -> None:
    found = standings(totals, {name: -total for name, total in totals.items()})
    assert {one.place: one.names for one in found} == places
