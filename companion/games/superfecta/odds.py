"""The chances of a race of Superfecta, counted exactly from the cards that are left in the stock."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, factorial, prod

from companion.games.superfecta.scoring import HORSES

HOME = 7
"""The card of its suit that brings a horse home. Source: superfecta/play.race."""

PLACED = len(HORSES) - 1
"""How many horses come home before the race is over."""

Cards = tuple[int, ...]
"""So many cards of each suit."""


def chance(order: str, left: Mapping[str, int]) -> Fraction:
    """Return how likely these horses come home first, in this order.

    ``left``: letter to the cards of its suit in the stock, all horses in it; they are drawn at random.
    """
    first = order[:PLACED]  # the fourth is whoever is left
    stock = tuple(left[horse] for horse in first + "".join(horse for horse in left if horse not in first))
    after = stock[0] - HOME
    if after < 0:
        return Fraction(0)
    ways = 0
    for others in product(*(range(min(HOME - 1, number) + 1) for number in stock[1:])):
        until = _arrangements((HOME - 1, *others))  # then the first horse comes home
        still = sum(stock[1:]) - sum(others)
        ways += until * comb(still + after, after) * _ways(len(first) - 1, stock[1:], others)
    return Fraction(ways, _arrangements(stock))


def _arrangements(cards: Cards) -> int:
    """In how many orders of suits so many cards can come."""
    return factorial(sum(cards)) // prod(map(factorial, cards))


@lru_cache(maxsize=4096)
def _ways(wanted: int, stock: Cards, drawn: Cards) -> int:
    """In how many orders the rest of the stock can come so that the first suits come home first, in their order.

    ``wanted``: how many suits that is; ``stock``: cards at the start; ``drawn``: those drawn of it, six of a suit at
    most.
    """
    rest = tuple(number - gone for number, gone in zip(stock, drawn, strict=True))
    if not wanted:
        return _arrangements(rest)
    ways = 0
    for place, number in enumerate(drawn):
        if number < min(HOME - 1, stock[place]):
            ways += _ways(wanted, stock, (*drawn[:place], number + 1, *drawn[place + 1 :]))
        elif rest[place] and not place:
            ways += comb(sum(rest) - 1, rest[0] - 1) * _ways(wanted - 1, stock[1:], drawn[1:])
    return ways
