"""Ways to end that many games share, as helpers to call."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from companion.core.entry import Record
from companion.core.game import STACK, Progress, Settled, Table
from companion.core.keys import Key
from companion.core.ranking import Better, leaders
from companion.core.words import counted, listed

TARGET: Key[int] = Key("target")
TARGET_RULE: Key[str | None] = Key("target_rule")
HANDS: Key[int] = Key("hands")
GAMES: Key[int] = Key("games")

S = TypeVar("S")


def at_target(totals: Mapping[str, int], target: int, state: S, better: Better = "high") -> Settled[S]:
    """Over once somebody has the target or more; the best total wins, level ones share."""
    if max(totals.values()) < target:
        return Settled(state)
    return Settled(state, over=True, winners=leaders(totals, better))


def first_at_target(table: Table[Any], totals: Mapping[str, int], target: int, state: S) -> Settled[S]:
    """Over once somebody has the target or more. Who had it in play, before the round's own points, was first.

    Among those who got there together the best total wins, level ones share.
    """
    first = [name for name, total in table.totals.items() if total >= target and totals[name] >= target]
    if not first:
        return at_target(totals, target, state)
    note = f"{listed(first)} came to {target:,} in play, before the points of this round."
    return Settled(state, over=True, winners=leaders(table.totals, among=first), notes=(note,))


def past_target(table: Table[Any], _: Record, state: S, totals: Mapping[str, int]) -> Settled[S]:
    """A game's ``settle``: over once a side is past the option ``target``.

    Or at it, where ``target_rule`` says that this is enough. With a note on a side that has exactly the target and
    plays on.
    """
    target = table.options[TARGET]
    exceed = table.options.word(TARGET_RULE) == "exceed"
    settled = at_target(totals, target + exceed, state)
    if settled.over:
        return settled
    notes = (
        f"{side} stand at exactly {target:,}, which must be exceeded." for side in totals if totals[side] == target
    )
    return replace(settled, notes=tuple(notes))


def after_rounds(
    table: Table[Any], last: int, totals: Mapping[str, int], state: S, better: Better = "high", **more: Any
) -> Settled[S]:
    """Over after this many rounds (0: never); the best total wins, level ones share.

    ``more``: what else the round settles, as for ``Settled``.
    """
    if not last or table.number < last:
        return Settled(state, **more)
    return Settled(state, over=True, winners=leaders(totals, better), **more)


def after_hands(table: Table[Any], totals: Mapping[str, int], state: S, dealer: str | None = None) -> Settled[S]:
    """Over after the option ``hands`` (0: never), with a note on who falls below 0 where players hold a stack.

    ``dealer``: who deals next, as for ``Settled``.
    """
    notes = tuple(below_zero(totals, table.totals)) if table.options[STACK] else ()
    return after_rounds(table, table.options[HANDS], totals, state, dealer=dealer, notes=notes)


def rounds_played(table: Table[Any], last: int, noun: str = "round") -> Progress | None:
    """How far a play is that ends after so many rounds: ``1 of 10 rounds played``; None where that is 0."""
    done = table.number - 1
    return Progress(done, last, f"{done} of {counted(last, noun)} played") if last else None


def hands_played(table: Table[Any]) -> Progress | None:
    """How far a play is that ends after the option ``hands``; None where that is 0."""
    return rounds_played(table, table.options[HANDS])


def nearest(
    totals: Mapping[str, int], target: int, noun: str = "point", at_first: str = "{whole} end the play"
) -> Progress:
    """Who is nearest to a total that ends the play: ``Ben 3 of 20 points``.

    ``at_first``: what is said while nobody has anything, with ``{whole}`` for the target and its noun.
    """
    best, whole = leaders(totals), counted(target, noun)
    most = max(0, totals[best[0]])
    if not most:
        text = at_first.replace("{whole}", whole)
    elif len(best) > 2:
        text = f"{len(best)} players {most:,} of {whole}"
    else:
        text = f"{listed(best)} {most:,} of {whole}"
    return Progress(most, target, text)


def points_so_far(table: Table[Any]) -> Progress:
    """How far a play is that ends at the option ``target``."""
    return nearest(table.totals, table.options[TARGET])


def players_out(players: Sequence[str], out: Sequence[str]) -> Progress:
    """How far a play is that ends when all but one are out: ``Bob out, 3 still in``."""
    still = len(players) - len(out)
    return Progress(len(out), len(players) - 1, f"{listed(out)} out, {still} still in" if out else "nobody out yet")


def games_won(table: Table[Any], _: Record, state: S, totals: Mapping[str, int]) -> Settled[S]:
    """A game's ``settle``: over once somebody has won the option ``games`` (0: never); level ones share."""
    games = table.options[GAMES]
    return first_at_target(table, totals, games, state) if games else Settled(state)


def games_so_far(table: Table[Any]) -> Progress | None:
    """How far a play is that ends after the option ``games`` wins: the leader's; None where that is 0."""
    games = table.options[GAMES]
    return nearest(table.totals, games, "game", "{whole} to win") if games else None


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
