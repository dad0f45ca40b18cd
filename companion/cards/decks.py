"""Decks: which cards there are, and how many of each."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from companion.cards.notation import JOKER, RANKS, SUIT_NAMES, SUITS, pretty, read_card, suit_of


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that stand together when a deck lies open."""

    key: str
    """Their suit or colour; empty: cards of a kind of their own."""

    title: str


SPECIAL = Group("", "Special cards")


@dataclass(frozen=True, slots=True)
class Face:
    """How a card looks to people."""

    text: str
    """The card by itself: ``10♥``, ``red 7``."""

    group: Group = SPECIAL
    corner: str = ""
    """What tells it apart among its group where that is said already: ``7``; empty: all of ``text``."""

    @property
    def short(self) -> str:
        """The card among its group."""
        return self.corner or self.text


def standard_face(card: str) -> Face:
    """Return the face of a standard card; what is none stays as it is."""
    suit = suit_of(card) if read_card(card) == card else ""
    return Face(pretty(card), Group(suit, SUIT_NAMES[suit].capitalize()) if suit else SPECIAL)


def no_hint(_: str) -> str:
    """For decks in which nothing is easily taken for a card."""
    return ""


@dataclass(frozen=True)
class Deck:
    """The cards of a game: how often each is there, in the order in which a picker shows them."""

    name: str
    copies: Mapping[str, int]
    """Card to number of copies, at least 1."""

    read: Callable[[str], str | None] = read_card
    """The card that a text means in this deck's notation, or None where it means none."""

    open: bool = False
    """Whether there are cards beside those listed: one of each that ``read`` knows, for decks that nobody lists."""

    faces: Callable[[str], Face] = standard_face
    """The face of a card of this deck."""

    hint: Callable[[str], str] = no_hint
    """What to enter instead of a text that is no card of this deck, as a sentence; empty: there is nothing to say."""

    def face(self, card: str) -> Face:
        """Return how a card looks; what is not of this deck looks like a standard card, or stays as it is."""
        return (self.faces if card in self else standard_face)(card)

    def __contains__(self, card: object) -> bool:
        return card in self.copies or (self.open and isinstance(card, str) and self.read(card) == card)

    def often(self, card: str) -> int:
        """Return how many of a card there are."""
        return self.copies.get(card, 1 if card in self else 0)

    def too_many(self, cards: Iterable[str]) -> list[str]:
        """Return cards that occur more often than the deck has them, each once, in the order met."""
        met = tuple(cards)
        different = set(met)
        if len(different) == len(met) and different <= self.copies.keys():
            return []
        counts = Counter(met)
        return [card for card, count in counts.items() if count > self.often(card)]


def standard_deck(
    name: str,
    *,
    ranks: Iterable[str] = RANKS,
    packs: int = 1,
    jokers: int = 0,
    without: Iterable[str] = (),
) -> Deck:
    """Return a deck of standard cards.

    ``ranks``: those kept, of every suit; ``packs``: copies of each card; ``jokers``: how many in all;
    ``without``: single cards taken out.
    """
    gone = set(without)
    kept = tuple(ranks)
    copies = {rank + suit: packs for suit in SUITS for rank in kept if rank + suit not in gone}
    if jokers:
        copies[JOKER] = jokers
    return Deck(name, copies)


@lru_cache(maxsize=8)
def several_packs(packs: int) -> Deck:
    """Return the cards of so many packs, with two jokers in each."""
    name = "one pack" if packs == 1 else f"{packs} packs"
    return standard_deck(f"the cards of {name}", packs=packs, jokers=2 * packs)
