"""A believable round of Rage, drawn with the dice that it is given."""

from random import Random
from typing import Any

from companion.core.game import Table
from companion.games.rage.scoring import BONUS, BONUS_CARDS, MAD, MAD_CARDS, hand_size


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Everybody bids about a fair share; most bids are made or missed by one."""
    hand, players = hand_size(table), table.players
    tricks = dict.fromkeys(players, 0)
    for _ in range(hand):
        tricks[dice.choice(players)] += 1
    bids = {name: min(hand, max(0, taken + dice.choice((0, 0, 0, 1, -1)))) for name, taken in tricks.items()}
    entry: dict[str, Any] = {"bid": bids, "tricks": tricks}
    takers = [name for name, taken in tricks.items() if taken]
    for key, there in ((BONUS, BONUS_CARDS), (MAD, MAD_CARDS)):
        if table.options[there] and dice.random() < 0.3:
            entry[key] = {dice.choice(takers): 1}
    return entry
