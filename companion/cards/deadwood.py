"""Hands without wild cards arranged in sets and runs, so that the least is left unmatched."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from companion.cards.melds import ACE_LOW
from companion.cards.notation import SUITS, rank_of, suit_of

Worth = Callable[[str], int]
"""What a card counts where it is unmatched."""


class Arranged(NamedTuple):
    """A hand in melds."""

    points: int
    """What its unmatched cards count."""

    melds: tuple[tuple[str, ...], ...]
    laid_off: tuple[str, ...] = ()
    """Cards laid off on melds of somebody else."""


def arrange(cards: Sequence[str], worth: Worth) -> Arranged:
    """Return the arrangement that leaves the least: sets of three or four, and runs of three or more, the ace low."""
    melds = tuple(_melds(frozenset(cards)))

    @cache
    def least(left: frozenset[str]) -> Arranged:
        if not left:
            return Arranged(0, ())
        card = min(left)
        rest = least(left - {card})
        best = Arranged(rest.points + worth(card), rest.melds)
        for meld in melds:
            if card in meld and left.issuperset(meld):
                rest = least(left.difference(meld))
                if rest.points < best.points:
                    best = Arranged(rest.points, (meld, *rest.melds))
        return best

    return least(frozenset(cards))


def _melds(cards: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Yield every set and run that these cards have."""
    for rank in ACE_LOW:
        alike = tuple(rank + suit for suit in SUITS if rank + suit in cards)
        if len(alike) >= 3:
            yield alike
        if len(alike) == 4:
            yield from (tuple(card for card in alike if card != left) for left in alike)
    for suit in SUITS:
        for start in range(len(ACE_LOW)):
            run = tuple(_held(cards, suit, ACE_LOW[start:]))
            yield from (run[:length] for length in range(3, len(run) + 1))


def _held(cards: frozenset[str], suit: str, ranks: Sequence[str]) -> Iterator[str]:
    """Yield the cards of these ranks up to the first that is missing."""
    for rank in ranks:
        if rank + suit not in cards:
            return
        yield rank + suit


def _ends(cards: frozenset[str], meld: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what can be laid off on a meld at either end, the nearest card first; on a set all is at one."""
    if rank_of(meld[0]) == rank_of(meld[1]):
        return (), tuple(card for card in cards if rank_of(card) == rank_of(meld[0]))
    suit, places = suit_of(meld[0]), [ACE_LOW.index(rank_of(card)) for card in meld]
    below, above = ACE_LOW[: min(places)][::-1], ACE_LOW[max(places) + 1 :]
    return tuple(_held(cards, suit, below)), tuple(_held(cards, suit, above))


def can_lay_off(cards: Sequence[str], melds: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return the cards that can be laid off together, in the order given."""
    held = frozenset(cards)
    able = {card for meld in melds for end in _ends(held, meld) for card in end}
    return tuple(card for card in cards if card in able)


def arrange_after(cards: Sequence[str], melds: Sequence[Sequence[str]], worth: Worth) -> Arranged:
    """Return the arrangement that leaves the least where cards may be laid off on these melds of somebody else."""
    held = frozenset(cards)
    ends = [end for meld in melds for end in _ends(held, meld)]
    best = arrange(cards, worth)
    for lengths in product(*(range(len(end) + 1) for end in ends)):
        off = frozenset(card for end, length in zip(ends, lengths, strict=True) for card in end[:length])
        found = arrange(tuple(held - off), worth)
        if found.points < best.points:
            best = found._replace(laid_off=tuple(card for card in cards if card in off))
    return best
