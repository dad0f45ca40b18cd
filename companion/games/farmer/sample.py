"""Draw random but believable deals of Farmer."""

from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.games.farmer.scoring import DECK, Farm, hand_count


def sample_round(table: Table[Farm], dice: Random) -> dict[str, Any]:
    """Draw a believable round: everybody draws at least once, and on until they are content with 12 to 15 or bust."""
    stock = list(DECK.copies)
    dice.shuffle(stock)
    hands = {name: [stock.pop(), stock.pop()] for name in table.players}
    for cards in hands.values():
        content = dice.choice((12, 13, 14, 15))
        while hand_count(cards) < content:
            cards.append(stock.pop())
    return {"hands": hands}
