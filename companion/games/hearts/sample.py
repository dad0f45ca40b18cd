"""Draw random but believable hands of Hearts."""

from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.games.hearts.scoring import ALL_HEARTS, JACK


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: hearts fall a few to a trick; now and then somebody shoots the moon."""
    shooter, moon = dice.choice(table.players), dice.random() < 0.1
    takers = [shooter if moon or dice.random() < 0.3 else dice.choice(table.players) for _ in range(ALL_HEARTS)]
    hearts = {name: takers.count(name) for name in table.players if name in takers}
    entry: dict[str, Any] = {"hearts": hearts, "queen": shooter if moon else dice.choice(table.players)}
    return entry | ({"jack": dice.choice(table.players)} if table.options[JACK] else {})
