"""The referee of Spite and Malice, compared with piles built card by card and with a table of all moves."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.game.situation import situation_of
from companion.core.referee.judge_request import judge_request
from companion.games import game_of

GAME = game_of("spite-and-malice")
PILE = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q")
PACKS = [rank + suit for rank in (*PILE, "K") for suit in "shdc"] * 2


def outcome(key: str, facts: dict[str, Any], options: dict[str, Any] | None = None) -> Any:
    request = {"facts": facts, "options": options or {}}
    return judge_request(GAME, situation_of(GAME.situations, key), request).outcome


def is_pile(ranks: list[str], king_starts: bool) -> bool:
    """Return whether these ranks, from the bottom up, are a legal build pile."""
    if ranks[0] == "K" and not king_starts:
        return False
    return all(rank in (place, "K") for rank, place in zip(ranks, PILE, strict=False))


@given(dice=st.randoms(use_true_random=False), king_starts=st.booleans())
def test_a_card_fits_if_the_pile_lies_right_with_it(dice: Any, king_starts: bool) -> None:
    build = [dice.choice((None, *PILE[:-1])) for _ in range(3)]
    cards = dice.sample(PACKS, dice.randint(2, 10))
    if dice.random() < 0.5:
        cards[0] = "Kd"
    if any(cards.count(card) > 2 for card in cards):
        return
    talon, hand, discards = cards[0], cards[1:6], cards[6:10]
    facts = {"build": build, "talon": talon, "hand": hand, "discards": discards}
    piles = [[] if top is None else list(PILE[: PILE.index(top) + 1]) for top in build]
    held = [("talon", talon), *(("hand", card) for card in hand), *(("discard", card) for card in discards)]
    moves = [
        {"from": origin, "card": card, "pile": number}
        for origin, card in held
        for number, pile in enumerate(piles, start=1)
        if is_pile([*pile, card[:-1]], king_starts)
    ]
    found = outcome("legal", facts, {"king_starts": king_starts})
    assert found["moves"] == moves
    assert found["needs"] == [PILE[len(pile)] for pile in piles]
    able = [(move["from"], move["card"]) for move in moves]
    assert found["talon"] == (("talon", talon) in able)
    assert found["legal"] == [card for card in hand if ("hand", card) in able]
    assert found["discards"] == [card for card in discards if ("discard", card) in able]


def expected(turn_ends: str, origin: str, target: str, same_turn: bool, put_already: bool) -> tuple[bool, bool]:
    """Return whether a card of the player may go this way, and whether that ends the turn."""
    if turn_ends == "put" and (same_turn or put_already):
        return False, False
    if target == "build":
        if origin == "discard":
            return (False, False) if same_turn else (True, turn_ends == "played")
        return True, False
    if (origin, target) == ("hand", "discard"):
        return (False, False) if put_already or same_turn else (True, turn_ends == "put")
    return False, False


@pytest.mark.parametrize("turn_ends", ["put", "played"])
@pytest.mark.parametrize(("same_turn", "put_already"), list(product((False, True), repeat=2)))
def test_every_way_that_a_card_may_go(turn_ends: str, same_turn: bool, put_already: bool) -> None:
    for origin, target in product(("talon", "hand", "discard"), ("build", "discard", "hand")):
        if origin == target == "hand":
            continue
        facts = {"from": origin, "to": target, "same_turn": same_turn, "put_already": put_already}
        found = outcome("move", facts, {"turn_ends": turn_ends})
        assert (found["allowed"], found["ends_turn"]) == expected(turn_ends, origin, target, same_turn, put_already)
        assert outcome("move", {**facts, "owner": "opponent"}, {"turn_ends": turn_ends})["allowed"] is False


@given(when=st.sampled_from(("start", "during")), hand=st.integers(0, 5), stock=st.integers(0, 97))
def test_cards_are_drawn_one_by_one(when: str, hand: int, stock: int) -> None:
    drawn, left = 0, stock
    while (when == "start" or not hand) and hand + drawn < 5 and left:
        drawn, left = drawn + 1, left - 1
    assert outcome("draw", {"when": when, "hand": hand, "stock": stock}) == {
        "draw": drawn, "stock": left, "over": left == 0,
    }  # fmt: skip
