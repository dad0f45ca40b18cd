"""A believable hand of Cucumber, drawn with the dice that it is given."""

from random import Random
from typing import Any

from companion.cards.notation import RANKS
from companion.core.game.table import Table
from companion.games.cucumber.scoring import COPIES, State


def sample_round(table: Table[State], dice: Random) -> dict[str, Any]:
    """Draw a believable round: last cards, low ones more often, since most players have got rid of high ones."""
    pack = list(RANKS) * COPIES
    cards = {}
    for name in table.asked:
        cards[name] = max(dice.sample(pack, 2), key=RANKS.index)
        pack.remove(cards[name])
    return {"leader": dice.choice(table.asked), "cards": cards}
