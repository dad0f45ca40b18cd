"""Endings that many games share. Helpers to call."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from companion.core.entry import fields as f
from companion.core.entry.fields import Field
from companion.core.entry.keys import Key
from companion.core.entry.record import Record
from companion.core.game.game import STACK, Ending, GainsOf, Outlook
from companion.core.game.ranking import Better, leaders
from companion.core.game.table import Progress, Settled, Table
from companion.core.words import counted, listed

TARGET: Key[int] = Key("target")
TARGET_RULE: Key[str | None] = Key("target_rule")
HANDS: Key[int] = Key("hands")
GAMES: Key[int] = Key("games")

# Options that set when a play ends.
HANDS_OPTION = f.count(
    HANDS, "Hands", 1000, default=0, help="Hands after which the game ends; 0: until the table stops."
)
GAMES_OPTION = f.count(
    GAMES, "Games to win", 100, default=1, help="Games that win the match; 0: until the table stops."
)


def target_option(most: int, least: int, default: int, quick: tuple[int, ...], text: str) -> Field:
    """Return the option for the total that ends a play. ``quick``: common values to tap; ``text``: its help."""
    return f.count(TARGET, "Target", most, least, default=default, quick=quick, help=text)


def target_rule_option(default: str, text: str) -> Field:
    """Return the option whether the target is enough to end a play, or must be exceeded; see ``ending_past_target``.

    ``default``: ``reach`` or ``exceed``, which then is the first choice; ``text``: its help.
    """
    labels = {"reach": "Is enough", "exceed": "Must be exceeded"}
    choices = {default: labels[default], **labels}
    return f.choice(TARGET_RULE, "Reaching the target", choices, default=default, help=text)


S = TypeVar("S")


def end_if(over: bool, totals: Mapping[str, int], state: S, better: Better = "high") -> Settled[S]:
    """Return the state after a round; if the play is ``over``, the best total wins, and tied players share the win."""
    return Settled(state, over=True, winners=leaders(totals, better)) if over else Settled(state)


def end_at_target(totals: Mapping[str, int], target: int, state: S, better: Better = "high") -> Settled[S]:
    """Return the state after a round; if somebody has the target or more, the play is over, as in ``end_if``."""
    return end_if(max(totals.values()) >= target, totals, state, better)


def end_at_first_to_target(
    table: Table[Any], totals: Mapping[str, int], target: int, state: S, better: Better = "high"
) -> Settled[S]:
    """Return the state after a round; if somebody has the target or more, the play is over.

    Players who reach it during the round, by points booked before its result, win before those who reach it by the
    result. Among players who reach it together the best total wins; tied players share the win. ``table`` has the
    totals before the result, ``totals`` are those after it.
    """
    in_play = [name for name, total in table.totals.items() if total >= target and totals[name] >= target]
    if not in_play:
        return end_at_target(totals, target, state, better)
    note = f"{listed(in_play)} came to {target:,} in play, before the points of this round."
    return Settled(state, over=True, winners=leaders(table.totals, better, in_play), notes=(note,))


def is_last(table: Table[Any], last: int) -> bool:
    """Return whether this round is the last of ``last`` rounds, or a later one; 0: no round is the last."""
    return 0 < last <= table.number


def rounds_progress(table: Table[Any], last: int, noun: str = "round") -> Progress | None:
    """Return the progress of a play of ``last`` rounds: ``1 of 10 rounds played``; None if ``last`` is 0."""
    done = table.number - 1
    return Progress(done, last, f"{done} of {counted(last, noun)} played") if last else None


def nearest_progress(
    totals: Mapping[str, int], target: int, noun: str = "point", at_first: str = "the game ends at {whole}"
) -> Progress:
    """Return the progress of the players with the most points: ``Ben 3 of 20 points``.

    ``noun``: what they count; ``at_first``: the text while nobody has more than 0; ``{whole}`` in it stands for the
    target and its noun.
    """
    best, whole = leaders(totals), counted(target, noun)
    most = max(0, totals[best[0]])
    who = f"{len(best)} players" if len(best) > 2 else listed(best)
    return Progress(most, target, f"{who} {most:,} of {whole}" if most else at_first.replace("{whole}", whole))


def points_to_target(table: Table[Any]) -> dict[str, int]:
    """Return how many points each player or side still needs to reach the option ``target``; 0 if they have it."""
    return {name: max(0, table.options[TARGET] - total) for name, total in table.totals.items()}


def players_out_progress(players: Sequence[str], out: Sequence[str]) -> Progress:
    """Return the progress of a play that ends when all but one are out: ``Bob out, 3 still in``."""
    still = len(players) - len(out)
    return Progress(len(out), len(players) - 1, f"{listed(out)} out, {still} still in" if out else "nobody out yet")


# Endings that games share.


def ending_at_target(
    text: str,
    key: Key[int] = TARGET,
    better: Better = "high",
    *,
    is_race: bool = False,
    gains: GainsOf | None = None,
    noun: str = "point",
    at_first: str = "the game ends at {whole}",
) -> Ending[Any]:
    """Return the ending at a total that an option sets (0: never). The best total wins; tied players share the win.

    ``text``: when the play ends, in words; ``key``: the option; ``is_race``: as in ``Ending``; ``gains``: the bounds of
    the coming round, which decide who can still win; ``noun``, ``at_first``: as for ``nearest_progress``.
    """

    def settle(table: Table[Any], _: Record, state: S, totals: Mapping[str, int]) -> Settled[S]:
        target = table.options[key]
        return end_at_first_to_target(table, totals, target, state, better) if target else Settled(state)

    def progress(table: Table[Any]) -> Progress | None:
        target = table.options[key]
        return nearest_progress(table.totals, target, noun, at_first) if target else None

    outlook = Outlook(gains, target=lambda table: table.options[key]) if gains else None
    return Ending(text, settle, progress, better, is_race, outlook=outlook)


def ending_past_target(text: str) -> Ending[Any]:
    """Return the ending at the total in the option ``target``, or above it if the option ``target_rule`` is ``exceed``.

    In that case a note names each side that has exactly the target, and the play goes on.
    """

    def settle(table: Table[Any], _: Record, state: S, totals: Mapping[str, int]) -> Settled[S]:
        target = table.options[TARGET]
        settled = end_at_target(totals, target + (table.options.text(TARGET_RULE) == "exceed"), state)
        level = () if settled.over else [side for side in totals if totals[side] == target]
        notes = (f"{side} stand at exactly {target:,}, which must be exceeded." for side in level)
        return replace(settled, notes=tuple(notes))

    return replace(ending_at_target(text), settle=settle)


def ending_after_rounds(
    text: str,
    last: Callable[[Table[Any]], int],
    noun: str = "round",
    better: Better = "high",
    gains: GainsOf | None = None,
) -> Ending[Any]:
    """Return the ending after a number of rounds. The best total wins; tied players share the win.

    ``last``: returns that number (0: no end); ``noun``: what a round is called; ``gains``: as in ``Outlook``.
    """

    def settle(table: Table[Any], _: Record, state: S, totals: Mapping[str, int]) -> Settled[S]:
        return end_if(is_last(table, last(table)), totals, state, better)

    outlook = Outlook(gains, last) if gains else None
    return Ending(text, settle, lambda table: rounds_progress(table, last(table), noun), better, outlook=outlook)


AGREED_HANDS = ending_after_rounds(
    "when the table stops, or after agreed hands", lambda table: table.options[HANDS], "hand"
)
"""The ending after as many hands as the option ``hands`` sets."""


def _settle_with_loans(table: Table[Any], _: Record, state: S, totals: Mapping[str, int]) -> Settled[S]:
    """Return the state after a hand; the play is over after the agreed hands.

    A note names each player whom this hand brought below 0 chips.
    """
    short = [name for name, total in totals.items() if total < 0 <= table.totals[name] and table.options[STACK]]
    notes = (f"{name} is {-totals[name]:,} short: the table lends it." for name in short)
    return replace(end_if(is_last(table, table.options[HANDS]), totals, state), notes=tuple(notes))


AGREED_HANDS_ON_CREDIT = replace(AGREED_HANDS, settle=_settle_with_loans)
"""The ending after the agreed hands, with a note on each player whose chips have just fallen below 0."""


GAMES_WON = ending_at_target(
    "after one game won, or as many as agreed", GAMES, is_race=True, noun="game", at_first="{whole} to win"
)
"""The ending when somebody has won as many games as the option ``games`` sets (0: never). Ties share the win."""
