"""Écarté: five tricks for two, and a king of trumps is worth showing."""

from companion.games.ecarte.scoring import GAME

__all__ = ["GAME"]
