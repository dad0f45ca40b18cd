"""Draw random but believable hands of Euchre."""

from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.games.euchre.scoring import DEFEND_ALONE, HAND, STICK


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: most are made with three tricks; seldom all pass, or somebody plays alone."""
    if not table.options[STICK] and dice.random() < 0.06:
        return {"maker": None}
    maker = dice.choice(table.players)
    alone = dice.random() < 0.12
    tricks = dice.choice((HAND, HAND, 3, 3, 2) if alone else (0, 1, 2, 2, 3, 3, 3, 3, 4, 4, HAND))
    entry: dict[str, Any] = {"maker": maker, "tricks": tricks, "alone": alone}
    if alone and table.options[DEFEND_ALONE] and dice.random() < 0.3:
        others = [name for name in table.players if table.setup.holders[name] != table.setup.holders[maker]]
        entry["defends_alone"] = dice.choice(others)
    return entry
