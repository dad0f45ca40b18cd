"""The cards of Canasta, Samba and Burraco: wild cards, threes, and what a card is worth."""

from collections.abc import Iterable

from companion.cards.notation import JOKER, rank_of

CARD_VALUES = {
    JOKER: 50, "2": 20, "A": 20, **dict.fromkeys(("K", "Q", "J", "10", "9", "8"), 10),
    **dict.fromkeys(("7", "6", "5", "4", "3"), 5),
}  # fmt: skip
"""The points of a card, by its rank; red threes have none. Source: samba/scoring.values, canasta/scoring.values."""

RED_THREES = ("3h", "3d")


def is_wild(card: str) -> bool:
    """Return whether a card is a joker or a 2. Source: samba/play.wild, canasta/need.wild."""
    return rank_of(card) in (JOKER, "2")


def is_red_three(card: str) -> bool:
    """Return whether a card is a red three. Source: samba/play.red-threes, canasta/play.red-threes."""
    return card in RED_THREES


def is_black_three(card: str) -> bool:
    """Return whether a card is a black three. Source: samba/play.black-threes, canasta/play.black-threes."""
    return card in ("3s", "3c")


def value(cards: Iterable[str]) -> int:
    """Return the total worth of cards; red threes count nothing."""
    return sum(0 if is_red_three(card) else CARD_VALUES[rank_of(card)] for card in cards)
