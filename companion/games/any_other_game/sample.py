"""A believable round of any other game, drawn with the dice that it is given."""

from random import Random
from typing import Any

from companion.core.play.table import Table
from companion.games.any_other_game.scoring import NEGATIVE, ROUND_SUM

MOST_STAKE = 10


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: everybody gets some points, or a part of the sum that the table has agreed on."""
    total, negative = table.options[ROUND_SUM], table.options[NEGATIVE]
    if total is None:
        points = [dice.choice((0, dice.randint(1, 30))) for _ in table.names]
        if negative and dice.random() < 0.3:
            points[dice.randrange(len(points))] = -dice.randint(1, 20)
    elif total:
        points = _shares(total, len(table.names), dice)
    else:
        points = _payments(len(table.names), MOST_STAKE if negative else 0, dice)
    return {"points": dict(zip(table.names, points, strict=True))}


def _shares(total: int, count: int, dice: Random) -> list[int]:
    """Split a sum into so many parts at random; no part has the opposite sign."""
    cuts = sorted(dice.randint(0, abs(total)) for _ in range(count - 1))
    sign = 1 if total > 0 else -1
    return [sign * (high - low) for low, high in zip([0, *cuts], [*cuts, abs(total)], strict=True)]


def _payments(count: int, most: int, dice: Random) -> list[int]:
    """Return points that add up to 0: everybody pays up to ``most``, and one player at random gets all of it."""
    points = [-dice.randint(0, most) for _ in range(count)]
    points[dice.randrange(count)] -= sum(points)
    return points
