"""The odds beside all ways in which cards can come, and who wins and banks by looking."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game.situation import situation_of
from companion.core.referee.judge_request import judge_request
from companion.games import game_of
from companion.games.ace_deuce_jack.scoring import DECK

GAME = game_of("ace-deuce-jack")
CARDS = sorted(DECK.copies)


def asked(key: str, **facts: Any) -> Mapping[str, Any]:
    """The outcome of a question."""
    return judge_request(GAME, situation_of(GAME.situations, key), {"facts": facts}).outcome


@pytest.mark.parametrize(
    "turned", [[], ["Kd"], ["Kd", "7s"], ["Kd", "7s", "10h"], ["2c"], ["Kd", "As"], ["9d", "8d", "Jd"]]
)
def test_the_odds_are_those_of_all_cards_to_come(turned: list[str]) -> None:
    """Every set of cards that the other piles can show is looked at."""
    rest = [card for card in CARDS if card not in turned]
    ways = list(combinations(rest, 3 - len(turned)))
    safe = sum(not any(card[0] in "A2J" for card in (*turned, *way)) for way in ways)
    won = Fraction(safe, len(ways))
    found = asked("odds", turned=turned, bet=6)
    assert Fraction(found["players_win"]) == won
    assert Fraction(found["banker_wins"]) == 1 - won
    assert Fraction(found["edge"]) == 1 - 2 * won
    assert Fraction(found["expected_loss"]) == 6 * (1 - 2 * won)
    assert abs(found["edge_percent"] - float(100 * (1 - 2 * won))) <= 0.05


@settings(max_examples=40, deadline=None)
@given(
    cards=st.lists(st.sampled_from(CARDS), min_size=3, max_size=3, unique=True),
    bets=st.dictionaries(st.sampled_from(["Bob", "Cyd", "Dee"]), st.integers(1, 50), min_size=1),
)
def test_what_one_side_wins_the_other_loses(cards: list[str], bets: dict[str, int]) -> None:
    found = asked("hand", cards=cards, banker="Ann", bets=bets)
    banker = any(card[:-1] in ("A", "2", "J") for card in cards)
    assert found["winner"] == ("banker" if banker else "players")
    assert sum(found["payments"].values()) == 0
    assert all(found["payments"][name] == (-bet if banker else bet) for name, bet in bets.items())


@settings(max_examples=40, deadline=None)
@given(cards=st.lists(st.sampled_from(CARDS), min_size=2, max_size=12, unique=True))
def test_nobody_draws_higher_than_the_first_banker(cards: list[str]) -> None:
    found = asked("banker", cards={f"P{number}": card for number, card in enumerate(cards)})
    order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    top = max(order.index(card[:-1]) for card in cards)
    assert found["tied"] == [f"P{seat}" for seat, card in enumerate(cards) if order.index(card[:-1]) == top]
    assert found["banker"] == (found["tied"][0] if len(found["tied"]) == 1 else None)
