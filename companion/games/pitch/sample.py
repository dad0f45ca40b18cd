"""Draw random but believable hands of Pitch."""

from random import Random
from typing import Any

from companion.core.game.seating import from_left_of
from companion.core.game.table import Table
from companion.core.tricks.random_hands import played_hand
from companion.games.pitch.referee import DECK, PLAY
from companion.games.pitch.scoring import SMUDGE


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: cards as they fall, after a bid that the hand may be worth; smudges are rare."""
    names = from_left_of(table.players, dice.choice(table.players))
    entry = played_hand(PLAY, table, names, dice.sample(list(DECK.copies), len(DECK.copies)))
    bid = SMUDGE if entry["all_tricks"] else dice.choice((2, 2, 2, 2, 3, 3, 3, 4, SMUDGE))
    return {"pitcher": names[0], "bid": bid, **entry}
