"""Draw random but believable hands of Cucumber."""

from random import Random
from typing import Any

from companion.core.game.seating import from_left_of
from companion.core.game.table import Table
from companion.core.tricks.random_hands import played_hand
from companion.games.cucumber.referee import DECK, PLAY
from companion.games.cucumber.scoring import State


def sample_round(table: Table[State], dice: Random) -> dict[str, Any]:
    """Draw a believable round: the last cards are those that nobody could get rid of before."""
    names = from_left_of(table.asked, dice.choice(table.asked))
    return played_hand(PLAY, table, names, dice.sample(list(DECK.copies), len(DECK.copies)))
