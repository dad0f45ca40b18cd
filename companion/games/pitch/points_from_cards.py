"""The points of a hand of Pitch, from its cards: who has high, low, jack and game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.cards.notation import RANKS, rank_of, suit_of
from companion.core.game.ranking import leaders
from companion.core.game.situation import WonTrick
from companion.core.tricks.tricks_taken import takers_of

CARD_COUNTS = {"10": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
"""What each rank counts for game. Source: pitch/scoring.game."""


@dataclass(frozen=True, slots=True)
class Points:
    """Who has the four points of a hand, and the cards from which that follows."""

    trump: str
    highest: str
    lowest: str
    """The highest and the lowest trump that were played."""

    entry: Mapping[str, Any]
    """The fields of the round: the side with each point and all tricks; None for a jack not dealt, or a level game."""

    counts: Mapping[str, int]
    """The count of each side for the point for game."""


def count_for_game(cards: Iterable[str]) -> int:
    """Return what these cards count for game; cards below 10 count nothing. Source: pitch/scoring.game."""
    return sum(CARD_COUNTS.get(rank_of(card), 0) for card in cards)


def side_ahead(counts: Mapping[str, int]) -> str | None:
    """Return the side with the higher count for game; None if both are level."""
    best = leaders(counts)
    return best[0] if len(best) == 1 else None


def points_of(tricks: Sequence[WonTrick], side_of: Mapping[str, str]) -> Points:
    """Return the points of a hand. ``tricks``: all six; ``side_of``: the side of each player, in seat order.

    Source: pitch/scoring.high, pitch/scoring.low, pitch/scoring.jack, pitch/scoring.single-trump.
    """
    trump = suit_of(tricks[0].plays[0].card)
    played = {play.card: side_of[play.player] for trick in tricks for play in trick.plays}
    captured = {card: side_of[taker] for card, taker in takers_of(tricks).items()}
    trumps = [rank + trump for rank in RANKS if rank + trump in played]
    sides = tuple(dict.fromkeys(side_of.values()))
    counts = {side: count_for_game(card for card, taker in captured.items() if taker == side) for side in sides}
    entry = {
        "high": played[trumps[0]], "low": captured[trumps[-1]], "jack": captured.get(f"J{trump}"),
        "game": side_ahead(counts), "all_tricks": captured[trumps[0]] if len(set(captured.values())) == 1 else None,
    }  # fmt: skip
    return Points(trump, trumps[0], trumps[-1], entry, counts)
