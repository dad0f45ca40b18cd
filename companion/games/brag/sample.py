"""Draw random but believable hands of Brag."""

from random import Random
from typing import Any

from companion.core.common.chips import ANTE, MIN_BET, MOST_PAID, divide_pots
from companion.core.game.game import STACK
from companion.core.game.table import Table

PRIAL = 0.01
"""How often a pot is won with a prial that is shown."""


def sample_round(table: Table[bool], dice: Random) -> dict[str, Any]:
    """Draw a believable round: players fold one by one while the bets go up; some run out of chips and cover."""
    options, names = table.options, table.asked
    held = {name: table.totals[name] if options[STACK] else MOST_PAID for name in names}
    paid = {name: min(options[ANTE], chips) for name, chips in held.items()}
    left, bet = list(names), options[MIN_BET]
    for _ in range(dice.randint(1, 4)):
        for name in names:
            if name in left and len(left) > 1 and dice.random() < 0.3:
                left.remove(name)
            elif name in left:
                paid[name] = min(held[name], paid[name] + bet)
        bet += dice.choice((0, 0, options[MIN_BET]))
    dice.shuffle(left)
    most = max(paid, key=paid.__getitem__)
    entry: dict[str, Any] = {"paid": paid, "pots": divide_pots(paid, dict.fromkeys([*left, most]))}
    if dice.random() < PRIAL:
        entry["prial_shown"] = True
    return entry
