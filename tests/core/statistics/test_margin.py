"""By how much a play was won, in words."""

import pytest

from companion.core.game.game import Unit
from companion.core.game.ranking import Better, leaders, standings
from companion.core.statistics.play_summary import margin_text


@pytest.mark.parametrize(
    ("totals", "better", "unit", "told"),
    [
        ({"Ann": 27, "Bob": 22, "Cyd": 3}, "high", "points", "5 points ahead of Bob"),
        ({"Ann": 2, "Bob": 1}, "high", "games", "1 game ahead of Bob"),
        ({"Ann": 2, "Bob": 8, "Cyd": 9}, "low", "points", "6 points fewer than Bob"),
        ({"Ann": 3, "Bob": 3, "Cyd": -2}, "high", "chips", "5 chips ahead of Cyd"),
        ({"Ann": 9, "Bob": 3, "Cyd": 3}, "high", "points", "6 points ahead of everybody else"),
        ({"Ann": 9, "Bob": 3, "Cyd": 3, "Dee": 1}, "high", "points", "6 points ahead of Bob and Cyd"),
        ({"Ann": 3, "Bob": 3}, "high", "points", ""),
    ],
)
def test_the_margin_is_a_sentence(totals: dict[str, int], better: Better, unit: Unit, told: str) -> None:
    keys = {name: -total if better == "high" else total for name, total in totals.items()}
    assert margin_text(standings(totals, keys), leaders(totals, better), better, unit) == told


def test_there_is_no_margin_if_the_winner_does_not_have_the_best_total() -> None:
    places = standings({"Ann": 5, "Bob": 7}, {"Ann": 1, "Bob": 2})
    assert margin_text(places, ("Ann",), "high", "tokens") == ""
    places = standings({"Ann": 5, "Bob": 4, "Cyd": 1}, {"Ann": 1, "Bob": 2, "Cyd": 3})
    assert margin_text(places, ("Ann", "Cyd"), "high", "points") == ""
    places = standings({"Ann": 8, "Bob": 6, "Cyd": 4}, {"Ann": 1, "Bob": 2, "Cyd": 3})
    assert margin_text(places, ("Ann", "Cyd"), "high", "points") == ""
    level = standings({"Ann": 5, "Bob": 5}, {"Ann": 1, "Bob": 2})
    assert margin_text(level, ("Ann",), "high", "points") == ""
