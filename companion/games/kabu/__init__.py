"""Kabu: draw to come close to nine, and pay whoever comes closer."""

from dataclasses import replace

from companion.games.kabu import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
