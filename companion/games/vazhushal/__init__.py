"""Vazhushal: rummy with an open line of discards; the first to go out wins the game."""

from dataclasses import replace

from companion.games.vazhushal import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
