"""A believable hand of Fünfzehnern, drawn with the dice that it is given."""

from random import Random
from typing import Any

from companion.core.game.table import Table

VALUES = (5, 4, 3, 2, 1, 0, 0, 0)
"""The card points of the eight cards of a suit."""


def sample_round(table: Table[None], dice: Random) -> dict[str, Any]:
    """Draw a believable round: eight tricks of cards as they fall; whoever wins one often wins the next as well."""
    players = table.players
    cards = list(VALUES) * len(players)
    dice.shuffle(cards)
    points = dict.fromkeys(players, 0)
    winner = dice.choice(players)
    for start in range(0, len(cards), len(players)):
        winner = dice.choice((*players, winner))
        points[winner] += sum(cards[start : start + len(players)])
    return {"points": points}
