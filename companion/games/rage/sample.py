"""Draw random but believable rounds of Rage."""

from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.core.tricks.random_hands import random_bids, random_tricks
from companion.games.rage.scoring import BONUS, BONUS_CARDS, MAD, MAD_CARDS, hand_size


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: tricks by chance, and bids that are mostly made or missed by one."""
    hand, players = hand_size(table), table.players
    tricks = random_tricks(players, hand, dice)
    entry: dict[str, Any] = {"bid": random_bids(tricks, hand, dice), "tricks": tricks}
    takers = [name for name, taken in tricks.items() if taken]
    for key, there in ((BONUS, BONUS_CARDS), (MAD, MAD_CARDS)):
        if table.options[there] and dice.random() < 0.3:
            entry[key] = {dice.choice(takers): 1}
    return entry
