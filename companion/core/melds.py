"""Melds in sentences and in facts, for the referees of games in which they are laid."""

from collections.abc import Iterable, Sequence

from companion.cards.melds import LaidCard
from companion.cards.notation import pretty
from companion.core.words import listed


def flat(melds: Iterable[Sequence[str]]) -> list[str]:
    """All cards of several melds."""
    return [card for meld in melds for card in meld]


def card_told(card: str, stands_for: str, *, wild: bool) -> str:
    """A card of a meld, a wild one with what it stands for, where that is not empty."""
    if card == stands_for and wild:
        return f"{pretty(card)}, counted as wild"
    return f"{pretty(card)} as {pretty(stands_for)}" if wild and stands_for else pretty(card)


def laid_told(laid: Iterable[LaidCard], *, fixed: bool = True) -> str:
    """The cards of a meld as they lie. ``fixed``: whether it matters what the wild ones stand for."""
    return listed(card_told(card, stands_for if fixed else "", wild=wild) for card, stands_for, wild in laid)
