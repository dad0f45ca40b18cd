"""A believable round of Oh Hell, drawn with the dice that it is given."""

from random import Random
from typing import Any

from companion.core.game import Table
from companion.games.oh_hell.scoring import HOOK, hand_size


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Most bids are made or missed by one; the dealer moves where the bids would add up."""
    hand, players, dealer = hand_size(table), table.players, table.dealer
    tricks = dict.fromkeys(players, 0)
    for _ in range(hand):
        tricks[dice.choice(players)] += 1
    bids = {name: min(hand, max(0, taken + dice.choice((0, 0, 0, 1, -1)))) for name, taken in tricks.items()}
    if table.options[HOOK] and sum(bids.values()) == hand:
        bids[dealer] += 1 if bids[dealer] < hand else -1
    return {"bid": bids, "tricks": tricks}
