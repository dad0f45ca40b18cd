"""Euchre: whoever makes trumps needs three of five tricks, with the bowers above all other trumps."""

from dataclasses import replace

from companion.games.euchre import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)

__all__ = ["GAME"]
