"""Melds of Samba: sets, escaleras, and those of seven."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.cards.canasta import RED_THREES, is_wild
from companion.cards.decks import standard_deck
from companion.cards.melds import SET, MeldRules, RunRules, SetRules, at_most
from companion.cards.notation import RANKS
from companion.core.data_files import read_toml
from companion.core.referee.melds import MeldObjection, objection_to

DECK = standard_deck("the 162 cards of Samba", packs=3, jokers=6)
MOST, MOST_WILD = 7, 2
ESCALERA = tuple(reversed(RANKS[: RANKS.index("4") + 1]))
"""The ranks of an escalera, from the 4 up to the ace. Source: samba/play.escalera."""

OBJECTIONS = read_toml(__package__, "objections.toml")


class MeldReading(NamedTuple):
    """What kind of meld some cards are, or why they are none."""

    kind: str | None
    """``set``, ``escalera``, or None if they are no meld."""

    against: MeldObjection


def read_meld(cards: Sequence[str], naturals_needed: int) -> MeldReading:
    """Return which meld these cards are, in any order, without the rule on when black threes may be melded.

    ``naturals_needed``: the fewest natural cards of a set.

    Source: samba/play.sets, samba/play.escalera, samba/play.seven, samba/play.naturals.
    """
    sets = SetRules(most=MOST, most_wild=at_most(MOST_WILD), naturals=naturals_needed)
    rules = MeldRules(sets=sets, runs=RunRules(most=MOST, line=ESCALERA), is_wild=is_wild, never=RED_THREES)
    meld = rules.read(cards)
    kind = ("set" if meld.kind == SET else "escalera") if meld else None
    return MeldReading(kind, objection_to(rules, cards, OBJECTIONS))
