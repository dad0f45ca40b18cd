"""Farmer: draw to exactly 16 and take the farm."""

from companion.games.farmer.scoring import GAME

__all__ = ["GAME"]
