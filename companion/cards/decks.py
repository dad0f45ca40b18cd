"""Decks: which cards there are, and how many of each."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.cards.notation import JOKER, RANKS, SUIT_NAMES, SUITS, pretty, read_card, suit_of


@dataclass(frozen=True, slots=True)
class Group:
    """Cards shown together in a picker."""

    key: str
    """The suit or colour of the cards; empty for special cards."""

    title: str


SPECIAL = Group("", "Special cards")


@dataclass(frozen=True, slots=True)
class Face:
    """How a card is shown to people."""

    text: str
    """The card by itself: ``10♥``, ``red 7``."""

    group: Group = SPECIAL
    corner: str = ""
    """A shorter text for use within its group: ``7``; empty if ``text`` is used there, too."""

    @property
    def short(self) -> str:
        """The text of the card within its group."""
        return self.corner or self.text


def standard_face(card: str) -> Face:
    """Return how a standard card is shown; its suit is its group. Any other text is shown as it is."""
    suit = suit_of(card) if read_card(card) == card else ""
    return Face(pretty(card), Group(suit, SUIT_NAMES[suit].capitalize()) if suit else SPECIAL)


def coloured_face(text: str, colour: str) -> Face:
    """Return how a card with a colour and a number is shown; its colour is its group, its number its corner.

    ``text``: the card in a sentence: ``the red 7``, ``Wild Rage``; ``colour``: empty for special cards.
    """
    text = text.removeprefix("the ")
    return Face(text, Group(colour, colour.capitalize()), text.split()[-1]) if colour else Face(text)


@dataclass(frozen=True)
class Deck:
    """The cards of a game: how many there are of each, in the order of a picker."""

    name: str
    copies: Mapping[str, int]
    """How many copies there are of each card, at least 1."""

    read: Callable[[str], str | None] = read_card
    """Returns the card that a text names, in this deck's notation; None if it names no card."""

    open: bool = False
    """Whether the deck has cards beyond those listed: one of each that ``read`` accepts."""

    faces: Callable[[str], Face] = standard_face
    """Returns how a card of this deck is shown."""

    hint: Callable[[str], str] = lambda _text: ""
    """Returns a sentence on what to enter instead of a text that is no card of this deck; empty if there is no hint."""

    def face(self, card: str) -> Face:
        """Return how a card is shown; a card that is not in this deck is shown as a standard card, or as it is."""
        return (self.faces if card in self else standard_face)(card)

    def __contains__(self, card: object) -> bool:
        """Whether the deck has this card, in its own notation."""
        return card in self.copies or (self.open and isinstance(card, str) and self.read(card) == card)

    def copies_of(self, card: str) -> int:
        """Return how many copies of a card there are."""
        return self.copies.get(card, 1 if card in self else 0)

    def how_often(self, card: str) -> str:
        """Return how many copies of a card there are, in words: “once in the pack of 52”."""
        copies = self.copies_of(card)
        often = {0: "not at all", 1: "once", 2: "twice"}.get(copies, f"{copies} times")
        return f"{often} in {self.name}"

    def too_many(self, cards: Iterable[str]) -> list[str]:
        """Return the cards that occur more often than in the deck, each once, in their order."""
        all_cards = tuple(cards)
        different = set(all_cards)
        if len(different) == len(all_cards) and different <= self.copies.keys():
            return []
        return [card for card, count in Counter(all_cards).items() if count > self.copies_of(card)]


def standard_deck(
    name: str, *, ranks: Sequence[str] = RANKS, packs: int = 1, jokers: int = 0, without: Container[str] = ()
) -> Deck:
    """Return a deck of standard cards.

    ``ranks``: the ranks in it, in every suit; ``packs``: copies of each card; ``jokers``: how many in all; ``without``:
    single cards that are left out.
    """
    copies = {rank + suit: packs for suit in SUITS for rank in ranks if rank + suit not in without}
    if jokers:
        copies[JOKER] = jokers
    return Deck(name, copies)


@lru_cache(maxsize=8)
def several_packs(packs: int) -> Deck:
    """Return a deck of several packs, each with two jokers."""
    name = "one pack" if packs == 1 else f"{packs} packs"
    return standard_deck(f"the cards of {name}", packs=packs, jokers=2 * packs)
