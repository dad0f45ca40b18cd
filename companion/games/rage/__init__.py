"""Rage: bid your tricks, over ten shrinking hands."""

from dataclasses import replace

from companion.games.rage import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
