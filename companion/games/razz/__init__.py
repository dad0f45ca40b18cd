"""Razz: seven-card stud for the lowest hand."""

from dataclasses import replace

from companion.games.razz import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
