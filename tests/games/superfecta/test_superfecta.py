"""Superfecta: odds compared with two other ways to find them, and the sums of races and payouts."""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations
from math import factorial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game.situation import situation_of
from companion.core.referee.judge_request import judge_request
from companion.games import game_of
from companion.games.superfecta import odds
from companion.games.superfecta.odds import chance
from companion.games.superfecta.referee import DECK
from companion.games.superfecta.scoring import HORSES

RAILS = st.lists(st.sampled_from(sorted(DECK.copies)), min_size=6, max_size=6, unique=True)
GAME = game_of("superfecta")


def asked(key: str, **facts: Any) -> Mapping[str, Any]:
    """Return the outcome of the verdict on a question."""
    return judge_request(GAME, situation_of(GAME.situations, key), {"facts": facts}).outcome


def left_by(rail: list[str]) -> dict[str, int]:
    return {horse: 12 - sum(card[-1] == horse.lower() for card in rail) for horse in HORSES}


def run_through(first: str, left: Mapping[str, int]) -> Fraction:
    """Return the probability that the race begins with these horses, by drawing one card after the other."""

    @cache
    def onward(stock: tuple[int, ...], finished: str) -> int:
        if not first.startswith(finished):
            return 0
        if finished == first:
            return factorial(sum(stock))
        ways = 0
        for place, number in enumerate(stock):
            if number:
                fewer = (*stock[:place], number - 1, *stock[place + 1 :])
                is_home = left[HORSES[place]] - number + 1 == odds.HOME
                ways += number * onward(fewer, finished + HORSES[place] if is_home else finished)
        return ways

    stock = tuple(left[horse] for horse in HORSES)
    return Fraction(onward(stock, ""), factorial(sum(stock)))


def every_order(left: Mapping[str, int]) -> Iterator[str]:
    """Yield every order of suits in which the cards can be turned."""
    if not any(left.values()):
        yield ""
    for horse, number in left.items():
        if number:
            for rest in every_order({**left, horse: number - 1}):
                yield horse + rest


@pytest.mark.parametrize("left", [{"D": 2, "C": 3, "H": 2, "S": 2}, {"D": 1, "C": 2, "H": 3, "S": 2}])
def test_the_odds_are_those_of_all_orders_of_a_small_stock(
    left: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two cards to bring a horse home, every order of the stock is tried."""
    monkeypatch.setattr(odds, "HOME", 2)
    odds._ways.cache_clear()
    seen: Counter[str] = Counter()
    for order in every_order(left):
        at = {horse: [place for place, one in enumerate(order) if one == horse] for horse in HORSES}
        home = sorted((places[1], horse) for horse, places in at.items() if len(places) > 1)
        seen["".join(horse for _, horse in home)[:3]] += 1
    for wanted in range(1, 4):
        for first in permutations(HORSES, wanted):
            ways = sum(number for order, number in seen.items() if order.startswith("".join(first)))
            assert chance("".join(first), left) == Fraction(ways, seen.total()), first
    odds._ways.cache_clear()


@settings(max_examples=3, deadline=None)
@given(rail=RAILS, order=st.permutations(HORSES))
def test_the_odds_are_those_of_a_race_run_card_by_card(rail: list[str], order: list[str]) -> None:
    left = left_by(rail)
    for number in (1, 2, 3):
        first = "".join(order[:number])
        assert chance(first, left) == run_through(first, left)
    assert chance("".join(order), left) == chance("".join(order[:3]), left)


@settings(max_examples=5, deadline=None)
@given(rail=RAILS)
def test_somebody_wins_and_fewer_cards_are_a_worse_chance(rail: list[str]) -> None:
    left = left_by(rail)
    win = {horse: chance(horse, left) for horse in HORSES}
    assert sum(win.values()) == 1
    assert sorted(HORSES, key=lambda horse: (left[horse], horse)) == sorted(
        HORSES, key=lambda horse: (win[horse], horse)
    )


@settings(max_examples=20, deadline=None)
@given(cards=st.permutations(sorted(DECK.copies)))
def test_a_whole_stock_always_ends_the_race(cards: list[str]) -> None:
    rail, stock = cards[:6], cards[6:]
    found = asked("race", rail=rail, cards=stock)
    sevenths = {horse: [card for card in stock if card[-1] == horse.lower()][6:7] for horse in HORSES}
    order = sorted(HORSES, key=lambda horse: stock.index(sevenths[horse][0]) if sevenths[horse] else len(stock))
    assert found["finish"] == "/".join(order)
    assert found["finished"] == order[:3]
    assert sum(found["positions"].values()) + found["ignored"] == len(stock)


LINES = st.builds(
    lambda name, chips, kind, order: {
        "player": name, "chips": chips, "bet": kind,
        "horses": "/".join(order[: {"win": 1, "exa": 2, "sfc": 4}[kind]]),
    },
    st.sampled_from(["Ann", "Bob", "Cyd"]), st.integers(1, 9), st.sampled_from(["win", "exa", "sfc"]),
    st.permutations(HORSES),
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(tickets=st.lists(LINES, max_size=12), carried=st.integers(0, 9), finish=st.permutations(HORSES))
def test_a_race_pays_out_what_the_sheet_gives(tickets: list[dict[str, Any]], carried: int, finish: list[str]) -> None:
    found = asked("payout", tickets=tickets, finish="/".join(finish), pools={"win": carried})
    assert sum(found["payments"].values()) + sum(found["pools"].values()) == carried + sum(
        row["chips"] for row in tickets
    )
    for kind, names in found["winners"].items():
        for name in {row["player"] for row in tickets}:
            right = any(
                (row["player"], row["bet"]) == (name, kind) and "/".join(finish).startswith(row["horses"])
                for row in tickets
            )
            assert right == (name in names)
