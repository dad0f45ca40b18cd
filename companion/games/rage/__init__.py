"""Rage: bid your tricks, over ten shrinking hands."""

from companion.games.rage.scoring import GAME

__all__ = ["GAME"]
