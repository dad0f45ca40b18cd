"""Superfecta: bet on a race of four aces."""

from companion.games.superfecta.scoring import GAME

__all__ = ["GAME"]
