"""Draw random but believable rounds of Oh Hell."""

from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.core.tricks.random_hands import random_bids, random_tricks
from companion.games.oh_hell.scoring import HOOK, hand_size


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: most bids are made or missed by one; the dealer's changes if the bids may not add up."""
    hand, dealer = hand_size(table), table.dealer
    tricks = random_tricks(table.players, hand, dice)
    bids = random_bids(tricks, hand, dice)
    if table.options[HOOK] and sum(bids.values()) == hand:
        bids[dealer] += 1 if bids[dealer] < hand else -1
    return {"bid": bids, "tricks": tricks}
