"""Speculation: buy and sell your way to the highest trump."""

from companion.games.speculation.scoring import GAME

__all__ = ["GAME"]
