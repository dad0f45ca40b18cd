"""Put and Take: pay for the cards that match, then be paid for them."""

from companion.games.put_and_take.scoring import GAME

__all__ = ["GAME"]
