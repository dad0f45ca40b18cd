"""Draw random but believable hands of Polignac."""

from random import Random
from typing import Any

from companion.core.game.seating import from_left_of
from companion.core.game.table import Table
from companion.core.tricks.random_hands import played_hand
from companion.games.polignac.referee import DECK, PLAY


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: the jacks fall as the cards are played."""
    names = from_left_of(table.players, table.dealer)
    return played_hand(PLAY, table, names, dice.sample(list(DECK.copies), len(DECK.copies)))
