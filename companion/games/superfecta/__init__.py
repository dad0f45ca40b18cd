"""Superfecta: bet on a race of four aces."""

from dataclasses import replace

from companion.games.superfecta import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
