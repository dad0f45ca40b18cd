"""Adjustments of a round: points from the referee, and chips that somebody buys."""

from typing import Any

from companion.core.entry.keys import Key, Names
from companion.core.entry.record import Record, Rows
from companion.core.game.game import Game, Unit
from companion.core.words import signed

ABSENT: Key[Names] = Key("absent")


ADJUST: Key[Rows] = Key("adjust")


PLAYER: Key[str | None] = Key("player")


POINTS: Key[int] = Key("points")


REASON: Key[str | None] = Key("reason")


BUY_KEY: Key[bool] = Key("buy")


IN_PLAY: Key[bool] = Key("in_play")


ADJUSTMENT = "table/adjustment"
"""The id of the rule for a referee's adjustment, the same in every game."""


BUY = "table/buy"
"""The id of the rule for buying chips, in games that count chips."""


BOUGHT = "bought"
"""The text of the line for chips bought, if no reason was given."""


MOST_ADJUSTED = 100_000


REASON_LETTERS = 200
"""The most letters of the reason of an adjustment."""


MOST_ADJUSTMENTS = 100
"""How many adjustments a round can have."""


def adjustment_row_fault(row: Record, game: Game[Any]) -> str:
    """Return a sentence saying what is wrong with a well-formed adjustment, or an empty string."""
    points = row[POINTS]
    if is_buy(row, game.totals.unit):
        return "" if points > 0 else f"Somebody who buys chips must buy 1 or more, not {signed(points)}."
    if not points:
        return "An adjustment of 0 points changes nothing."
    return "" if row.text(REASON) else "Reason is missing: only chips bought need none."


def is_buy(row: Record, unit: Unit) -> bool:
    """Return whether an adjustment means that somebody bought chips."""
    return unit == "chips" and row[BUY_KEY]


def is_in_play(row: Record, game: Game[Any]) -> bool:
    """Return whether an adjustment counts before the round's own points; always False if the game is no race."""
    return game.ending.is_race and row[IN_PLAY]
