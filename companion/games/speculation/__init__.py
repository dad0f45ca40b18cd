"""Speculation: buy and sell your way to the highest trump."""

from dataclasses import replace

from companion.games.speculation import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
