"""Draw random but believable hands of Samba."""

from random import Random
from typing import Any

from companion.core.common.canasta import LEAST_MELD, least_meld_worth
from companion.core.game.table import Table
from companion.games.samba.scoring import MOST_RED_THREES, SEVENS_NEEDED, minimum


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: mostly a side goes out with two or more melds of seven; penalties are rare."""
    went_out = dice.choice((*table.names, *table.names, *table.names, None))
    entry: dict[str, Any] = {"went_out": went_out, "natural": {}, "mixed": {}, "melded": {}, "in_hand": {}}
    for side in table.names:
        natural, mixed = dice.choice((0, 0, 1, 1, 2, 3)), dice.choice((0, 0, 1, 1, 2))
        if side == went_out:
            mixed = max(mixed, SEVENS_NEEDED - natural)
        least = least_meld_worth(natural, mixed) or minimum(table.totals[side]) + LEAST_MELD
        melded = least + 5 * dice.randint(4, 60)
        entry["natural"][side] = natural
        entry["mixed"][side] = mixed
        entry["melded"][side] = melded if natural + mixed or dice.random() < 0.7 else 0
        entry["in_hand"][side] = 5 * dice.randint(2, 40)
    entry["red_threes"] = _red_threes(table.names, dice)
    if dice.random() < 0.15:
        penalty = dice.choice(("undeclared_red_threes", "refused_out", "failed_out", "bad_upcard"))
        entry[penalty] = {dice.choice(table.names): 1}
        if penalty == "undeclared_red_threes":
            entry["red_threes"] = _red_threes(table.names, dice, among=MOST_RED_THREES - 1)
    return entry


def _red_threes(sides: tuple[str, ...], dice: Random, among: int = MOST_RED_THREES) -> dict[str, int]:
    """Deal ``among`` red threes to the sides and the stock; now and then one side gets them all."""
    if dice.random() < 0.05:
        return {dice.choice(sides): among}
    holders = [dice.choice((*sides, *sides, None)) for _ in range(among)]
    return {side: holders.count(side) for side in sides}
