"""Brag: bet on three cards until one is left or two show."""

from dataclasses import replace

from companion.games.brag import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
