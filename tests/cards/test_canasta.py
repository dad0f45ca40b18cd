"""The cards of Canasta: which are wild, which are red or black threes, and what each is worth."""

from collections.abc import Callable

import pytest

from companion.cards.canasta import is_black_three, is_red_three, is_wild, value
from companion.cards.decks import several_packs
from companion.cards.notation import RANKS

PACK = several_packs(1)


@pytest.mark.parametrize(
    ("is_one", "expected"),
    [
        (is_wild, {"2s", "2h", "2d", "2c", "Jk"}),
        (is_red_three, {"3h", "3d"}),
        (is_black_three, {"3s", "3c"}),
    ],
)
def test_wild_cards_and_threes_are_told_apart(is_one: Callable[[str], bool], expected: set[str]) -> None:
    assert {card for card in PACK.copies if is_one(card)} == expected


@pytest.mark.parametrize(
    ("cards", "points"),
    [("Jk", 50), ("2s", 20), ("Ah", 20), ("8d", 10), ("Kc", 10), ("7s", 5), ("3c", 5), ("3d", 0), ("Jk Ah 7s 3h", 75)],
)
def test_cards_are_worth_what_the_rules_of_canasta_say(cards: str, points: int) -> None:
    assert value(cards.split()) == points


def test_each_rank_has_its_worth() -> None:
    ranks = {points: " ".join(rank for rank in RANKS if value([f"{rank}s"]) == points) for points in (20, 10, 5)}
    assert ranks == {20: "A 2", 10: "K Q J 10 9 8", 5: "7 6 5 4 3"}
