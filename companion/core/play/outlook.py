"""Who can still win a play and what they need, derived from the bounds that a game declares for its rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.game.game import Game, Outlook
from companion.core.game.table import Table
from companion.core.game.terms import GameTerms
from companion.core.words import counted, listed

MOST_NAMED = 2
"""How many players are named with what they need, the nearest first."""


@dataclass(frozen=True, slots=True)
class Chances:
    """Who can still win, and what they need."""

    contenders: tuple[str, ...]
    """Who can still win the play if its number of rounds is known; otherwise who can win it in the coming round."""

    sentences: tuple[str, ...]
    """At most two sentences for the table; empty if there is nothing worth saying."""


def chances(game: Game[Any], table: Table[Any]) -> Chances | None:
    """Return who can still win if there are no adjustments.

    None if the play is over, the game declares no bounds, or the coming round of a play to a target cannot be the last.
    """
    outlook = game.ending.outlook
    if outlook is None or table.over:
        return None
    is_low = game.better_for(table.setup) == "low"
    last_number, target = outlook.last(table), outlook.target(table)
    if last_number:
        return _chances_after_rounds(game.terms, table, outlook, last_number, is_low=is_low)
    at_target = _chances_for_lowest_at_target if is_low else _chances_at_target
    return at_target(game.terms, table, outlook, target) if target else None


def _chances_after_rounds(
    terms: GameTerms, table: Table[Any], outlook: Outlook[Any], last_number: int, *, is_low: bool
) -> Chances:
    """Return who can have the best total after round ``last_number``, the last one. ``is_low``: the lowest is best."""
    gains = [outlook.gains(replace(table, number=number)) for number in range(table.number, last_number + 1)]
    possible = sum(one.most - one.least for one in gains)
    behind = _gaps_to_best(table, is_low=is_low)
    able, unable = _split_names(behind, possible)
    chasing = {name: behind[name] for name in able if behind[name]}
    left_out = _left_out_text(able, unable, "can no longer win", "can still win")
    sentences = [f"{able[0]} can no longer be caught." if len(able) == 1 else left_out]
    if chasing and (unable or len(gains) * 3 <= last_number):
        ahead = listed(name for name in able if name not in chasing)
        rounds = f"the last {terms.round}" if len(gains) == 1 else counted(len(gains), terms.round, terms.rounds)
        text = _needs_text(table, chasing, f" {'fewer' if is_low else 'more'} than {ahead} in {rounds}")
        sentences.append(f"{text}; at most {possible:,} possible.")
    return Chances(able, tuple(filter(None, sentences)))


def _chances_at_target(terms: GameTerms, table: Table[Any], outlook: Outlook[Any], target: int) -> Chances | None:
    """Return who can reach the target in the coming round; None if nobody can.

    There are no sentences until somebody has two thirds of the target.
    """
    most = outlook.gains(table).most
    short = {name: target - total for name, total in table.totals.items()}
    able, unable = _split_names(short, most)
    if not able:
        return None
    if not _is_late(table, target):
        return Chances(able, ())
    needed = {name: short[name] for name in able if short[name] > 0}
    sentences = [_left_out_text(able, unable, f"cannot win in this {terms.round}", f"can win in this {terms.round}")]
    if needed:
        when = "" if unable else f" to win in this {terms.round}"
        sentences.append(f"{_needs_text(table, needed, when)}; at most {most:,} possible.")
    return Chances(able, tuple(filter(None, sentences)))


def _chances_for_lowest_at_target(
    terms: GameTerms, table: Table[Any], outlook: Outlook[Any], target: int
) -> Chances | None:
    """Return who can have the lowest total after the coming round; None if nobody can reach the target in it.

    There are no sentences until somebody has two thirds of the target.
    """
    least, most = outlook.gains(table)
    able, unable = _split_names(_gaps_to_best(table, is_low=True), most - least)
    ending = {name: target - total for name, total in table.totals.items() if target - total <= most}
    if not ending:
        return None
    if not _is_late(table, target):
        return Chances(able, ())
    ends = _nearest_text(ending, f"reaches {target:,} with", next_verb=" with")
    left_out = _left_out_text(able, unable, "cannot win in it", "can win in it")
    return Chances(able, tuple(filter(None, (f"This {terms.round} can be the last: {ends}.", left_out))))


def _gaps_to_best(table: Table[Any], *, is_low: bool) -> dict[str, int]:
    """Return how far each name is from the best total: the highest, or with ``is_low`` the lowest."""
    totals = table.totals
    best = min(totals.values()) if is_low else max(totals.values())
    return {name: abs(total - best) for name, total in totals.items()}


def _split_names(short: Mapping[str, int], most: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Split the names into those who are at most ``most`` points short and the others.

    ``short``: how many points each is short; both parts keep its order.
    """
    able = tuple(name for name, points in short.items() if points <= most)
    return able, tuple(name for name in short if name not in able)


def _is_late(table: Table[Any], target: int) -> bool:
    """Return whether somebody has at least two thirds of the target."""
    return max(table.totals.values()) * 3 >= target * 2


def _left_out_text(able: Sequence[str], unable: Sequence[str], cannot: str, can: str) -> str:
    """Name those who cannot win if they are fewer than the others, otherwise those who can; empty if everybody can.

    ``cannot``, ``can``: the words after the names of either.
    """
    if not unable:
        return ""
    return f"{listed(unable)} {cannot}." if len(unable) < len(able) else f"Only {listed(able)} {can}."


def _needs_text(table: Table[Any], points: Mapping[str, int], for_what: str) -> str:
    """Describe what the nearest players need: ``Ben needs 12 to win in this hand, Dee 34``."""
    return _nearest_text(points, "need" if table.setup.sides else "needs", for_what)


def _nearest_text(points: Mapping[str, int], verb: str, after: str = "", next_verb: str = "") -> str:
    """Describe the players who need the fewest points, at most ``MOST_NAMED``.

    ``verb``, ``after``: the words before and after the first one's points; ``next_verb``: those before the others'.
    """
    first, *others = sorted(points, key=points.__getitem__)[:MOST_NAMED]
    more = (f"{name}{next_verb} {points[name]:,}" for name in others)
    return ", ".join((f"{first} {verb} {points[first]:,}{after}", *more))
