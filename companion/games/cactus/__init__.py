"""Cactus: four cards that nobody may look at, and the lower total wins."""

from companion.games.cactus.scoring import GAME

__all__ = ["GAME"]
