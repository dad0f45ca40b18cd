"""Poker hands of Chicago: what a hand is, which of its cards make it, and what five cards prove."""

from collections.abc import Sequence

from companion.cards.notation import RANKS, rank_of
from companion.cards.poker import VALUES, is_at_least, rank_five, rank_groups
from companion.core.entry.keys import Cards
from companion.core.entry.record import Record
from companion.core.referee.showdown import ShownHand, five_card_hand
from companion.games.chicago.scoring import ACE_LOW, HANDS, KICKERS

HIGH_CARD = "high-card"
WHOLE = ("straight", "flush", "full-house", "straight-flush", "royal-flush")
"""The kinds of hands that all five cards make. Source: chicago/play.expose-cards."""

MOST_RANKS = dict.fromkeys(HANDS, 1) | {"two-pair": 2, "full-house": 2, "royal-flush": 0}
"""How many ranks can be named with a hand. Source: chicago/play.declare-ranks."""

OF_ONE_RANK = {"pair": 2, "three-of-a-kind": 3, "four-of-a-kind": 4}
"""How many cards of a rank make a kind of hand."""

BETTER_KINDS = {
    "straight-flush": ("royal-flush",),
    **dict.fromkeys(("straight", "flush"), ("straight-flush", "royal-flush")),
}
"""For a kind of hand, the better kinds that are of this kind, too: every straight flush is a straight."""

_WHEEL = frozenset(("A", "2", "3", "4", "5"))


def shown_hand(cards: Cards, options: Record) -> ShownHand:
    """Return five cards as a hand: its kind, and the measures by which this table compares it."""
    return five_card_hand(cards, options[ACE_LOW], options[KICKERS])


def kind_of(cards: Cards, options: Record) -> str:
    """Return the kind of hand that five cards are at this table: ``two-pair``."""
    return rank_five(cards, options[ACE_LOW]).kind


def is_wheel(cards: Cards) -> bool:
    """Return whether the cards are ace to five, which is a straight only at some tables.

    Source: chicago/play.ace-low.
    """
    return {rank_of(card) for card in cards} == _WHEEL


def cards_of_combination(cards: Cards, kind: str) -> tuple[str, ...]:
    """Return those cards of a hand that make it one of this kind, in their order: the two cards of a pair.

    Source: chicago/play.expose-cards.
    """
    if kind in WHOLE:
        return cards
    ranks = [rank_of(card) for card in cards]
    return tuple(card for card, rank in zip(cards, ranks, strict=True) if ranks.count(rank) > 1)


def proves(cards: Cards, kind: str, ranks: Sequence[str], options: Record) -> bool:
    """Return whether five cards contain a declared kind of hand, with the ranks that were named.

    ``ranks``: the higher pair or the three of a full house first; empty: any ranks will do.
    Source: chicago/penalties.proof, chicago/penalties.proof-better.
    """
    ranked = rank_five(cards, options[ACE_LOW])
    counts = dict(zip(rank_groups(cards)[1], rank_groups(cards)[0], strict=True))
    named = [VALUES[rank] for rank in ranks]
    if kind in OF_ONE_RANK:
        return any(count >= OF_ONE_RANK[kind] for rank, count in counts.items() if rank in named or not named)
    if kind == "two-pair":
        pairs = sorted((rank for rank, count in counts.items() if count > 1), reverse=True)
        return len(pairs) > 1 and sorted(named, reverse=True) == pairs[: len(named)]
    if kind == "full-house":
        return ranked.kind == kind and list(ranked.ranks[: len(named)]) == named
    top = VALUES["A"] if kind == "flush" and is_wheel(cards) else ranked.ranks[0]  # the highest of a flush is the ace
    return ranked.kind in (kind, *BETTER_KINDS.get(kind, ())) and all(rank == top for rank in named)


def may_declare(kind: str, standing: str) -> bool:
    """Return whether a kind of hand can be declared. ``standing``: the best one so far; empty: there is none.

    Source: chicago/play.declare, chicago/play.declare-none.
    """
    return kind != HIGH_CARD and (not standing or is_at_least(kind, standing))


RANK_CHOICES = {rank: rank for rank in RANKS}
