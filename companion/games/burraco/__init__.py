"""Burraco: two partnerships, two pozzetti, and a bonus for every meld of seven."""

from dataclasses import replace

from companion.games.burraco import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
