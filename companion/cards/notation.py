"""The notation of a standard card: rank + lower-case suit letter; a joker is ``Jk``."""

from collections.abc import Iterable
from functools import lru_cache

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""All ranks, ace first."""

SUITS = ("s", "h", "d", "c")
"""Spades, hearts, diamonds, clubs."""

JOKER = "Jk"

SYMBOLS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}

_READ_SUIT = {
    **{letter: letter for letter in SUITS},
    **{letter.upper(): letter for letter in SUITS},
    **{symbol: letter for letter, symbol in SYMBOLS.items()},
    **dict(zip("♤♡♢♧", SUITS, strict=True)),
}
_EMOJI_STYLE = "\ufe0f"


@lru_cache(maxsize=4096)
def read_card(text: str) -> str | None:
    """Return the card that a text names, in our notation (rank + lower-case suit); None if it names none.

    ``T`` is read as ``10``. Ranks and suits may be in either case; suits may also be symbols.
    """
    text = text.strip().removesuffix(_EMOJI_STYLE)
    if text.lower() == "jk":
        return JOKER
    suit = _READ_SUIT.get(text[-1:])
    rank = text[:-1].upper()
    rank = "10" if rank == "T" else rank
    return None if suit is None or rank not in RANKS else rank + suit


PLACES = {rank: place for place, rank in enumerate(("A", *reversed(RANKS[1:])), start=1)}
"""The place of each rank if the ace is lowest: 1 for an ace, 13 for a king."""

PIPS = {rank: min(10, place) for rank, place in PLACES.items()}
"""The pips of each rank: 1 for an ace, 10 for a court card."""


def rank_text(rank: str) -> str:
    """Return the name of a rank: ``ace``, ``9``."""
    return {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}.get(rank, rank)


def ranks_text(rank: str) -> str:
    """Return the name of a rank in the plural: ``aces``, ``9s``."""
    return f"{rank_text(rank)}s"


def rank_of(card: str) -> str:
    """Return the rank of a card: ``10h`` gives ``10``; a joker gives ``Jk``."""
    return card if card == JOKER else card[:-1]


def suit_of(card: str) -> str:
    """Return the suit letter of a card: ``10h`` gives ``h``; a joker gives an empty string."""
    return "" if card == JOKER else card[-1]


def pretty(card: str) -> str:
    """Return a card as people write it: ``10♥`` for ``10h``, ``joker`` for ``Jk``; any other text stays as it is."""
    if card == JOKER:
        return "joker"
    return card[:-1] + SYMBOLS[card[-1]] if read_card(card) == card else card


def side_by_side(cards: Iterable[str]) -> str:
    """Write cards side by side: ``7♠ 8♠ joker``."""
    return " ".join(map(pretty, cards))
