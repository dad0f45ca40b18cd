"""Aggravation: cover matching cards faster than the other, and be first out of cards."""

from companion.games.aggravation.scoring import GAME

__all__ = ["GAME"]
