"""Burraco: two partnerships, two pozzetti, and a bonus for every meld of seven."""

from companion.games.burraco.scoring import GAME

__all__ = ["GAME"]
