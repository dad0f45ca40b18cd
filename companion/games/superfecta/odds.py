"""The odds of a race of Superfecta, counted exactly from the cards in the stock."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, factorial, prod
from typing import Any

from companion.core.common.chances import fraction_text, percent
from companion.games.superfecta.scoring import HORSES

HOME = 7
"""How many cards of its suit bring a horse home. Source: superfecta/play.race."""

PLACED = len(HORSES) - 1
"""How many horses come home before the race is over."""

Cards = tuple[int, ...]
"""A number of cards for each suit."""


def chance(order: str, left: Mapping[str, int]) -> Fraction:
    """Return the probability that these horses come home first, in this order.

    ``left``: for the letter of each horse, the number of cards of its suit in the shuffled stock.

    The cases are counted by how many cards of each other suit come before the first horse is home.
    """
    first = order[:PLACED]  # the fourth horse follows from the others
    stock = tuple(left[horse] for horse in first + "".join(horse for horse in left if horse not in first))
    after = stock[0] - HOME
    if after < 0:
        return Fraction(0)
    ways = 0
    for others in product(*(range(min(HOME - 1, number) + 1) for number in stock[1:])):
        until = _arrangements((HOME - 1, *others))  # then the first horse comes home
        among_rest = comb(sum(stock[1:]) - sum(others) + after, after)  # where its further cards can lie
        ways += until * among_rest * _ways(len(first) - 1, stock[1:], others)
    return Fraction(ways, _arrangements(stock))


def _arrangements(cards: Cards) -> int:
    """Count the orders of suits in which these cards can come."""
    return factorial(sum(cards)) // prod(map(factorial, cards))


@lru_cache(maxsize=4096)
def _ways(wanted: int, stock: Cards, drawn: Cards) -> int:
    """Count the orders of the remaining stock in which the first ``wanted`` suits finish first, in that order.

    ``stock``: the cards at the start; ``drawn``: the cards drawn from it so far, at most six of a suit.
    """
    rest = tuple(number - gone for number, gone in zip(stock, drawn, strict=True))
    if not wanted:
        return _arrangements(rest)
    ways = 0
    for place, number in enumerate(drawn):
        if number < min(HOME - 1, stock[place]):
            ways += _ways(wanted, stock, (*drawn[:place], number + 1, *drawn[place + 1 :]))
        elif rest[place] and not place:  # comes home; its further cards lie anywhere
            ways += comb(sum(rest) - 1, rest[0] - 1) * _ways(wanted - 1, stock[1:], drawn[1:])
    return ways


def chance_json(likely: Fraction) -> dict[str, Any]:
    """Return a probability as JSON, as a fraction and in per cent."""
    return {"fraction": fraction_text(likely), "percent": percent(likely)}
