"""Brag: bet on three cards until one is left or two show."""

from companion.games.brag.scoring import GAME

__all__ = ["GAME"]
