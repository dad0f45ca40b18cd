"""Samba: canasta with three packs, runs besides sets, and two melds of seven to go out."""

from dataclasses import replace

from companion.games.samba import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
