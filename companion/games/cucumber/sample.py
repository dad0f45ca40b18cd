"""A believable hand of Cucumber, drawn with the dice that it is given."""

from random import Random
from typing import Any

from companion.cards.notation import RANKS
from companion.core.game import Table
from companion.games.cucumber.scoring import COPIES, Held


def sample_round(table: Table[Held], dice: Random) -> dict[str, Any]:
    """Last cards as they fall, low ones more often: most players have got rid of their high cards by then."""
    pack = list(RANKS) * COPIES
    cards = {}
    for name in table.asked:
        cards[name] = max(dice.sample(pack, 2), key=RANKS.index)
        pack.remove(cards[name])
    return {"leader": dice.choice(table.asked), "cards": cards}
