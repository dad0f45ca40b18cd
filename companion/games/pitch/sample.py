"""A believable hand of Pitch, drawn with the dice that it is given."""

from random import Random
from typing import Any

from companion.core.game.seating import side_of
from companion.core.game.table import Table
from companion.games.pitch.scoring import POINTS, SMUDGE


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: the pitcher's side makes most of the points; smudges are rare."""
    pitcher = dice.choice(table.players)
    pitching = side_of(table.players, table.names, pitcher)
    bid = dice.choice((2, 2, 2, 2, 3, 3, 3, 4, SMUDGE))
    entry: dict[str, Any] = {"pitcher": pitcher, "bid": bid}
    for key in POINTS:
        entry[key] = pitching if dice.random() < (0.9 if bid == SMUDGE else 0.5) else dice.choice(table.names)
    if dice.random() < 0.54:
        entry["jack"] = None
    if dice.random() < 0.04:
        entry["game"] = None
    owners = {entry[key] for key in POINTS if key != "jack"} | ({entry["jack"]} - {None})
    if owners == {pitching} and dice.random() < (0.8 if bid == SMUDGE else 0.1):
        entry["all_tricks"] = pitching
    return entry
