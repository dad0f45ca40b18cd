"""The notation of cards: how they are typed, and how people read them."""

import pytest

from companion.cards.notation import (
    PIPS,
    PLACES,
    RANKS,
    SUIT_NAMES,
    pretty,
    rank_of,
    rank_text,
    ranks_text,
    read_card,
    side_by_side,
    suit_of,
)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10h", "10h"), ("Th", "10h"), ("tH", "10h"), (" as ", "As"), ("A♠", "As"), ("k♥\ufe0f", "Kh"), ("q♢", "Qd"),
        ("2♧", "2c"), ("jk", "Jk"), ("JK", "Jk"), ("1h", None), ("h", None), ("", None), ("Ax", None), ("11h", None),
    ],
)  # fmt: skip
def test_cards_are_read_as_people_type_them(text: str, card: str | None) -> None:
    assert read_card(text) == card


def test_ranks_suits_and_words_of_a_card() -> None:
    assert [(rank_of(card), suit_of(card)) for card in ("10h", "As", "Jk")] == [("10", "h"), ("A", "s"), ("Jk", "")]
    assert [pretty(card) for card in ("10h", "As", "Jk", "10H", "red 7", "")] == [
        "10♥",
        "A♠",
        "joker",
        "10H",
        "red 7",
        "",
    ]
    assert side_by_side(["7s", "Jk", "8c", "9d"]) == "7♠ joker 8♣ 9♦"
    assert [rank_text(rank) for rank in RANKS[:6]] == ["ace", "king", "queen", "jack", "10", "9"]
    assert [SUIT_NAMES[suit_of(card)] for card in ("As", "Kh", "Qd", "Jc")] == ["spades", "hearts", "diamonds", "clubs"]
    assert [ranks_text(rank) for rank in ("A", "9")] == ["aces", "9s"]
    assert [PLACES[rank] for rank in ("A", "2", "10", "K")] == [1, 2, 10, 13]
    assert [PIPS[rank] for rank in ("A", "2", "9", "10", "J", "K")] == [1, 2, 9, 10, 10, 10]
