"""Melds of Samba: sets, escaleras, and those of seven."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.cards.decks import standard_deck
from companion.cards.notation import JOKER, RANKS, rank_of, suit_of
from companion.core.words import counted
from companion.games.samba.scoring import MIXED_POINTS, NATURAL_POINTS

DECK = standard_deck("the 162 cards of Samba", packs=3, jokers=6)
FEWEST, MOST = 3, 7
MOST_WILD = 2
RUN = tuple(reversed(RANKS[: RANKS.index("4") + 1]))
"""The ranks of an escalera, from the 4 up to the ace. Source: samba/play.escalera."""

VALUES = {
    JOKER: 50, "2": 20, "A": 20, **dict.fromkeys(("K", "Q", "J", "10", "9", "8"), 10),
    **dict.fromkeys(("7", "6", "5", "4", "3"), 5),
}  # fmt: skip
"""Rank to points. Source: samba/scoring.values."""


def is_wild(card: str) -> bool:
    """A joker or a 2. Source: samba/play.wild."""
    return rank_of(card) in (JOKER, "2")


def is_red_three(card: str) -> bool:
    """A three that is laid out and never melded. Source: samba/play.red-threes."""
    return card in ("3h", "3d")


def is_black_three(card: str) -> bool:
    """A three that is melded at the end only. Source: samba/play.black-threes."""
    return card in ("3s", "3c")


def value(cards: Sequence[str]) -> int:
    """What cards are worth together; red threes nothing."""
    return sum(0 if is_red_three(card) else VALUES[rank_of(card)] for card in cards)


class Meld(NamedTuple):
    """What cards are together, or why they are no meld."""

    kind: str | None
    """``set``, ``escalera``, or None."""

    rule: str
    """The id that makes it a meld, or none."""

    why: str = ""
    """Why it is none, as a sentence."""


def read_meld(cards: Sequence[str], naturals_needed: int) -> Meld:
    """What these cards are together, in any order; when black threes may be melded is not looked at."""
    naturals = [card for card in cards if not is_wild(card)]
    wild = len(cards) - len(naturals)
    if any(map(is_red_three, cards)):
        return Meld(None, "samba/play.red-threes", "Red threes are never melded.")
    if len(cards) > MOST:
        return Meld(None, "samba/play.seven", f"A meld has {MOST} cards at most, not {len(cards)}.")
    if len(cards) < FEWEST:
        return Meld(None, "samba/play.sets", f"A meld has at least {FEWEST} cards, not {len(cards)}.")
    if len({rank_of(card) for card in naturals}) > 1:
        return _escalera(naturals, wild)
    if wild > MOST_WILD:
        return Meld(None, "samba/play.sets", f"At most {MOST_WILD} cards of a set are wild, not {wild}.")
    if len(naturals) < naturals_needed:
        needed = counted(naturals_needed, "natural card")
        return Meld(None, "samba/play.naturals", f"A set needs {needed}, and there is only {len(naturals)}.")
    return Meld("set", "samba/play.sets")


def _escalera(naturals: Sequence[str], wild: int) -> Meld:
    rule = "samba/play.escalera"
    if len({suit_of(card) for card in naturals}) > 1:
        return Meld(None, rule, "The cards are neither of one rank, as in a set, nor of one suit, as in an escalera.")
    if wild:
        return Meld(None, rule, "The cards are not of one rank, and wild cards have no place in an escalera.")
    if any(rank_of(card) == "3" for card in naturals):
        return Meld(None, rule, "An escalera begins with the 4; threes have no place in it.")
    places = sorted(RUN.index(rank_of(card)) for card in naturals)
    if places != list(range(places[0], places[0] + len(places))):
        return Meld(None, rule, "The cards of an escalera follow each other in rank, without a gap and each once.")
    return Meld("escalera", rule)


def bonus(kind: str | None, cards: Sequence[str]) -> tuple[int, str]:
    """What a meld of seven brings besides its cards, and the id of the rule; 0 and nothing for others."""
    if kind is None or len(cards) != MOST:
        return 0, ""
    if any(map(is_wild, cards)):
        return MIXED_POINTS, "samba/scoring.mixed"
    return NATURAL_POINTS, "samba/scoring.natural"
