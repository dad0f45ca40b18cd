"""Razz: seven-card stud for the lowest hand."""

from companion.games.razz.scoring import GAME

__all__ = ["GAME"]
