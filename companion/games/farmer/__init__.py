"""Farmer: draw to exactly 16 and take the farm."""

from dataclasses import replace

from companion.games.farmer import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
