"""Fünfzehnern: card points in tricks, and whoever has more than fifteen wins the difference."""

from companion.games.funfzehnern.scoring import GAME

__all__ = ["GAME"]
