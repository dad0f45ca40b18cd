"""Melds of Pay Me: the rules of a hand, and the cheapest arrangement of its cards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.cards.arranging import Arrangement, arrange
from companion.cards.melds import ACE_EITHER, ACE_LOW, Meld, MeldRules, RunRules, SetRules
from companion.cards.notation import JOKER, RANKS, rank_of
from companion.core.entry.record import Record
from companion.games.pay_me.scoring import ACE, FIRST_HAND, NATURAL_WILD, card_points, wild_rank

LARGEST_SET = 4


def half_wild(length: int) -> int:
    """Return how many cards of a meld can be wild: half of them. Source: pay-me/play.limits."""
    return length // 2


@dataclass(frozen=True, slots=True)
class HandRules:
    """The rules of one hand: its size, and what the table has agreed on."""

    size: int
    """Cards dealt to each."""

    as_itself: bool = True
    """Whether a wild card in its own place is a natural one. Source: pay-me/play.natural-wild."""

    high_ace: bool = False
    """Whether the ace may stand above the king. Source: pay-me/play.ace."""

    @property
    def wild(self) -> str:
        """The rank that is wild besides jokers and 2s. Source: pay-me/deal.wild."""
        return wild_rank(self.size)

    @property
    def melds(self) -> MeldRules:
        """The rules of melds. Source: pay-me/play.sets, pay-me/play.runs, pay-me/play.limits."""
        sets = SetRules(most=LARGEST_SET, most_wild=half_wild, suits_differ=True)
        line = ACE_EITHER if self.high_ace else ACE_LOW
        runs = RunRules(most=len(RANKS), line=line, most_wild=half_wild, apart=True)
        return MeldRules(sets=sets, runs=runs, is_wild=self.is_wild, as_itself=self.as_itself)

    def is_wild(self, card: str) -> bool:
        """Return whether a card is wild: a joker, a 2 or a card of the rank that is wild in this hand."""
        return rank_of(card) in (JOKER, "2", self.wild)

    def points(self, card: str) -> int:
        """Return how many points a card costs if it is left over. Source: pay-me/scoring.values."""
        return card_points(card, self.wild)

    def cost(self, cards: Sequence[str]) -> int:
        """Return how many points cards cost together if they are left over."""
        return sum(map(self.points, cards))

    def arrange(self, cards: Iterable[str], table: Iterable[Meld] = (), *, melding: bool = True) -> Arrangement:
        """Return the arrangement of cards that costs least, including what is laid off on the melds of the table.

        With one card more than were dealt, one is discarded. ``melding``: whether new melds may be made.
        """
        return _arrange(self, tuple(cards), tuple(table), melding)


@lru_cache(maxsize=64)
def _arrange(rules: HandRules, cards: tuple[str, ...], table: tuple[Meld, ...], melding: bool) -> Arrangement:
    """Return the arrangement of ``HandRules.arrange``. Cached: a question asks for the same one several times."""
    drops = melding and len(cards) == rules.size + 1
    return arrange(rules.melds, rules.points, cards, table, melding=melding, drops=drops)


def rules_of(options: Record, hand_number: int) -> HandRules:
    """Return the rules of the hand with this number."""
    size = options[FIRST_HAND] + hand_number - 1
    return HandRules(size, options[NATURAL_WILD] == "natural", options[ACE] == "high-or-low")
