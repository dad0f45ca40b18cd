"""Put and Take: the limits of a hand, found by trying all repeats of ranks, and hands played card by card."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.game.situation import situation_of
from companion.core.referee.judge_request import judge_request
from companion.games import game_of
from companion.games.put_and_take.scoring import DECK, DOUBLING_HAND_MOST, DOUBLING_WORTH, HAND_MOST, WORTH

GAME = game_of("put-and-take")
NAMES = ("Ann", "Bob", "Cyd", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")


def asked(key: str, doubling: bool, **facts: Any) -> Mapping[str, Any]:
    """Return the outcome of the verdict on a question."""
    request = {"options": {"doubling": doubling}, "facts": facts}
    return judge_request(GAME, situation_of(GAME.situations, key), request).outcome


def groupings(worths: tuple[int, ...]) -> Iterator[list[int]]:
    """Yield every way in which the cards turned can share ranks, as the credits of each card that could match."""

    def place(number: int, ranks: list[list[int]]) -> Iterator[list[list[int]]]:
        if number == len(worths):
            yield ranks
            return
        for index in range(len(ranks)):
            if len(ranks[index]) < 4:
                yield from place(number + 1, [*ranks[:index], [*ranks[index], worths[number]], *ranks[index + 1 :]])
        yield from place(number + 1, [*ranks, [worths[number]]])

    for ranks in place(0, []):
        yield [sum(rank) for rank in ranks for _ in range(4 - len(rank))]


@pytest.mark.parametrize(
    ("worths", "hand", "table"), [(WORTH, HAND_MOST, 45), (DOUBLING_WORTH, DOUBLING_HAND_MOST, 93)]
)
def test_limits(worths: tuple[int, ...], hand: int, table: int) -> None:
    """put-and-take/scoring.limits"""
    assert max(sum(sorted(matching)[-5:]) for matching in groupings(worths)) == hand
    assert max(sum(matching) for matching in groupings(worths)) == table


@settings(max_examples=25, deadline=None)
@given(
    cards=st.permutations(sorted(DECK.copies)), number=st.integers(2, 9), seat=st.integers(0, 8), doubling=st.booleans()
)
def test_a_hand_played_card_by_card_comes_to_what_is_settled(
    cards: list[str], number: int, seat: int, doubling: bool
) -> None:
    """The referee is asked about each card turned, and about the whole hand at the end."""
    players, dealer = list(NAMES[:number]), NAMES[seat % number]
    others = [name for name in players if name != dealer]
    stock = list(cards)
    hands = {name: [stock.pop() for _ in range(5)] for name in others}
    turned = {"put": stock[:5], "take": stock[-5:]} if number < 9 else {"put": stock[:5], "take": stock[5:10]}
    held, pot, after_put = dict.fromkeys(players, 0), 0, 0
    for half in ("put", "take"):
        for place, card in enumerate(turned[half]):
            found = asked(
                "turn", doubling, half=half, number=place + 1, card=card, players=players, dealer=dealer, hands=hands,
                pot=pot,
            )  # fmt: skip
            each = 2**place if doubling else place + 1
            moved = dict.fromkeys(others, 0)
            for name in others:
                moved[name] = each * sum(one[:-1] == card[:-1] for one in hands[name])
            for name, credits_moved in moved.items():
                for _ in range(credits_moved):
                    if half == "put":
                        held[name], pot = held[name] - 1, pot + 1
                    else:
                        held[name] += 1
                        held[dealer], pot = (held[dealer], pot - 1) if pot else (held[dealer] - 1, 0)
            assert (found["credits"], found["pot"]) == (each, pot)
            for name in others:
                rows = [row["chips"] for row in found["payments"] if name in (row["from"], row["to"])]
                assert sum(rows) == moved[name]
        after_put = pot if half == "put" else after_put
    found = asked(
        "settle", doubling, players=players, dealer=dealer, put_cards=turned["put"], take_cards=turned["take"],
        hands=hands,
    )  # fmt: skip
    assert found["pot"] == after_put
    assert found["dealer_keeps"] == pot
    assert found["dealer_pays"] == -held[dealer]
    held[dealer] += pot
    assert found["scores"] == held
    for name in others:
        puts, takes = (asked("match", doubling, cards=turned[half], hand=hands[name])["credits"] for half in turned)
        assert takes - puts == held[name]
