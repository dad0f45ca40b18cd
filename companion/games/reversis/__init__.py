"""Reversis: avoid aces and court cards, or take every trick."""

from dataclasses import replace

from companion.games.reversis import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
