"""Polignac: take no jacks, least of all the jack of spades."""

from dataclasses import replace

from companion.games.polignac import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
