"""Aggravation: cover matching cards faster than the other, and be first out of cards."""

from dataclasses import replace

from companion.games.aggravation import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
