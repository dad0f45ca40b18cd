"""Draw random but believable deals of Cactus."""

from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.games.cactus.scoring import DECK, card_points


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: low cards mostly, some layouts matched away, some grown by penalties."""
    pack = sorted(DECK.copies, key=lambda card: card_points(card) + dice.randint(0, 14))
    sizes = {name: dice.choice((0, 1, 2, 3, 4, 4, 4, 6)) for name in table.players}
    cards = {name: [pack.pop(0) for _ in range(size)] for name, size in sizes.items()}
    caller = dice.choice((*table.players, *table.players, None))
    if dice.random() < 0.6:
        return {"caller": caller, "cards": cards}
    return {"caller": caller, "points": {name: sum(map(card_points, held)) for name, held in cards.items()}}
