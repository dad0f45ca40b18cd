"""Spite and Malice: two players race to empty their talons onto shared piles."""

from companion.games.spite_and_malice.scoring import GAME

__all__ = ["GAME"]
