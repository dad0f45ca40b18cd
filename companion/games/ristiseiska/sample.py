"""Draw random but believable games of Ristiseiska."""

from random import Random
from typing import Any

from companion.core.game.table import Table


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable game: somebody runs out of cards; half the tables count what the others hold."""
    winner = dice.choice(table.players)
    entry: dict[str, Any] = {"winner": winner}
    if dice.random() < 0.5:
        entry["cards_left"] = {name: dice.randint(1, 8) for name in table.players if name != winner}
        if dice.random() < 0.3:
            entry["cards_left"][winner] = 0
    return entry
