"""Draw random but believable games of Spite and Malice."""

from random import Random
from typing import Any

from companion.core.game.table import Table


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: mostly a talon is emptied; else the stock runs out, at times on equal talons."""
    winner = dice.choice((*table.players, *table.players, None))
    talon = {name: dice.randint(1, 12) for name in table.players if name != winner}
    if winner is None:
        if dice.random() < 0.3:
            talon = dict.fromkeys(table.players, dice.randint(1, 12))
    elif dice.random() < 0.5:
        return {"winner": winner}
    elif dice.random() < 0.5:
        talon[winner] = 0
    return {"winner": winner, "talon": talon}
