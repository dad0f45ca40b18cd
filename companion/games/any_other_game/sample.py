"""Draw random but believable rounds of any other game."""

from itertools import pairwise
from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.games.any_other_game.scoring import NEGATIVE, ROUND_SUM

MOST_STAKE = 10


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: everybody gets some points, or a part of the sum that the table has agreed on."""
    names, total, negative = table.names, table.options[ROUND_SUM], table.options[NEGATIVE]
    if total is None:
        points = [dice.choice((0, dice.randint(1, 30))) for _ in names]
        if negative and dice.random() < 0.3:
            points[dice.randrange(len(points))] = -dice.randint(1, 20)
    else:
        cuts = sorted(dice.randint(0, abs(total)) for _ in names[1:])
        sign = 1 if total > 0 else -1
        points = [sign * (high - low) for low, high in pairwise((0, *cuts, abs(total)))]
        if negative and not total:
            points[0], points[-1] = -MOST_STAKE, MOST_STAKE
    return {"points": dict(zip(names, points, strict=True))}
