"""Places: ties share the better place, and the next one is as many places lower."""

import pytest

from companion.core.game.ranking import group_by_value, leaders, places_by_name, standings


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
    assert [one.total for one in found] == [totals[names[0]] for names in places.values()]
    assert places_by_name(found) == {name: place for place, names in places.items() for name in names}


def test_a_place_is_shared_in_seat_order_and_has_the_total_of_its_first() -> None:
    [first, second] = standings({"Ann": 5, "Bob": 9, "Cyd": 7}, {"Cyd": 1, "Ann": 1, "Bob": 2})
    assert (first.place, first.names, first.total) == (1, ("Ann", "Cyd"), 5)
    assert (second.place, second.names, second.total) == (3, ("Bob",), 9)


def test_the_best_totals_are_the_highest_or_the_lowest() -> None:
    totals = {"Ann": 3, "Bob": 9, "Cyd": 3, "Dee": 9}
    assert (leaders(totals), leaders(totals, "low")) == (("Bob", "Dee"), ("Ann", "Cyd"))
    assert leaders(totals, "high", ("Ann", "Dee")) == ("Dee",)
    assert leaders(totals, "high", ("Cyd", "Ann")) == ("Ann", "Cyd")
    assert leaders(totals, "low", ("Bob", "Dee")) == ("Bob", "Dee")
    assert leaders(totals, "high", ()) == ()
    assert group_by_value(totals) == [["Bob", "Dee"], ["Ann", "Cyd"]]
    assert group_by_value(totals, "low") == [["Ann", "Cyd"], ["Bob", "Dee"]]
