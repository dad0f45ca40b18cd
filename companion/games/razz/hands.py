"""Low hands at the showdown of Razz."""

from collections.abc import Iterable

from companion.cards.poker import low_sort_key
from companion.core.referee.showdown import Measure, ShownHand, dashed_text, rank_measures

LOW_KINDS = {
    (1, False): "no pair", (2, False): "one pair", (2, True): "two pair",
    (3, False): "three of a kind", (3, True): "a full house", (4, False): "four of a kind",
}  # fmt: skip
"""Kinds of hands for a lowball game, best first: by the size of the largest group of a rank, and whether there is
another group."""


def low_hand(cards: Iterable[str]) -> ShownHand:
    """Rank up to five cards for the lowest hand: aces are low, straights and flushes do not count.

    Its name is its ranks, groups first: ``3-3-2-2-7``.
    """
    counts, ranks = low_sort_key(cards)
    kind = counts[0], len(counts) > 1 and counts[1] > 1
    name = "-".join(dashed_text([rank] * count) for count, rank in zip(counts, ranks, strict=True))
    measure = Measure(-tuple(LOW_KINDS).index(kind), LOW_KINDS[kind])
    return ShownHand(name, name, (measure, *rank_measures(counts, ranks, -1)), low=True)
