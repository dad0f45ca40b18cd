"""Gin Rummy: knock with little deadwood, or go gin; boxes and bonuses at the end."""

from dataclasses import replace

from companion.games.gin_rummy import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
