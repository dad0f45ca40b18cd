"""The cards of Rage: 96 numbers in six colours, and the action cards.

In a hand, ``change`` and ``wild`` are written alone; once played, with the colour that was called: ``wild-red``.
"""

from functools import lru_cache, partial

from companion.cards.decks import Deck, Face, coloured_face
from companion.core.entry.record import Record
from companion.games.rage.scoring import BONUS_CARDS, MAD_CARDS

COLOURS = {colour: colour.capitalize() for colour in ("red", "blue", "yellow", "green", "orange", "purple")}
"""The colours, with their labels. Source: rage/need.colours."""

HIGHEST = 15
WILDS, OUTS, CHANGES = 2, 4, 4
"""How many of these action cards the deck has. Source: rage/need.action-cards, rage/need.action-numbers."""

NUMBERS = tuple(f"{colour}-{number}" for colour in COLOURS for number in range(HIGHEST + 1))
ACTIONS = {"out": "Out Rage", "change": "Change Rage", "wild": "Wild Rage", "bonus": "Bonus Rage", "mad": "Mad Rage"}


def _read(text: str) -> str:
    """Return a card that somebody typed, without spaces around it and in small letters."""
    return text.strip().lower()


@lru_cache(maxsize=128)
def _deck(bonus: int, mad: int, played: bool) -> Deck:
    """Return the deck with so many Bonus and Mad Rage cards. ``played``: Change and Wild Rage have a colour."""
    copies = dict.fromkeys(NUMBERS, 1)
    copies["out"] = OUTS
    for kind, number in (("change", CHANGES), ("wild", WILDS)):
        copies |= dict.fromkeys([f"{kind}-{colour}" for colour in COLOURS] if played else [kind], number)
    copies |= {kind: number for kind, number in (("bonus", bonus), ("mad", mad)) if number}
    return Deck("the cards of Rage", copies, _read, faces=face_of, hint=partial(_hint, played))


def _hint(played: bool, text: str) -> str:
    """Return what to enter instead of a card that this deck lacks; empty if unknown. ``played``: as in ``_deck``."""
    kind, _, colour = _read(text).partition("-")
    if kind in ("wild", "change") and not (colour and played):
        return f"Add the colour that was called: {kind}-red." if played else f"It has no colour yet: enter {kind}."
    if kind in ("bonus", "mad"):
        return f"This table plays without {ACTIONS[kind]} cards."
    return f"Numbers go from 0 to {HIGHEST}." if kind in COLOURS else ""


def held_deck(options: Record) -> Deck:
    """Return the cards as they are in a hand, or turned up."""
    return _deck(options[BONUS_CARDS], options[MAD_CARDS], False)


def played_deck(options: Record) -> Deck:
    """Return the cards as they are played: Change and Wild Rage with the colour that was called."""
    return _deck(options[BONUS_CARDS], options[MAD_CARDS], True)


def kind_of(card: str) -> str:
    """Return a card without the colour called for it: ``wild`` for ``wild-red``; ``red-4`` stays as it is."""
    kind = card.partition("-")[0]
    return kind if kind in ACTIONS else card


def number_colour(card: str) -> str:
    """Return the colour of a numbered card; empty for an action card."""
    colour = card.partition("-")[0]
    return colour if colour in COLOURS else ""


def face_of(card: str) -> Face:
    """Return how a card is shown: ``red 4``, ``Wild Rage as red``, ``Out Rage``; and its colour as its group."""
    return coloured_face(card_text(card), number_colour(card))


def called_colour(card: str, kind: str) -> str:
    """Return the colour that was called for a card of this kind; empty for any other card."""
    found, _, colour = card.partition("-")
    return colour if found == kind else ""


def lead_colour_of(card: str) -> str:
    """Return the lead colour that a card sets: its own, or the one called for a Wild Rage; empty if it sets none.

    Source: rage/play.lead-colour.
    """
    return number_colour(card) or called_colour(card, "wild")


def card_text(card: str) -> str:
    """Return a card in a sentence: ``the red 4``, ``Wild Rage as red``, ``Out Rage``."""
    kind, _, rest = card.partition("-")
    if kind in COLOURS:
        return f"the {kind} {rest}"
    join = {"wild": " as ", "change": " for "}.get(kind, "") if rest else ""
    return f"{ACTIONS[kind]}{join}{rest}"
