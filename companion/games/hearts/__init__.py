"""Hearts: take no hearts and not the queen of spades, or all of them."""

from dataclasses import replace

from companion.games.hearts import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
