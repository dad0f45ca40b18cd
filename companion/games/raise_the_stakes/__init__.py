"""Raise the Stakes: more tricks than anyone else, in a round that anyone may make dearer."""

from companion.games.raise_the_stakes.scoring import GAME

__all__ = ["GAME"]
