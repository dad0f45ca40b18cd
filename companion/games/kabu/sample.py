"""Draw random but believable hands of Kabu."""

from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.games.kabu.scoring import DECK, hand_score

CONTENT = 6
"""The score from which most players pass."""


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: everybody draws while the score is poor; some tables write down the cards."""
    stock = list(DECK.copies)
    dice.shuffle(stock)
    hands = {name: [stock.pop(), stock.pop()] for name in table.players}
    for cards in hands.values():
        while len(cards) < 4 and hand_score(cards) < CONTENT:
            cards.append(stock.pop())
    if dice.random() < 0.2:
        return {"hands": hands}
    return {"scores": {name: hand_score(cards) for name, cards in hands.items()}}
