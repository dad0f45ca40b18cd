"""Melds of Samba: sets, escaleras, and those of seven."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.cards.canasta import RED_THREES, is_wild
from companion.cards.decks import standard_deck
from companion.cards.melds import (
    BARRED,
    FEW,
    GAP,
    MANY,
    MIXED,
    NATURALS,
    RANK,
    RUN,
    SET,
    TWICE,
    WILD,
    MeldRules,
    RunRules,
    SetRules,
    at_most,
)
from companion.cards.notation import RANKS
from companion.core.referee.melds import MeldObjection, Objections, objection_to
from companion.games.samba.scoring import P

DECK = standard_deck("the 162 cards of Samba", packs=3, jokers=6)
MOST, MOST_WILD = 7, 2
ESCALERA = tuple(reversed(RANKS[: RANKS.index("4") + 1]))
"""The ranks of an escalera, from the 4 up to the ace. Source: samba/play.escalera."""

_NEITHER = "The cards are neither of one rank, as in a set, nor of one suit, as in an escalera."
_ONCE_EACH = "The cards of an escalera follow each other in rank, without a gap and each once."
_REFUSED: Objections = {  # by kind of meld and reason: paragraph and sentence
    ("", BARRED): (P.play.red_threes, "Red threes are never melded."),
    ("", MANY): (P.play.seven, "A meld has {limit} cards at most, not {cards}."),
    ("", FEW): (P.play.sets, "A meld has at least {limit} cards, not {cards}."),
    ("", MIXED): (P.play.escalera, _NEITHER),
    (SET, WILD): (P.play.sets, "At most {limit} cards of a set are wild, not {wild}."),
    (SET, NATURALS): (P.play.naturals, "A set needs {needed}, and there is only {naturals}."),
    (RUN, WILD): (P.play.escalera, "The cards are not of one rank, and wild cards have no place in an escalera."),
    (RUN, RANK): (P.play.escalera, "An escalera begins with the 4; threes have no place in it."),
    (RUN, TWICE): (P.play.escalera, _ONCE_EACH),
    (RUN, GAP): (P.play.escalera, _ONCE_EACH),
}


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
    return MeldReading(kind, objection_to(rules, cards, _REFUSED))
