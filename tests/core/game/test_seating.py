"""Who sits where, clockwise."""

import pytest

from companion.core.game.seating import (
    first_from,
    from_left_of,
    left_of,
    names_except,
    next_among,
    player_opposite,
    total_holders,
    usual_sides,
)

FOUR = ("Ann", "Bob", "Cyd", "Dee")


def test_play_goes_to_the_left_and_around_the_table() -> None:
    assert [left_of(FOUR, "Ann"), left_of(FOUR, "Dee"), left_of(FOUR, "Cyd", 3)] == ["Bob", "Ann", "Bob"]
    assert from_left_of(FOUR, "Cyd") == ("Dee", "Ann", "Bob", "Cyd")


def test_the_next_of_several_players_is_searched_clockwise_with_the_asked_one_last() -> None:
    assert first_from(FOUR, "Bob", ("Ann", "Bob")) == "Bob"
    assert first_from(FOUR, "Bob", ("Ann",)) == "Ann"
    assert next_among(FOUR, "Bob", ("Ann", "Bob")) == "Ann"
    assert next_among(FOUR, "Bob", ("Bob",)) == "Bob"


def test_looking_up_a_stranger_raises() -> None:
    with pytest.raises(LookupError, match="nobody at the table"):
        next_among(FOUR, "Bob", ("Zoe",))


def test_partners_sit_opposite() -> None:
    assert [player_opposite(FOUR, name) for name in FOUR] == ["Cyd", "Dee", "Ann", "Bob"]


def test_two_sides_have_two_names_whatever_the_players_are_called() -> None:
    assert usual_sides(FOUR) == ("Ann & Cyd", "Bob & Dee")
    assert usual_sides(("A", "A & B", "B & C", "C")) == ("A and B & C", "A & B & C")
    assert usual_sides((*FOUR, "Eve")) == ("Ann & Cyd", "Bob & Dee")


def test_totals_are_held_by_sides_in_turn_or_by_players() -> None:
    assert total_holders(FOUR, ("We", "They")) == {"Ann": "We", "Bob": "They", "Cyd": "We", "Dee": "They"}
    assert total_holders(FOUR, ()) == {name: name for name in FOUR}


def test_some_names_are_left_out_in_order() -> None:
    assert names_except(FOUR, ("Cyd", "Zoe", "Ann")) == ("Bob", "Dee")
