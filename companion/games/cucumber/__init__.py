"""Cucumber: seven cards, and only the last trick counts, against whoever takes it."""

from companion.games.cucumber.scoring import GAME

__all__ = ["GAME"]
