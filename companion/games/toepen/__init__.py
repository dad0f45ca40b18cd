"""Toepen: win the last trick, and knock to make the hand dearer for the others."""

from dataclasses import replace

from companion.games.toepen import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
