"""Spades: partners bid their tricks together, and spades are always trump."""

from dataclasses import replace

from companion.games.spades import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
