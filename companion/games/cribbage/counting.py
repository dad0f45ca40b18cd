"""Count cards in Cribbage: a hand or crib with the starter, and the cards of the play."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from math import prod
from typing import NamedTuple

from companion.cards.notation import PIPS, PLACES, rank_of, suit_of

HIGHEST = 31
"""The highest count of the play. Source: cribbage/play.count."""

PAIR_POINTS = {2: 2, 3: 6, 4: 12}
"""The points for two, three and four cards of one rank. Source: cribbage/scoring.pairs."""


def pips(card: str) -> int:
    """Return what a card adds to a count. Source: cribbage/need.values."""
    return PIPS[rank_of(card)]


def place_of(card: str) -> int:
    """Return the place of a card's rank in a run: 1 for the ace, 13 for the king."""
    return PLACES[rank_of(card)]


class Combination(NamedTuple):
    """Cards that score together."""

    kind: str
    """``fifteens``, ``pairs``, ``runs``, ``flush`` or ``nobs``."""

    cards: tuple[str, ...]
    points: int


def combinations_of(cards: Sequence[str], starter: str, *, flush_of_four: bool) -> tuple[Combination, ...]:
    """Return every scoring combination of four cards and the starter.

    ``flush_of_four``: whether four of a suit count as a flush without the starter.
    """
    five = sorted((*cards, starter), key=place_of)
    return (*_fifteens(five), *_pairs(five), *_runs(five), *_flush_and_nobs(cards, starter, flush_of_four))


def _fifteens(five: Sequence[str]) -> Iterator[Combination]:
    """Yield each set of cards that adds up to 15."""
    for some in chain.from_iterable(combinations(five, number) for number in range(2, 6)):
        if sum(map(pips, some)) == 15:
            yield Combination("fifteens", some, 2)


def _pairs(five: Sequence[str]) -> Iterator[Combination]:
    """Yield the cards of each rank of which there are two or more."""
    for rank, often in Counter(map(rank_of, five)).items():
        if often > 1:
            yield Combination("pairs", tuple(card for card in five if rank_of(card) == rank), PAIR_POINTS[often])


def _runs(five: Sequence[str]) -> Iterator[Combination]:
    """Yield the longest run, if there is one, with the points for all ways to make it from the five cards."""
    often = Counter(map(place_of, five))
    for length in (5, 4, 3):
        for first in range(1, 15 - length):
            places = range(first, first + length)
            ways = prod(map(often.__getitem__, places))
            if ways:
                yield Combination("runs", tuple(card for card in five if place_of(card) in places), length * ways)
                return


def _flush_and_nobs(cards: Sequence[str], starter: str, flush_of_four: bool) -> Iterator[Combination]:
    """Yield a flush, if there is one, and his nobs: the jack of the starter's suit."""
    suits, jack = set(map(suit_of, cards)), "J" + suit_of(starter)
    if suits == {suit_of(starter)}:
        yield Combination("flush", (*cards, starter), 5)
    elif len(suits) == 1 and flush_of_four:
        yield Combination("flush", tuple(cards), 4)
    if jack in cards:
        yield Combination("nobs", (jack,), 1)


def last_of_one_rank(played: Sequence[str]) -> int:
    """Return how many of the last cards played are of one rank; 1: the last one is no pair."""
    last = rank_of(played[-1])
    return next((n for n, card in enumerate(reversed(played)) if rank_of(card) != last), len(played))


def last_in_a_row(played: Sequence[str]) -> int:
    """Return how many of the last cards played are in a row, in any order; 0 for fewer than three."""
    for number in range(len(played), 2, -1):
        places = sorted(map(place_of, played[-number:]))
        if places == list(range(places[0], places[0] + number)):
            return number
    return 0
