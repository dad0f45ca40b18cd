"""Vazhushal: rummy with an open line of discards; the first to go out wins the game."""

from companion.games.vazhushal.scoring import GAME

__all__ = ["GAME"]
