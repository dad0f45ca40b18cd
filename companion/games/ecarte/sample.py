"""Draw random but believable hands of Écarté."""

from random import Random
from typing import Any

from companion.core.common.endings import TARGET
from companion.core.game.table import Table
from companion.games.ecarte.scoring import HAND


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: a king is turned up in one hand of eight and shown in three.

    One hand in three is played without an exchange.
    """
    players, target = table.players, table.options[TARGET]
    turned = dice.random() < 1 / 8
    shown = dice.choice(players) if not turned and dice.random() < 3 / 7 else None
    king = table.dealer if turned else shown
    won = king is not None and table.totals[king] + 1 >= target
    entry: dict[str, Any] = {"upcard_king": turned, "king_shown": shown}
    if not (turned and won):
        entry["vulnerable"] = dice.choice(players) if dice.random() < 1 / 3 else None
    if not won:
        taken = dice.choice((0, 1, 1, 2, 2, 3, 3, 4, 4, 5))
        entry["tricks"] = dict(zip(players, (taken, HAND - taken), strict=True))
    return entry
