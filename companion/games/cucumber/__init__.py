"""Cucumber: seven cards, and only the last trick counts, against whoever takes it."""

from dataclasses import replace

from companion.games.cucumber import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
