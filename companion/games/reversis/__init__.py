"""Reversis: avoid aces and court cards, or take every trick."""

from companion.games.reversis.scoring import GAME

__all__ = ["GAME"]
