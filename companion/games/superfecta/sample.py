"""Draw random but believable races of Superfecta."""

from random import Random
from typing import Any

from companion.core.common.chips import MIN_BET
from companion.core.game.game import STACK
from companion.core.game.table import Table
from companion.games.superfecta.scoring import HORSES, PLACES, Pools

LINES = (0, 1, 1, 2, 2, 3)
"""How many lines a ticket has: one of these numbers is drawn."""


def sample_round(table: Table[Pools], dice: Random) -> dict[str, Any]:
    """Draw a believable race: small tickets, mostly win bets; now and then the table makes it the last race."""
    least, stack = table.options[MIN_BET], table.options[STACK]
    tickets = []
    for name in table.asked:
        held = table.totals[name] if stack else least * 100
        for kind in dice.choices(tuple(PLACES), (5, 3, 1), k=dice.choice(LINES)):
            chips = least * dice.choice((1, 1, 1, 2))
            if chips <= held:
                horses = "/".join(dice.sample(HORSES, PLACES[kind]))
                tickets.append({"player": name, "chips": chips, "bet": kind, "horses": horses})
                held -= chips
    entry: dict[str, Any] = {"finish": "/".join(dice.sample(HORSES, len(HORSES)))}
    if tickets:
        entry["tickets"] = tickets
    if table.number > 3 and dice.random() < 0.02:
        entry["last_race"] = True
    return entry
