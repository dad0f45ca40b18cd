"""Spite and Malice: two players race to empty their talons onto shared piles."""

from dataclasses import replace

from companion.games.spite_and_malice import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
