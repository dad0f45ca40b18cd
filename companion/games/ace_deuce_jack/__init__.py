"""Ace-Deuce-Jack: bet against the bank that three cards show no ace, 2 or jack."""

from companion.games.ace_deuce_jack.scoring import GAME

__all__ = ["GAME"]
