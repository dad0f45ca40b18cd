"""Deals of Cactus: layouts counted in another way, and the questions that a deal raises."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game.situation import situation_of
from companion.core.referee.judge_request import judge_request
from companion.games import game_of

GAME = game_of("cactus")
RANKS = ("K", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q")
PACK = [rank + suit for suit in "shdc" for rank in RANKS]
COUNTED = dict(zip(RANKS, [*range(11), 10, 10], strict=True))
"""A rank counts its place from the king on, but never more than ten."""


def outcome(key: str, facts: dict[str, Any]) -> Any:
    return judge_request(GAME, situation_of(GAME.situations, key), {"facts": facts}).outcome


def naive(cards: list[str]) -> int:
    """One card after the other."""
    total = 0
    for card in cards:
        total += COUNTED[card[:-1]]
    return total


@given(dice=st.randoms(use_true_random=False))
def test_layouts_are_counted_card_by_card(dice: Any) -> None:
    cards = dice.sample(PACK, dice.randint(0, 51))
    cut = dice.randint(0, len(cards))
    hands = {"Ann": cards[:cut], "Bob": cards[cut:]}
    points = {name: naive(held) for name, held in hands.items()}
    assert outcome("value", {"cards": cards})["points"] == naive(cards)
    found = outcome("showdown", {"hands": hands})
    assert found["points"] == points
    if points["Ann"] == points["Bob"]:
        assert found["ranking"] == [["Ann", "Bob"]]
    else:
        assert found["ranking"] == [[name] for name in sorted(points, key=lambda one: points[one])]


def test_the_whole_pack_makes_300() -> None:
    assert naive(PACK) == 300


@pytest.mark.parametrize("card", PACK)
def test_a_power_is_the_same_wherever_it_may_be_used(card: str) -> None:
    """From the stock or out of the opponent's layout; it is gone where it was used, and never one's own."""
    powers = {"Q": "trade", **dict.fromkeys(("J", "10", "9"), "look-opponent"), **dict.fromkeys("876", "look-own")}
    power = powers.get(card[:-1])
    for origin in ("stock", "discard-unused"):
        found = outcome("power", {"card": card, "from": origin})
        assert found["power"] == power
        assert ("use" in found["may"]) == (power is not None)
    for origin in ("discard-used", "layout"):
        found = outcome("power", {"card": card, "from": origin})
        assert found["power"] is None
        assert "use" not in found["may"]


@given(cards=st.lists(st.sampled_from(PACK), min_size=2, max_size=2, unique=True), before=st.integers(1, 7))
def test_a_match_is_one_card_less_and_any_other_two_more(cards: list[str], before: int) -> None:
    top, card = cards
    found = outcome("match", {"top": top, "card": card, "layout": before})
    same = top[:-1] == card[:-1]
    assert found == {"match": same, "penalty": 0 if same else 2, "layout": before - 1 if same else before + 2}
