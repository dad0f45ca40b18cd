"""Canasta: partners meld sets of a rank, seven cards make a canasta; the first side with 5,000 points wins."""

from dataclasses import replace

from companion.games.canasta import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
