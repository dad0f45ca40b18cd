"""Draw random but believable hands of Razz."""

from random import Random
from typing import Any

from companion.core.common.chips import ANTE, MOST_PAID, divide_pots
from companion.core.game.game import STACK
from companion.core.game.table import Table
from companion.games.razz.scoring import BET

STREETS = (1, 1, 2, 2, 2)
"""The bets of third to seventh street, in normal bets."""

LEVEL = 0.05
"""The share of hands in which the last two players are level."""


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: many fold on third street, others later; what nobody called is taken back."""
    options, names = table.options, table.asked
    held = {name: table.totals[name] if options[STACK] else MOST_PAID for name in names}
    antes = {name: min(options[ANTE], chips) for name, chips in held.items()}
    paid = dict(antes)
    left = list(names)
    for street, bets in enumerate(STREETS):
        for name in names:
            if name in left and len(left) > 1 and dice.random() < (0.2 if street else 0.5):
                left.remove(name)
            elif name in left and len(left) > 1:
                paid[name] = min(held[name], paid[name] + bets * options[BET])
    called = sorted(paid.values())[-2]
    paid = {name: max(antes[name], min(chips, called)) for name, chips in paid.items()}
    dice.shuffle(left)
    pots = divide_pots(paid, dict.fromkeys([*left, max(paid, key=paid.__getitem__)]))
    if len(pots) == 1 and len(left) > 1 and paid[left[0]] == paid[left[1]] and dice.random() < LEVEL:
        pot = pots[0]["chips"]
        pots = [{"chips": (pot + 1) // 2, "winner": left[0]}, {"chips": pot // 2, "winner": left[1]}]
    return {"paid": paid, "pots": pots}
