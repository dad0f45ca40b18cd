"""Draw random but believable deals of Gin Rummy."""

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.games.gin_rummy.scoring import BIG_GIN_WORTH, DECK, OKLAHOMA, deadwood_limit


def sample_round(table: Table[Mapping[str, int]], dice: Random) -> dict[str, Any]:
    """Draw a believable deal: most end with a knock, some with gin, few with an undercut or without a knock."""
    entry: dict[str, Any] = {}
    upcard = None
    if table.options[OKLAHOMA] != "no":
        upcard = entry["upcard"] = dice.choice(sorted(DECK.copies))
    if dice.random() < 0.05:
        return {**entry, "knocker": None}
    knocker, other = dice.sample(table.players, 2)
    deadwood = 0 if dice.random() < 0.25 else dice.randint(0, deadwood_limit(upcard))
    entry |= {"knocker": knocker, "deadwood": {knocker: deadwood, other: dice.choice((2, 5, 8, 12, 17, 23, 31, 40))}}
    if not deadwood and table.options[BIG_GIN_WORTH] and dice.random() < 0.1:
        entry["big_gin"] = True
    return entry
