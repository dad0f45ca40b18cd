"""Kabu: draw to come close to nine, and pay whoever comes closer."""

from companion.games.kabu.scoring import GAME

__all__ = ["GAME"]
