"""Cactus: four cards that nobody may look at, and the lower total wins."""

from dataclasses import replace

from companion.games.cactus import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
