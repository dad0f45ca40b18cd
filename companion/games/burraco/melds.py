"""Melds of Burraco: sets and runs with one wild card, and how they lie."""

from collections.abc import Iterable, Sequence

from companion.cards.canasta import is_wild
from companion.cards.decks import standard_deck
from companion.cards.melds import ACE_EITHER, Meld, MeldRules, RunRules, SetRules, at_most
from companion.cards.notation import JOKER, RANKS, rank_of

DECK = standard_deck("the 108 cards of Burraco", packs=2, jokers=4)
BURRACO = 7
"""How many cards make a meld a burraco. Source: burraco/play.burraco."""

VALUES = {
    JOKER: 30, "2": 20, "A": 15, **dict.fromkeys(("K", "Q", "J", "10", "9", "8"), 10),
    **dict.fromkeys(("7", "6", "5", "4", "3"), 5),
}  # fmt: skip
"""Rank to points. Source: burraco/scoring.values."""


def value(cards: Iterable[str]) -> int:
    """Return what cards are worth together. Source: burraco/scoring.values."""
    return sum(VALUES[rank_of(card)] for card in cards)


RULES = MeldRules(
    sets=SetRules(ranks=tuple(rank for rank in RANKS if rank != "2"), most_wild=at_most(1)),
    runs=RunRules(line=ACE_EITHER, most=len(RANKS), most_wild=at_most(1)),
    is_wild=is_wild,
    as_itself=True,
)
"""What is a meld, and how it lies: a wild card in the gap, else below. Source: burraco/play.sets, burraco/play.runs,
burraco/play.wild, burraco/play.natural-two, burraco/play.low-end, burraco/play.above-ace."""


def takes_its_place(onto: Meld, after: Meld, cards: Sequence[str]) -> bool:
    """Return whether a wild card among the cards that were added does the work of the one that lay there before.

    That one may go to its own place, as a 2 can, where the other cards alone have filled the place that it leaves.
    Source: burraco/play.exchange.
    """
    if not onto.wild or not after.wild or onto.wild == after.wild:
        return False
    others = [*onto.cards, *cards]
    others.remove(after.wild[0])
    without = RULES.read(others)
    return without is None or bool(without.wild)
