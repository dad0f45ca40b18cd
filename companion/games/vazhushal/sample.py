"""Draw random but believable games of Vazhushal."""

from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.games.vazhushal.scoring import Counts


def sample_round(table: Table[Counts], dice: Random) -> dict[str, Any]:
    """Draw a believable game: mostly somebody goes out; else the stock runs out and everybody counts."""
    if dice.random() < 0.7:
        return {"went_out": dice.choice(table.players)}
    melds = {name: dice.choice((0, 9, 24, dice.randint(20, 90))) for name in table.players}
    hand = {name: dice.randint(2, 40 if melds[name] else 85) for name in table.players}
    if dice.random() < 0.2:
        one, other = dice.sample(table.players, 2)
        melds[other], hand[other] = melds[one], hand[one]
    return {"went_out": None, "melds": melds, "hand": hand}
