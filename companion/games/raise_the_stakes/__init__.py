"""Raise the Stakes: more tricks than anyone else, in a round that anyone may make dearer."""

from dataclasses import replace

from companion.games.raise_the_stakes import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
