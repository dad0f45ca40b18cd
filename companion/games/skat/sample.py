"""Draw random but believable deals of Skat."""

from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.games.skat.game_value import NULLS
from companion.games.skat.scoring import CARD_POINTS, MAY_KONTRA, MAY_RAMSCH, players_from_forehand

GAMES = ("diamonds", "hearts", "spades", "spades", "clubs", "clubs", "grand", "grand", *NULLS)


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable deal: a suit game or a grand mostly, often won, now and then all pass."""
    names = players_from_forehand(table.players, table.dealer)
    if dice.random() < 0.1:
        return _all_passed(table, names, dice)
    game = dice.choice(GAMES)
    won = dice.random() < 0.75
    entry: dict[str, Any] = {"declarer": dice.choice(names), "game": game, "result": "won" if won else "lost"}
    if game not in NULLS:
        entry["matadors"] = dice.choice((1, 1, 1, 2, 2, 3, 4))
        entry["result"] += dice.choice(("", "", "", "-schneider"))
        more: tuple[dict[str, Any], ...] = ({}, {}, {}, {"announced": "hand"}, {"bid": 18}, {"bid": 33})
        entry |= dice.choice(more)
    if table.options[MAY_KONTRA] and dice.random() < 0.2:
        entry["kontra"] = dice.choice(("kontra", "re"))
    return entry


def _all_passed(table: Table[None], names: tuple[str, ...], dice: Random) -> dict[str, Any]:
    """Draw a deal in which all passed, with a Ramsch if the table plays it."""
    if not table.options[MAY_RAMSCH]:
        return {"declarer": None}
    if dice.random() < 0.3:
        return {"declarer": None, "ramsch": dict(zip(names, (70, 50, 0), strict=True)), "no_trick": [names[2]]}
    first, second = sorted(dice.sample(range(1, CARD_POINTS), 2))
    return {"declarer": None, "ramsch": dict(zip(names, (first, second - first, CARD_POINTS - second), strict=True))}
