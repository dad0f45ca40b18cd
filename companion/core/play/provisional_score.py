"""Fields that are filled in while a hand is played, and what they score provisionally before the round is saved."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from companion.core.entry.fields import Field
from companion.core.entry.record import read_record
from companion.core.game.game import Game
from companion.core.game.table import Progress, Table, totals_with
from companion.core.play.fold import coming_fields
from companion.core.words import wins


class ProvisionalScore(NamedTuple):
    """The provisional score of the hand that is being played."""

    points: Mapping[str, int]
    """The points of each name from the fields filled in so far."""

    table: Table[Any]
    """The table before the hand, with these points added to its totals."""

    winners: tuple[str, ...] = ()
    """Who has won with these points; empty while the hand goes on."""

    @property
    def text(self) -> str:
        """A sentence saying that somebody has won and nothing more counts; empty if nobody has."""
        return f"{wins(self.winners, bool(self.table.setup.sides))}: nothing more counts." if self.winners else ""


def running_fields(fields: Iterable[Field]) -> tuple[Field, ...]:
    """Return the fields that are filled in while the hand is played."""
    return tuple(item for item in fields if item.asking.running)


def open_fields(fields: Iterable[Field], *, locked: bool) -> tuple[Field, ...]:
    """Return the fields that every phone sees as soon as they are filled in.

    ``locked``: whether the fields of phase 1 are locked already.
    """
    return tuple(item for item in fields if item.asking.running or (item.phase == 1 and not locked))


def provisional_score(game: Game[Any], table: Table[Any], given: Mapping[str, Any]) -> ProvisionalScore | None:
    """Return the provisional score of the coming round from its draft, given as JSON.

    None if no field that counts during the hand is filled in, or not validly.
    """
    fields = coming_fields(game, table)
    known = {item.key: given[item.key] for item in running_fields(fields) if item.key in given}
    record, problems = read_record([item.of(required=False) for item in fields], known)
    if not known or problems:
        return None
    scored = game.scoring.score(table, record)
    points = totals_with(dict.fromkeys(table.names, 0), scored.lines)
    totals = totals_with(table.totals, scored.lines)
    winners = game.ending.settle(table, record, scored.state, totals).winners
    return ProvisionalScore(points, replace(table, totals=totals), winners)


def provisional_progress(game: Game[Any], table: Table[Any], score: ProvisionalScore | None) -> Progress | None:
    """Return how near a play is to its end, counting the provisional ``score`` of the coming round if there is one."""
    return game.ending.progress(score.table if score else table)
