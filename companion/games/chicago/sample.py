"""Draw random but believable hands of Chicago."""

from random import Random
from typing import Any

from companion.core.entry.keys import Names
from companion.core.game.table import Table
from companion.games.chicago.scoring import HANDS, barred_players

KINDS = ("", *HANDS)
DEALT = (500, 423, 48, 21, 4, 2, 1, 1, 1, 0)
"""How often each kind is dealt, from none to a royal flush; the rare ones a little oftener than by the odds."""

DRAWN = (10, 40, 25, 16, 6, 6, 4, 2, 1, 0)
"""How often each kind is held after an exchange, in the same order."""


def sample_round(table: Table[Names], dice: Random) -> dict[str, Any]:
    """Draw a believable round: hands grow from draw to draw; now and then the best are level."""
    barred = barred_players(table)
    places = range(len(KINDS))
    kinds = {name: dice.choices(places, DEALT)[0] for name in table.asked}
    entry: dict[str, Any] = {"last_trick": dice.choice(table.asked)}
    for stage in ("first", "second", "final"):
        for name in table.asked:
            if name not in barred and dice.random() < 0.5:
                kinds[name] = max(kinds[name], dice.choices(places, DRAWN)[0])
        best = max(kinds.values())
        if best and dice.random() < 0.85:
            entry[f"{stage}_player"] = dice.choice([name for name in table.asked if kinds[name] == best])
            entry[f"{stage}_hand"] = KINDS[best]
    if dice.random() < 0.01:
        entry["forfeit"] = dice.choice(table.asked)
    return entry
