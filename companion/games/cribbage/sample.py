"""Draw random but believable deals of Cribbage."""

from random import Random
from typing import Any

from companion.core.common.endings import TARGET
from companion.core.game.seating import left_of
from companion.core.game.table import Table
from companion.games.cribbage.scoring import MUGGINS

HANDS = (0, 2, 2, 4, 4, 4, 5, 6, 6, 7, 8, 8, 9, 10, 12, 12, 14, 16)


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable deal: some pegs, hands and a crib, heels now and then, rarely the board alone."""
    if dice.random() < 0.1:
        return {"board": _board(table, dice)}
    far = {name: table.options[TARGET] - total > 8 for name, total in table.totals.items()}
    pegged = {name: dice.randint(1, 5) if far[name] else 0 for name in table.players}
    first = left_of(table.players, table.dealer)
    pegged[first] = max(1, pegged[first])
    entry: dict[str, Any] = {"heels": dice.random() < 0.08, "pegged": pegged}
    entry |= {"hand": {name: dice.choice(HANDS) for name in table.players}, "crib": dice.choice(HANDS)}
    if table.options[MUGGINS] and dice.random() < 0.2:
        player, owner = dice.sample(table.players, 2)
        entry["muggins"] = [{"player": player, "from": owner, "crib": False, "points": 2}]
    return entry


def _board(table: Table[None], dice: Random) -> dict[str, int]:
    """Draw the holes of the front pegs after a deal; only the player in front may reach the target."""
    target = table.options[TARGET]
    holes = {name: min(target - 1, max(0, total) + dice.randint(3, 20)) for name, total in table.totals.items()}
    first = max(table.players, key=lambda name: holes[name])
    return {**holes, first: min(target, max(0, table.totals[first]) + 20)}
