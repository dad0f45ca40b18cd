"""Who takes the farm, by the rule that decides it."""

import pytest

from companion.games.farmer.scoring import DECIDED, farm_winner

LEVEL = {"Ann": ("7c", "9s"), "Bob": ("9c", "7h"), "Cyd": ("Qs", "4s", "2d")}


@pytest.mark.parametrize(
    ("rule", "farmer", "hands", "winner"),
    [
        ("farmer/scoring.sixteen", "Ann", {"Ann": ("6h", "9s"), "Bob": ("9c", "7h")}, "Bob"),
        ("farmer/scoring.six-of-hearts", "Ann", {**LEVEL, "Cyd": ("6h", "7s", "3d")}, "Cyd"),
        ("farmer/scoring.fewest-cards", "Cyd", {**LEVEL, "Ann": ("7c", "7s", "2c")}, "Bob"),
        ("farmer/scoring.farmer-first", "Bob", LEVEL, "Bob"),
        ("farmer/scoring.left-of-farmer", "Cyd", LEVEL, "Ann"),
    ],
)
def test_the_farm_goes_to(rule: str, farmer: str, hands: dict[str, tuple[str, ...]], winner: str) -> None:
    won = farm_winner(hands, farmer)
    assert won is not None
    assert (won[0], DECIDED[won[1]][0]) == (winner, rule)


def test_nobody_takes_the_farm_without_sixteen() -> None:
    assert farm_winner({"Ann": ("6h", "9s"), "Bob": ("9c", "9h")}, "Ann") is None
