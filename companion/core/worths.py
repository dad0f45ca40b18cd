"""What the cards of a hand count, as a table counts them: neighbours that count the same in one breath."""

from collections.abc import Callable, Iterable
from itertools import groupby

from companion.core.fields import Worth


def card_worths(ranks: Iterable[str], points: Callable[[str], int]) -> tuple[Worth, ...]:
    """Return the worth of each rank, neighbours that count the same together: ``K–8`` 10, ``7–A`` 5.

    The order is kept.
    """
    alike = ((count, list(group)) for count, group in groupby(ranks, key=points))
    return tuple(Worth("–".join(dict.fromkeys((group[0], group[-1]))), count) for count, group in alike)
