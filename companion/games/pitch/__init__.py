"""Pitch: bid for high, low, jack and game, and make a bid of your own to win."""

from dataclasses import replace

from companion.games.pitch import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
