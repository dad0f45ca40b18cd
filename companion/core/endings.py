"""Ways to end that many games share, as helpers to call."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from companion.core import fields as f
from companion.core.entry import Record
from companion.core.fields import Field
from companion.core.game import STACK, Ending, Gains, Outlook, Progress, Settled, Table
from companion.core.keys import Key
from companion.core.ranking import Better, leaders
from companion.core.words import counted, listed

TARGET: Key[int] = Key("target")
TARGET_RULE: Key[str | None] = Key("target_rule")
HANDS: Key[int] = Key("hands")
GAMES: Key[int] = Key("games")

HANDS_OPTION = f.count(
    HANDS, "Hands", 1000, default=0, help="Hands after which the game ends; 0: until the table stops."
)
GAMES_OPTION = f.count(
    GAMES, "Games to win", 100, default=1, help="Games that win the match; 0: until the table stops."
)
"""Options with which a table says when a play ends."""


def target_option(most: int, least: int, default: int, quick: tuple[int, ...], told: str) -> Field:
    """Return the option with the total that ends a play. ``quick``: what tables mostly take; ``told``: its help."""
    return f.count(TARGET, "Target", most, least, default=default, quick=quick, help=told)


S = TypeVar("S")


def at_target(totals: Mapping[str, int], target: int, state: S, better: Better = "high") -> Settled[S]:
    """Over once somebody has the target or more; the best total wins, level ones share."""
    if max(totals.values()) < target:
        return Settled(state)
    return Settled(state, over=True, winners=leaders(totals, better))


def first_at_target(
    table: Table[Any], totals: Mapping[str, int], target: int, state: S, better: Better = "high"
) -> Settled[S]:
    """Over once somebody has the target or more. Who had it in play, before the round's own points, was first.

    Among those who got there together the best total wins, level ones share.
    """
    first = [name for name, total in table.totals.items() if total >= target and totals[name] >= target]
    if not first:
        return at_target(totals, target, state, better)
    note = f"{listed(first)} came to {target:,} in play, before the points of this round."
    return Settled(state, over=True, winners=leaders(table.totals, better, first), notes=(note,))


def after_rounds(
    table: Table[Any], last: int, totals: Mapping[str, int], state: S, better: Better = "high"
) -> Settled[S]:
    """Over after this many rounds (0: never); the best total wins, level ones share."""
    if not last or table.number < last:
        return Settled(state)
    return Settled(state, over=True, winners=leaders(totals, better))


def rounds_played(table: Table[Any], last: int, noun: str = "round") -> Progress | None:
    """Return how far a play is that ends after so many rounds: ``1 of 10 rounds played``; None where that is 0."""
    done = table.number - 1
    return Progress(done, last, f"{done} of {counted(last, noun)} played") if last else None


def nearest(
    totals: Mapping[str, int], target: int, noun: str = "point", at_first: str = "{whole} end the game"
) -> Progress:
    """Return who is nearest to a total that ends the play: ``Ben 3 of 20 points``.

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


def short_of_target(table: Table[Any]) -> dict[str, int]:
    """Return what everybody still wants of the option ``target``."""
    return {name: table.options[TARGET] - total for name, total in table.totals.items()}


def players_out(players: Sequence[str], out: Sequence[str]) -> Progress:
    """Return how far a play is that ends when all but one are out: ``Bob out, 3 still in``."""
    still = len(players) - len(out)
    return Progress(len(out), len(players) - 1, f"{listed(out)} out, {still} still in" if out else "nobody out yet")


def names_in(items: Iterable[str | None]) -> tuple[str, ...]:
    """Return names met, each once, nobody left out."""
    return tuple(dict.fromkeys(item for item in items if item is not None))


# Endings that games share.


def to_target(
    told: str,
    key: Key[int] = TARGET,
    better: Better = "high",
    *,
    is_race: bool = False,
    gains: Callable[[Table[Any]], Gains] | None = None,
) -> Ending[Any]:
    """Over at a total that an option gives; the best total wins, level ones share.

    ``gains``: as in ``Outlook``.
    """

    def settle(table: Table[Any], _: Record, state: S, totals: Mapping[str, int]) -> Settled[S]:
        return first_at_target(table, totals, table.options[key], state, better)

    outlook = Outlook(gains, target=lambda table: table.options[key]) if gains else None
    return Ending(
        told, settle, lambda table: nearest(table.totals, table.options[key]), better, is_race, outlook=outlook
    )


def past_target(told: str) -> Ending[Any]:
    """Over once a side is past the option ``target``, or at it where ``target_rule`` says that this is enough.

    With a note on a side that has exactly the target and plays on.
    """

    def settle(table: Table[Any], _: Record, state: S, totals: Mapping[str, int]) -> Settled[S]:
        target = table.options[TARGET]
        settled = at_target(totals, target + (table.options.word(TARGET_RULE) == "exceed"), state)
        level = () if settled.over else [side for side in totals if totals[side] == target]
        notes = (f"{side} stand at exactly {target:,}, which must be exceeded." for side in level)
        return replace(settled, notes=tuple(notes))

    return replace(to_target(told), settle=settle)


def rounds(
    told: str,
    last: Callable[[Table[Any]], int],
    noun: str = "round",
    better: Better = "high",
    *,
    gains: Callable[[Table[Any]], Gains] | None = None,
) -> Ending[Any]:
    """Over after so many rounds; the best total wins, level ones share. ``gains``: as in ``Outlook``."""

    def settle(table: Table[Any], _: Record, state: S, totals: Mapping[str, int]) -> Settled[S]:
        return after_rounds(table, last(table), totals, state, better)

    outlook = Outlook(gains, last) if gains else None
    return Ending(told, settle, lambda table: rounds_played(table, last(table), noun), better, outlook=outlook)


def agreed_hands(table: Table[Any]) -> int:
    """After how many hands a play is over: the option ``hands``; 0: when the table stops."""
    return table.options[HANDS]


AGREED_HANDS = rounds("when the table stops, or after agreed hands", agreed_hands)
"""Over after the option ``hands``."""


def _lending(table: Table[Any], _: Record, state: S, totals: Mapping[str, int]) -> Settled[S]:
    short = [name for name, total in totals.items() if total < 0 <= table.totals[name] and table.options[STACK]]
    notes = (f"{name} is {-totals[name]:,} short: the table lends it." for name in short)
    return replace(after_rounds(table, table.options[HANDS], totals, state), notes=tuple(notes))


ON_CREDIT = replace(AGREED_HANDS, settle=_lending)
"""The same, with a note on each player whose chips have just gone below 0: the table owes itself."""


def _games_won(table: Table[Any], _: Record, state: S, totals: Mapping[str, int]) -> Settled[S]:
    games = table.options[GAMES]
    return first_at_target(table, totals, games, state) if games else Settled(state)


def _games_so_far(table: Table[Any]) -> Progress | None:
    games = table.options[GAMES]
    return nearest(table.totals, games, "game", "{whole} to win") if games else None


GAMES_WON = Ending("after one game won, or as many as agreed", _games_won, _games_so_far, is_race=True)
"""Over once somebody has won the option ``games`` (0: never); the most wins, level ones share."""
