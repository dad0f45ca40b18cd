"""Ways to end that many games share."""

from typing import Any

import pytest

from companion.core import endings
from companion.core.entry import Record
from companion.core.game import Setup, Table


def table(options: dict[str, int], totals: dict[str, int], number: int = 1) -> Table[None]:
    """A table of these totals, before the round with this number."""
    players = tuple(totals)
    return Table(Setup(players, (), players[0], Record(options, {})), number, players[0], totals, None)


@pytest.mark.parametrize(
    ("games", "totals", "far"),
    [
        (3, {"Ann": 2, "Bob": 1}, (2, 3)),
        (3, {"Ann": -1, "Bob": -2}, (0, 3)),
        (0, {"Ann": 2, "Bob": 1}, None),
    ],
)
def test_games_so_far_are_those_of_the_leader(games: int, totals: dict[str, int], far: Any) -> None:
    assert endings.games_so_far(table({"games": games}, totals)) == far


@pytest.mark.parametrize(("hands", "far"), [(11, (3, 11)), (0, None)])
def test_hands_played_are_those_before_the_coming_one(hands: int, far: Any) -> None:
    assert endings.hands_played(table({"hands": hands}, {"Ann": 0, "Bob": 0}, number=4)) == far


def test_the_most_games_win_and_level_ones_share() -> None:
    assert endings.games_won({"Ann": 2, "Bob": 2, "Cyd": 1}, 2, None).winners == ("Ann", "Bob")
    assert endings.games_won({"Ann": 3, "Bob": 2, "Cyd": 1}, 2, None).winners == ("Ann",)
    assert not endings.games_won({"Ann": 1, "Bob": 0}, 2, None).over
    assert not endings.games_won({"Ann": 9, "Bob": 0}, 0, None).over
