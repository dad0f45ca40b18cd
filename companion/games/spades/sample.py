"""Draw random but believable hands of Spades."""

from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.core.tricks.random_hands import random_bids, random_tricks
from companion.games.spades.scoring import HAND, BagsHeld, sides_that_may_bid_blind


def sample_round(table: Table[BagsHeld], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: bids near the tricks, now and then a nil, and seldom a blind one."""
    tricks = random_tricks(table.players, HAND, dice)
    bids = {name: max(1, bid) for name, bid in random_bids(tricks, HAND, dice).items()}
    low = min(tricks, key=lambda name: tricks[name])
    entry: dict[str, Any] = {"bid": bids}
    if dice.random() < 0.2:
        bids[low] = 0
        if table.setup.holders[low] in sides_that_may_bid_blind(table) and dice.random() < 0.5:
            entry["blind"] = [low]
        if tricks[low]:
            entry["nil_taken"] = {low: tricks[low]}
    holders = table.setup.holders
    entry["tricks"] = {side: sum(tricks[name] for name in tricks if holders[name] == side) for side in table.names}
    return entry
