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
from companion.core.melds import Objection, Objections, objection_to

DECK = standard_deck("the 162 cards of Samba", packs=3, jokers=6)
MOST, MOST_WILD = 7, 2
ESCALERA = tuple(reversed(RANKS[: RANKS.index("4") + 1]))
"""The ranks of an escalera, from the 4 up to the ace. Source: samba/play.escalera."""

_ONCE_EACH = "The cards of an escalera follow each other in rank, without a gap and each once."
_REFUSED: Objections = {
    ("", BARRED): ("samba/play.red-threes", "Red threes are never melded."),
    ("", MANY): ("samba/play.seven", "A meld has {limit} cards at most, not {cards}."),
    ("", FEW): ("samba/play.sets", "A meld has at least {limit} cards, not {cards}."),
    ("", MIXED): (
        "samba/play.escalera",
        "The cards are neither of one rank, as in a set, nor of one suit, as in an escalera.",
    ),
    (SET, WILD): ("samba/play.sets", "At most {limit} cards of a set are wild, not {wild}."),
    (SET, NATURALS): ("samba/play.naturals", "A set needs {needed}, and there is only {naturals}."),
    (RUN, WILD): ("samba/play.escalera", "The cards are not of one rank, and wild cards have no place in an escalera."),
    (RUN, RANK): ("samba/play.escalera", "An escalera begins with the 4; threes have no place in it."),
    (RUN, TWICE): ("samba/play.escalera", _ONCE_EACH),
    (RUN, GAP): ("samba/play.escalera", _ONCE_EACH),
}


class Judged(NamedTuple):
    """What cards are together, or why they are no meld."""

    kind: str | None
    """``set``, ``escalera``, or None."""

    against: Objection


def read_meld(cards: Sequence[str], naturals_needed: int) -> Judged:
    """Return what these cards are together, in any order; when black threes may be melded is not looked at.

    Source: samba/play.sets, samba/play.escalera, samba/play.seven, samba/play.naturals.
    """
    rules = MeldRules(
        sets=SetRules(most=MOST, most_wild=at_most(MOST_WILD), naturals=naturals_needed),
        runs=RunRules(most=MOST, line=ESCALERA),
        is_wild=is_wild,
        never=RED_THREES,
    )
    meld = rules.read(cards)
    kind = ("set" if meld.kind == SET else "escalera") if meld else None
    return Judged(kind, objection_to(rules, cards, _REFUSED))
