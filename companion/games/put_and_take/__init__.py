"""Put and Take: pay for the cards that match, then be paid for them."""

from dataclasses import replace

from companion.games.put_and_take import referee, scoring

GAME = replace(scoring.GAME, situations=referee.SITUATIONS)
