"""The stored outcome of a play, and how today's rules would change it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core.game.game import Game
from companion.core.game.ranking import Standing, places_by_name, standings
from companion.core.game.table import Table
from companion.core.play.fold import Sheet
from companion.core.words import listed


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a play ended: a stored fact that later versions of the rules do not change."""

    version: int
    """The version of the rules by which it was scored."""

    totals: Mapping[str, int]
    """The total of each player or side, in seat order."""

    places: Mapping[str, int]
    """The place of each, from 1; ties share the better place."""

    winners: tuple[str, ...]

    weights: Mapping[str, int] = field(default_factory=dict)
    """The losers whose loss counts as several games, with how many; empty in outcomes stored before there were any."""

    @property
    def games(self) -> int:
        """How many games the play counts as: the heaviest loss decides."""
        return max(self.weights.values(), default=1)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """The places, best first."""
        return standings(self.totals, self.places)

    def agrees_with(self, other: "Outcome") -> bool:
        """Return whether totals, places and winners are the same; the versions and weights may differ."""
        mine, theirs = ((dict(one.totals), dict(one.places), set(one.winners)) for one in (self, other))
        return mine == theirs


def is_over(sheet: Sheet[Any], ended: bool) -> bool:
    """Return whether a play is over, by its rules or because the table ``ended`` it.

    A play with a round that does not fit the rules is not over, even if the table ended it.
    """
    return (ended or sheet.table.over) and sheet.refusal is None


def outcome_of(sheet: Sheet[Any], ended: bool) -> Outcome | None:
    """Return how a play ended; None while it goes on, or if a round does not fit the rules.

    If the table ``ended`` it before its rules did, the names in the first place win; nobody wins without a round.
    """
    if not is_over(sheet, ended):
        return None
    table, best = sheet.table, sheet.standings
    winners = table.winners if table.over else best[0].names if sheet.rounds else ()
    weights = loss_weights(sheet.game, table)
    return Outcome(sheet.game.rules.version, dict(table.totals), places_by_name(best), winners, weights)


def loss_weights(game: Game[Any], table: Table[Any]) -> dict[str, int]:
    """Return the losers whose loss counts as several games, with how many; empty while the play goes on."""
    return {name: weight.games for name, weight in game.ending.weigh(table).items()} if table.over else {}


def places_without_record(totals: Mapping[str, int], winners: Sequence[str], sheet: Sheet[Any]) -> Mapping[str, int]:
    """Return the places for an outcome that was stored without them.

    If the totals are those of the sheet, these are the places of the sheet. Otherwise the winners share place 1, and
    the others follow by their totals.
    """
    if dict(totals) == dict(sheet.table.totals):
        return places_by_name(sheet.standings)
    sign = -1 if sheet.game.better_for(sheet.table.setup) == "high" else 1
    keys = {name: (name not in winners, sign * total * (name not in winners)) for name, total in totals.items()}
    return places_by_name(standings(totals, keys))


def changed_outcome_text(outcome: Outcome, sheet: Sheet[Any], ended: bool) -> str:
    """Return a sentence saying how today's rules would change an outcome, or an empty string.

    ``ended``: whether the table ended the play early.
    """
    today, refusal = outcome_of(sheet, ended), sheet.refusal
    if today is not None and outcome.agrees_with(today):
        return ""
    if refusal is not None:
        found = f"have ended with round {refusal.number - 1}" if sheet.table.over else ""
        return f"By today's rules it would {found or f'stand still at round {refusal.number}, which does not fit'}."
    if today is None:
        found = _changed_totals_text(outcome.totals, sheet)
        return f"By today's rules it would not be over: {found or 'the totals are the same'}."
    others = [name for name in today.winners if name not in outcome.winners]
    changes = [_changed_totals_text(outcome.totals, sheet)]
    if set(today.winners) != set(outcome.winners):
        changes.append(f"{listed(others)} would have won" if others else f"only {listed(today.winners)} would have won")
    return f"By today's rules {listed(change for change in changes if change) or 'others would stand level'}."


def _changed_totals_text(totals: Mapping[str, int], sheet: Sheet[Any]) -> str:
    """Describe each total that would change: ``Ann would have 52 instead of 50``."""
    now = sheet.table.totals
    others = [name for name in now if now[name] != totals[name]]
    return listed(f"{name} would have {now[name]:,} instead of {totals[name]:,}" for name in others)
