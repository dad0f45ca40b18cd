"""Facts about melds, their checks, and sentences that explain them, for referees."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.cards.decks import Deck
from companion.cards.melds import LaidCard, MeldRules
from companion.cards.notation import pretty
from companion.core.entry import fields as f
from companion.core.entry.keys import Cards, Key
from companion.core.entry.problems import Problem
from companion.core.entry.record import Record
from companion.core.referee.facts import MELD
from companion.core.words import counted, listed

FEWEST = 3
"""The fewest cards of a meld, in every game that has melds."""


def all_cards(melds: Iterable[Sequence[str]]) -> list[str]:
    """Return all cards of several melds in one list."""
    return [card for meld in melds for card in meld]


def cards_by_key(given: Record, *keys: Key[Cards] | Key[tuple[Any, ...]]) -> list[tuple[str, list[str]]]:
    """Return the key and all cards of each fact, for ``check_cards_together``. A fact is a list of cards or melds."""
    return [(key, [card for one in given[key] for card in ([one] if isinstance(one, str) else one)]) for key in keys]


def melds_fact(
    key: Key[Any], label: str, deck: Deck, shortest: int, longest: int, *, most: int = 0, **more: Any
) -> f.Field:
    """Return the field for melds on the table, each of ``shortest`` to ``longest`` cards.

    ``most``: the most melds; 0: as many as the deck has cards for. ``more``: the field's other attributes.
    """
    most = most or sum(deck.copies.values()) // FEWEST
    return f.several(key, label, f.cards(MELD, "Meld", deck, shortest, longest), most=most, **more)


def check_melds(
    key: Key[Any], melds: Iterable[Sequence[str]], fault_of: Callable[[Sequence[str]], str]
) -> list[Problem]:
    """Return a problem for each meld that is invalid.

    ``fault_of``: returns the rest of a sentence that begins with ``Meld 2``; empty for a valid meld.
    """
    faults = enumerate(map(fault_of, melds), start=1)
    return [Problem(key, f"Meld {number}{fault}", None, number) for number, fault in faults if fault]


class MeldObjection(NamedTuple):
    """Why cards are no meld."""

    rule: str = ""
    """The id of the paragraph that says so."""

    why: str = ""
    """A sentence; empty if they are a meld."""


Objections = Mapping[str, Mapping[str, Sequence[str]]]
"""For each kind of meld and each reason why cards are no meld: the id of the paragraph, and a sentence.

They are in the game's ``objections.toml``; those under ``meld`` apply if the kind has none of its own. Sentences may
contain ``{cards}``, ``{wild}`` and ``{naturals}`` (how many there are), ``{limit}``, the same limit with its noun as
``{needed}``, and ``{card}``, the card that does not fit."""


def objection_to(rules: MeldRules, cards: Sequence[str], text: Objections) -> MeldObjection:
    """Return why cards are no meld; empty if they are one. ``text``: the sentences of the game."""
    if rules.read(cards):
        return MeldObjection()
    failure, wild = rules.why_not(cards), sum(map(rules.is_wild, cards))
    rule, why = text.get(failure.kind, {}).get(failure.why) or text["meld"][failure.why]
    facts = {"cards": len(cards), "wild": wild, "naturals": len(cards) - wild, "limit": failure.limit}
    card = pretty(failure.card) if failure.card else ""
    return MeldObjection(rule, why.format(needed=counted(failure.limit, "natural card"), card=card, **facts))


def card_text(card: str, stands_for: str, *, wild: bool) -> str:
    """Describe a card of a meld; if it is wild, with the card that it ``stands_for``, unless that is empty.

    A wild card that stands for itself is described as counted as wild.
    """
    if card == stands_for and wild:
        return f"{pretty(card)}, counted as wild"
    return f"{pretty(card)} as {pretty(stands_for)}" if wild and stands_for else pretty(card)


def meld_text(laid: Iterable[LaidCard], *, fixed: bool = True) -> str:
    """List the cards of a meld as they lie. ``fixed``: whether to say what the wild cards stand for."""
    return listed(card_text(card, stands_for if fixed else "", wild=wild) for card, stands_for, wild in laid)
