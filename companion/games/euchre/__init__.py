"""Euchre: make trumps and take three of five tricks; the bowers are the highest trumps."""

from dataclasses import replace

from companion.games.euchre import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
