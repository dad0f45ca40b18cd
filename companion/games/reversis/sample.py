"""A believable hand of Reversis, drawn with the dice that it is given."""

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.core.game.table import Table
from companion.core.tricks.tricks_taken import random_tricks
from companion.games.reversis.keys import ALL_TRICKS
from companion.games.reversis.payments import ACE_CHIPS, Pots

CARDS = (4, 3, 2, 1) * 4
"""The points of the sixteen cards that count."""


def sample_round(table: Table[Pots], dice: Random) -> dict[str, Any]:
    """Draw a believable hand: mostly an ordinary one, now and then a reversis or an espagnolette."""
    entry: dict[str, Any] = {}
    first, second, *others = dice.sample(table.players, 4)
    if dice.random() < 0.1:
        entry["reversis"] = first
        tricks = _reversis(entry, (first, second, others[0]), dice)
        if dice.random() < 0.3:
            entry["espagnolette"] = dice.choice((second, *others))
    else:
        takers = dice.choice((table.players, table.players, (second, *others)))
        more = random_tricks(takers, ALL_TRICKS - len(takers), dice)
        tricks = {name: 1 + taken for name, taken in more.items()}
        if dice.random() < 0.06:
            entry["espagnolette"] = first
    entry["tricks"] = {name: tricks.get(name, 0) for name in table.players}
    entry["points"], entry["talon"] = _points(table.players, tricks, dice)
    entry["payments"] = _payments(table.players, tricks, dice)
    return entry


def _reversis(entry: dict[str, Any], names: tuple[str, str, str], dice: Random) -> dict[str, int]:
    """Add how a reversis went to ``entry``, and return its tricks.

    ``names``: its player, the player who breaks it if it fails, and another.
    """
    player, breaker, other = names
    entry["quinola_early"] = dice.random() < 0.4
    if dice.random() < 0.5:
        return {player: ALL_TRICKS}
    entry["broken_by"] = breaker
    entry["broken_by_quinola"] = not entry["quinola_early"] and dice.random() < 0.4
    return dice.choice(({player: 10, breaker: 1}, {player: 9, breaker: 2}, {player: 9, breaker: 1, other: 1}))


def _points(players: tuple[str, ...], tricks: Mapping[str, int], dice: Random) -> tuple[dict[str, int], int]:
    """Deal the cards that count to the tricks and the talon: return the points of each player, and of the talon."""
    cards = dice.sample(CARDS, len(CARDS))
    talon = [cards.pop() for _ in range(dice.choice((0, 1, 1, 2)))]
    points = dict.fromkeys(players, 0)
    for card in cards:
        points[dice.choices(list(tricks), list(tricks.values()))[0]] += card
    return points, sum(talon)


def _payments(players: tuple[str, ...], tricks: Mapping[str, int], dice: Random) -> list[dict[str, Any]]:
    """Return rows for most of the aces and the Quinola: mostly thrown on another suit, fewer forced or led."""
    rows = []
    for card in dice.sample([*ACE_CHIPS, "quinola"], 5):
        if dice.random() < 0.3:
            continue
        how = dice.choice(("discarded", "discarded", "discarded", "discarded", "forced", "led"))
        other = dice.choice(list(tricks))
        by = dice.choice([name for name in players if name != other])
        row: dict[str, Any] = {"kind": f"{'quinola' if card == 'quinola' else 'ace'}-{how}", "by": by}
        if card != "quinola":
            row["suit"] = card
        if how == "led":
            row["claimed"] = dice.random() < 0.8
        else:
            row["other"] = other
        rows.append(row)
    return rows
