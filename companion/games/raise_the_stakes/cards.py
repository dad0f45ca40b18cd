"""The cards of Raise the Stakes: numbers in any colours, fire, water, and the black variation cards.

A numbered card is written ``red-7``; Take It, once played, with the card that it claims: ``take-it:red-7``.
"""

from functools import lru_cache, partial

from companion.cards.decks import Deck, Face, coloured_face
from companion.core.entry import ask
from companion.core.entry import fields as f
from companion.core.entry.fields import FieldKey, Value
from companion.core.entry.keys import Key
from companion.core.entry.record import Record

SHORT_DECK = ask.flag("short_deck", "Short deck", help="The 1s to 5s are taken out.")

HIGHEST, SHORT_LOWEST = 99, 6
"""The highest number of any pack, and the lowest of a short deck. Source: raise-the-stakes/variations.short-deck."""

BIG, LITTLE, WATER = "big-fire", "little-fire", "water"
ABOVE = "above-fire"
"""What One Higher stands for after the big fire. Source: raise-the-stakes/variations.one-higher-value."""

FIRES = (LITTLE, BIG, ABOVE)
"""The fire cards, from low to high."""

TAKE_IT, ONE_HIGHER = "take-it", "one-higher"
SPY, SWAP = "spy", "swap"
SECRET_SHUFFLE, TRUMP_TWIST = "secret-shuffle", "trump-twist"
BLACK = {card: card.replace("-", " ").title() for card in (SPY, TAKE_IT, ONE_HIGHER, SWAP, SECRET_SHUFFLE, TRUMP_TWIST)}
"""The variation cards, with their names."""

VARIATION_CARDS: FieldKey[tuple[Value, ...]] = FieldKey(
    f.choices(Key("variation_cards"), "Variation cards", BLACK, help="The black cards shuffled in.")
)
NEVER_LED = (TAKE_IT, ONE_HIGHER)
"""Cards that cannot be led. Source: raise-the-stakes/variations.take-it, raise-the-stakes/variations.one-higher."""

COLOURS = ("red", "blue", "green", "yellow")
SHOWN = tuple(f"{colour}-{number}" for colour in COLOURS for number in range(1, 16))
"""Examples of numbered cards: the book does not list the pack. Source: raise-the-stakes/need.numbers."""


def _numbered(text: str, lowest: int) -> str | None:
    """Read a numbered card such as ``red-07``; None if it is no such card, or its number is below ``lowest``."""
    colour, _, digits = text.partition("-")
    if not colour.isalpha() or not (digits.isascii() and digits.isdigit() and len(digits) <= 2):
        return None
    return f"{colour}-{int(digits)}" if lowest <= int(digits) <= HIGHEST else None


@lru_cache(maxsize=8)
def _deck(short: bool, *, played: bool, specials: tuple[str, ...]) -> Deck:
    """Return the numbered cards and these special ones.

    ``short``: the lowest numbers are left out; ``played``: Take It is read with the card that it claims.
    """
    lowest = SHORT_LOWEST if short else 1

    def read(text: str) -> str | None:
        """Return the code of a card as somebody typed it, ``red-7``; None if the deck has no such card."""
        text = "-".join(text.lower().split())
        kind, claimed = text[: len(TAKE_IT)], text[len(TAKE_IT) :].strip(":-")
        if played and kind == TAKE_IT and claimed:
            card = claimed if claimed in (BIG, LITTLE, ONE_HIGHER) else _numbered(claimed, lowest)
            return card and f"{TAKE_IT}:{card}"
        return text if text in specials else _numbered(text, lowest)

    copies = dict.fromkeys((*(card for card in SHOWN if _numbered(card, lowest)), *specials), 1)
    hint = partial(_hint, short, played)
    return Deck("the cards of Raise the Stakes", copies, read, open=True, faces=face_of, hint=hint)


def _hint(short: bool, played: bool, text: str) -> str:
    """Return what to enter instead of a card that this deck lacks; empty if unknown.

    ``short``, ``played``: as in ``_deck``.
    """
    text = "-".join(text.lower().split())
    if text.startswith(TAKE_IT):
        return f"Say which card it takes: {TAKE_IT}:red-7." if played else f"In a hand it is {TAKE_IT}."
    if text in BLACK:
        return f"Leave the {BLACK[text]} out and enter the card that was played after it."
    if text == WATER:
        return "Leave the water out: it is thrown in before the tricks."
    if short and _numbered(text, 1):
        return f"This table plays without numbers below {SHORT_LOWEST}."
    return "Enter colour and number, such as red-7." if played else ""


def trick_deck(options: Record) -> Deck:
    """Return the cards that can win a trick."""
    return _deck(options[SHORT_DECK], played=True, specials=(BIG, LITTLE, ONE_HIGHER))


def hand_deck(options: Record) -> Deck:
    """Return the cards that can be held during the tricks."""
    return _deck(options[SHORT_DECK], played=False, specials=(BIG, LITTLE, *BLACK))


def any_played_deck(options: Record) -> Deck:
    """Return all cards that can be played to a trick, with black cards that do not stay in it."""
    return _deck(options[SHORT_DECK], played=True, specials=(BIG, LITTLE, *BLACK))


def whole_deck(options: Record) -> Deck:
    """Return all cards that the dealer can turn up."""
    return _deck(options[SHORT_DECK], played=False, specials=(BIG, LITTLE, WATER, *BLACK))


def kind_of(card: str) -> str:
    """Return the kind of a played card, which is its name in the pack: ``take-it`` for ``take-it:red-7``."""
    return card.partition(":")[0]


def claimed_card(card: str) -> str:
    """Return the card that a Take It claims; any other card itself."""
    return card.partition(":")[2] or card


def is_black(card: str) -> bool:
    """Return whether a card is a black variation card."""
    return kind_of(card) in BLACK


def colour_of(card: str) -> str:
    """Return the colour of a numbered card; empty for any other."""
    return "" if is_black(card) or card in (*FIRES, WATER) else card.partition("-")[0]


def face_of(card: str) -> Face:
    """Return how a card is shown: ``red 7``, ``big fire``, ``Take It for the red 7``; with its colour as its group."""
    return coloured_face(card_text(card), colour_of(card))


def number_of(card: str) -> int:
    """Return the number of a numbered card."""
    return int(card.partition("-")[2])


def suit_in(card: str, trump: str) -> str:
    """Return the colour that a card belongs to: fire to trump, a black card to none.

    Source: raise-the-stakes/play.fire.
    """
    return trump if card in FIRES else colour_of(card)


def height_of(card: str) -> int:
    """Return the height of a card in a trick: its number; fire is above all numbers.

    Source: raise-the-stakes/play.rank, raise-the-stakes/play.fire.
    """
    return HIGHEST + 2 + FIRES.index(card) if card in FIRES else number_of(card)


def one_above(card: str) -> str:
    """Return the card that One Higher stands for if played after this card.

    Source: raise-the-stakes/variations.one-higher-value.
    """
    if card in FIRES:
        return FIRES[min(FIRES.index(card) + 1, len(FIRES) - 1)]
    return f"{colour_of(card)}-{number_of(card) + 1}"


def card_text(card: str) -> str:
    """Return a card in a sentence: ``the red 7``, ``the big fire``, ``Take It for the red 7``."""
    kind, _, claimed = card.partition(":")
    if kind in BLACK:
        return f"{BLACK[kind]} for {card_text(claimed)}" if claimed else BLACK[kind]
    return f"the {card.replace('-', ' ')}"
