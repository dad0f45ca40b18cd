"""Draw random but believable games of Aggravation."""

from random import Random
from typing import Any

from companion.core.game.table import Table


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: somebody wins; a dead heat is rare."""
    return {"winner": None if dice.random() < 0.05 else dice.choice(table.players)}
