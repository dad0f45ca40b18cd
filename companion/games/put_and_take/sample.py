"""Draw random but believable hands of Put and Take."""

from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.games.put_and_take.scoring import DECK, matches, worth


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: cards are dealt and turned; most tables then enter the credits only."""
    stock = list(DECK.copies)
    dice.shuffle(stock)
    hands = {name: [stock.pop() for _ in range(5)] for name in table.players if name != table.dealer}
    turned = {half: [stock.pop() for _ in range(5)] for half in ("put", "take")}
    if dice.random() < 0.3:
        return {"put_cards": turned["put"], "take_cards": turned["take"], "hands": hands}
    return {
        half: {
            name: sum(count * each for count, each in zip(matches(hand, cards), worth(table.options), strict=True))
            for name, hand in hands.items()
        }
        for half, cards in turned.items()
    }
