"""Toepen: win the last trick, and knock to make the hand dearer for the others."""

from companion.games.toepen.scoring import GAME

__all__ = ["GAME"]
