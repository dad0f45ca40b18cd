"""Oh Hell: bid exactly the tricks that you take, over hands that shrink by a card."""

from dataclasses import replace

from companion.games.oh_hell import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
