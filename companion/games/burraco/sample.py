"""Draw random but believable hands of Burraco."""

from random import Random
from typing import Any

from companion.core.common.canasta import least_meld_worth
from companion.core.game.table import Table


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: mostly somebody closes with a burraco or two; a pozzetto is missed now and then."""
    closed = dice.choice((*table.names, *table.names, *table.names, None))
    entry: dict[str, Any] = {"closed": closed, "pozzetto": {}, "clean": {}, "dirty": {}, "melded": {}, "in_hand": {}}
    for side in table.names:
        clean, dirty = dice.choice((0, 0, 0, 1, 1, 2)), dice.choice((0, 0, 1, 1, 2))
        pozzetto = dice.choice(("taken",) * 8 + ("unseen", "not-taken"))
        if side == closed:
            clean += not (clean or dirty)
            pozzetto = "taken" if pozzetto == "not-taken" else pozzetto
        elif pozzetto == "not-taken":
            clean = dirty = 0
        entry["pozzetto"][side] = pozzetto
        entry["clean"][side] = clean
        entry["dirty"][side] = dirty
        entry["melded"][side] = least_meld_worth(clean, dirty) + 5 * dice.randint(8, 34)
        entry["in_hand"][side] = 5 * dice.randint(2, 18) + (60 if pozzetto == "unseen" else 0)
    return entry
