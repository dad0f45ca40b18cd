"""A believable hand of Polignac, drawn with the dice that it is given."""

from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.games.polignac.scoring import JACK_COUNT


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: each jack is captured by a random player."""
    takers = dice.choices(table.players, k=JACK_COUNT)
    jacks = {name: takers.count(name) for name in table.players if name in takers}
    return {"jacks": jacks, "polignac": dice.choice(table.players)}
