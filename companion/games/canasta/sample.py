"""Draw random but believable hands of Canasta."""

from random import Random
from typing import Any

from companion.core.common.canasta import least_meld_worth
from companion.core.game.table import Table
from companion.games.canasta.scoring import OUT_CANASTAS, minimum


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: mostly somebody goes out with one to three canastas."""
    went_out = dice.choice((*table.names, *table.names, *table.names, None))
    entry: dict[str, Any] = {"went_out": went_out, "natural": {}, "mixed": {}, "melded": {}, "in_hand": {}}
    for side in table.names:
        natural, mixed = dice.choice((0, 0, 1, 1, 2)), dice.choice((0, 0, 1, 2))
        if side == went_out:
            mixed = max(mixed, table.options[OUT_CANASTAS] - natural)
        least = least_meld_worth(natural, mixed) or minimum(table.totals[side])
        entry["natural"][side], entry["mixed"][side] = natural, mixed
        entry["melded"][side] = least + 5 * dice.randint(4, 40) if natural + mixed or dice.random() < 0.7 else 0
        entry["in_hand"][side] = 5 * dice.randint(2, 30)
    holders = [dice.choice((*table.names, *table.names, None)) for _ in range(4)]
    entry["red_threes"] = {side: holders.count(side) for side in table.names}
    entry["concealed"] = went_out is not None and dice.random() < 0.05
    if dice.random() < 0.05 and None in holders:
        entry["undeclared_red_threes"] = {dice.choice(table.names): 1}
    return entry
