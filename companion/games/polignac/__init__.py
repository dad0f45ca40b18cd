"""Polignac: take no jacks, least of all the jack of spades."""

from companion.games.polignac.scoring import GAME

__all__ = ["GAME"]
