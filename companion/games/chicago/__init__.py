"""Chicago: poker hands at two showdowns and at the end, and the last trick between them."""

from dataclasses import replace

from companion.games.chicago import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
