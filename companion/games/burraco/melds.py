"""Melds of Burraco: sets and runs with at most one wild card, and the order in which their cards lie."""

from collections.abc import Iterable, Sequence

from companion.cards.canasta import CARD_VALUES, is_wild
from companion.cards.decks import standard_deck
from companion.cards.melds import ACE_EITHER, Meld, MeldRules, RunRules, SetRules, at_most
from companion.cards.notation import JOKER, RANKS, rank_of

DECK = standard_deck("the 108 cards of Burraco", packs=2, jokers=4)
BURRACO = 7
"""How many cards make a meld a burraco. Source: burraco/play.burraco."""

VALUES = {**CARD_VALUES, JOKER: 30, "A": 15}
"""The points of a card of each rank. Source: burraco/scoring.values."""


def value(cards: Iterable[str]) -> int:
    """Return the points of cards, added up. Source: burraco/scoring.values."""
    return sum(VALUES[rank_of(card)] for card in cards)


RULES = MeldRules(
    sets=SetRules(ranks=tuple(rank for rank in RANKS if rank != "2"), most_wild=at_most(1)),
    runs=RunRules(line=ACE_EITHER, most=len(RANKS), most_wild=at_most(1)),
    is_wild=is_wild,
    as_itself=True,
)
"""The rules of melds; a wild card lies in the gap of a run, or else at its low end. Source: burraco/play.sets,
burraco/play.runs, burraco/play.wild, burraco/play.natural-two, burraco/play.low-end, burraco/play.above-ace."""


def replaces_wild_card(onto: Meld, after: Meld, cards: Sequence[str]) -> bool:
    """Return whether a wild card among the added ``cards`` replaces that of the meld, which is not allowed.

    ``onto``, ``after``: the meld before and after. A 2 may move to its own place if natural cards fill its gap.
    Source: burraco/play.exchange.
    """
    if not onto.wild or not after.wild or onto.wild == after.wild:
        return False
    others = [*onto.cards, *cards]
    others.remove(after.wild[0])
    without = RULES.read(others)
    return without is None or bool(without.wild)
