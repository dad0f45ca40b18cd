"""Ways to end that many games share, as helpers to call."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from companion.core.game import Settled, Table
from companion.core.ranking import Better, leaders

S = TypeVar("S")


def at_target(totals: Mapping[str, int], target: int, state: S, better: Better = "high") -> Settled[S]:
    """Over once somebody has the target or more; the best total wins, level ones share."""
    if max(totals.values()) < target:
        return Settled(state)
    return Settled(state, over=True, winners=leaders(totals, better))


def after_rounds(
    table: Table[Any], last: int, totals: Mapping[str, int], state: S, better: Better = "high", **more: Any
) -> Settled[S]:
    """Over after this many rounds (0: never); the best total wins, level ones share.

    ``more``: what else the round settles, as for ``Settled``.
    """
    if not last or table.number < last:
        return Settled(state, **more)
    return Settled(state, over=True, winners=leaders(totals, better), **more)


def hands_played(table: Table[Any]) -> tuple[int, int] | None:
    """How far a play is that ends after the option ``hands``; None where that is 0."""
    hands = table.options.number("hands")
    return (table.number - 1, hands) if hands else None


def games_won(totals: Mapping[str, int], games: int, state: S) -> Settled[S]:
    """Over once somebody has won this many games (0: never); the most wins, level ones share."""
    if not games or max(totals.values()) < games:
        return Settled(state)
    return Settled(state, over=True, winners=leaders(totals))


def games_so_far(table: Table[Any]) -> tuple[int, int] | None:
    """How far a play is that ends after the option ``games`` wins: the leader's; None where that is 0."""
    games = table.options.number("games")
    return (max(0, *table.totals.values()), games) if games else None


def below_zero(totals: Mapping[str, int], before: Mapping[str, int]) -> list[str]:
    """A note for each player whose chips have just gone below 0: the table owes itself."""
    return [
        f"{name} is {-total:,} short: the table lends it."
        for name, total in totals.items()
        if total < 0 <= before[name]
    ]


def names_in(items: Iterable[str | None]) -> tuple[str, ...]:
    """Names met, each once, nobody left out."""
    return tuple(dict.fromkeys(item for item in items if item is not None))
