"""Hands of poker: their kinds, and which is better.

Five cards are ranked by pokerkit, which is imported at the first call because that takes a third of a second.
Everything else is here: groups of equal ranks, and ace-to-five low for any number of cards.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from companion.cards.notation import RANKS, SUITS, rank_of

if TYPE_CHECKING:
    from pokerkit import Card, Lookup

KINDS = (
    "royal-flush",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "flush",
    "straight",
    "three-of-a-kind",
    "two-pair",
    "pair",
    "high-card",
)
"""The kinds of hands, best first."""

VALUES = {rank: 14 - place for place, rank in enumerate(RANKS)}
"""The worth of each rank if the ace is high: 14 for an ace, 2 for a 2."""

LOW_VALUES = VALUES | {"A": 1}

_WHEEL = (14, 5, 4, 3, 2)


class HandRank(NamedTuple):
    """How good a hand of five cards is."""

    kind: str
    strength: int
    """The greater the better; equal hands are tied."""

    ranks: tuple[int, ...]
    """The worths of its ranks, each once: those of larger groups first, then the higher; 5-4-3-2-1 for ace to five."""


def rank_five(cards: tuple[str, ...], ace_low: bool = True) -> HandRank:
    """Rank five standard cards as a poker hand. ``ace_low``: whether ace to five is a straight, the lowest.

    :raises ValueError: the cards are not five different standard cards.
    """
    known = _library_cards()
    entry = _lookup(ace_low).get_entry([known[card] for card in cards])
    kind, ranks = str(entry.label).lower().replace(" ", "-").removeprefix("one-"), rank_groups(cards)[1]
    if kind.startswith("straight") and ranks == _WHEEL:
        ranks = (*ranks[1:], 1)
    if kind == "straight-flush" and ranks[0] == VALUES["A"]:
        kind = "royal-flush"
    return HandRank(kind, entry.index, ranks)


def name_of(kind: str) -> str:
    """Return the name of a kind of hand: ``two pair``."""
    return kind.replace("-", " ")


def kind_text(kind: str) -> str:
    """Return a kind of hand with its article: ``a pair``, ``two pair``, ``three of a kind``."""
    name = name_of(kind)
    return name if kind == "two-pair" or kind.endswith("-of-a-kind") else f"a {name}"


def is_at_least(kind: str, other: str) -> bool:
    """Return whether a kind of hand is as good as another, or better."""
    return KINDS.index(kind) <= KINDS.index(other)


def low_sort_key(cards: Iterable[str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a sort key for ace-to-five low hands with equal numbers of cards: the smallest key is the best hand.

    Aces are low; straights and flushes do not count. The second part of the key is like ``HandRank.ranks``.
    """
    return rank_groups(cards, LOW_VALUES)


def rank_groups(cards: Iterable[str], values: Mapping[str, int] = VALUES) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the sizes of the groups of equal ranks, and their worths: larger groups first, then higher ranks.

    ``10s 7h 10d`` gives (2, 1) and (10, 7).
    """
    counts = Counter(values[rank_of(card)] for card in cards)
    found = sorted(zip(counts.values(), counts, strict=True), reverse=True)
    return tuple(count for count, _ in found), tuple(value for _, value in found)


@cache
def _library_cards() -> "Mapping[str, Card]":
    """Return the library's card for each card in our notation."""
    from pokerkit import Card

    return {rank + suit: next(Card.parse(rank.replace("10", "T") + suit)) for rank in RANKS for suit in SUITS}


@cache
def _lookup(ace_low: bool) -> "Lookup":
    """Return the library's table of all hands of five cards. ``ace_low``: whether ace to five is a straight in it."""
    from pokerkit import Standard2Lookup, StandardHighHand

    return StandardHighHand.lookup if ace_low else Standard2Lookup()
