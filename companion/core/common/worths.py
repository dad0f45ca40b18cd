"""Groups of cards that are worth the same: each is a button with which a hand is counted."""

from collections.abc import Callable, Iterable
from itertools import groupby

from companion.cards.canasta import CARD_VALUES
from companion.cards.notation import JOKER, RANKS
from companion.core.entry.fields import Worth


def card_worths(ranks: Iterable[str], points: Callable[[str], int]) -> tuple[Worth, ...]:
    """Return the worths of ranks in their order; neighbours of the same worth are one group: ``K–8`` 10, ``7–A`` 5.

    ``points``: returns the worth of a rank.
    """
    alike = ((count, list(group)) for count, group in groupby(ranks, key=points))
    return tuple(Worth("–".join(dict.fromkeys((group[0], group[-1]))), count) for count, group in alike)


CANASTA_WORTHS = (
    Worth("joker", CARD_VALUES[JOKER]),
    Worth("2", CARD_VALUES["2"]),
    *card_worths(RANKS[:-1], CARD_VALUES.__getitem__),
)
"""The card groups with which melds and hands of Canasta and Samba are counted."""
