"""The state of a play: its setup, the table before a round, and the result of a round."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from companion.core.entry.record import Record
from companion.core.game.seating import names_except, total_holders
from companion.core.words import listed

S = TypeVar("S")
"""What a game remembers between rounds beyond the totals: a frozen value."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is decided when a play starts and does not change during it."""

    players: tuple[str, ...]
    """In seat order, clockwise."""

    sides: tuple[str, ...]
    """The two partnerships; empty if each plays alone."""

    dealer: str
    """The first dealer."""

    options: Record

    @property
    def names(self) -> tuple[str, ...]:
        """The names that hold scores: sides in a partnership game, otherwise players."""
        return self.sides or self.players

    @property
    def holders(self) -> Mapping[str, str]:
        """Each player with the name that holds their score, in seat order."""
        return total_holders(self.players, self.sides)


@dataclass(frozen=True, slots=True)
class Table(Generic[S]):
    """A play before a round: everything that scoring the round may use."""

    setup: Setup
    number: int
    """The number of the coming round, from 1."""

    dealer: str
    """The dealer of the coming round, who takes part in it."""

    totals: Mapping[str, int]
    """Name to running total (in chip games the chips held), in seat order."""

    state: S
    absent: tuple[str, ...] = ()
    """Who sits out the coming round."""

    asked: tuple[str, ...] = ()
    """The players in the coming round, in seat order: neither absent nor out of the play."""

    over: bool = False
    winners: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[str, ...]:
        """All players, in seat order."""
        return self.setup.players

    @property
    def names(self) -> tuple[str, ...]:
        """The names that hold scores: sides or players."""
        return self.setup.names

    @property
    def options(self) -> Record:
        """All options of the play."""
        return self.setup.options

    @property
    def present(self) -> tuple[str, ...]:
        """All players who are not absent, in seat order."""
        return tuple(name for name in self.setup.players if name not in self.absent)


class Line(NamedTuple):
    """Points that a player or side gains or loses in a round, with the rule that says so."""

    name: str
    points: int
    rule: str
    """The id of a paragraph: ``rage/scoring.tricks``."""

    text: str


@dataclass(frozen=True, slots=True)
class Progress:
    """How near a play is to its end."""

    done: int
    whole: int
    text: str
    """The progress in words: ``Ben 3 of 20 points``."""


class Call(NamedTuple):
    """A bid of a player or side, and whether it was made: shown in their column of a round."""

    name: str
    """The player or side in whose column it is shown."""

    text: str
    """``bid 2, took 1``."""

    result: str = ""
    """``made``, ``missed``, ``won``, ``lost``; empty if there is no result."""


@dataclass(frozen=True, slots=True)
class Scored(Generic[S]):
    """The score of a round: its lines, its notes, and the game's state after it."""

    lines: tuple[Line, ...]
    state: S
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settled(Generic[S]):
    """How the play stands once the totals of a round are known, the referee's adjustments included."""

    state: S
    over: bool = False
    winners: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    lines: tuple[Line, ...] = ()
    """Bonuses of the round that ends the play, which depend on the totals."""


def totals_with(before: Mapping[str, int], lines: Iterable[Line]) -> dict[str, int]:
    """Return totals with these lines added."""
    totals = dict(before)
    for line in lines:
        totals[line.name] += line.points
    return totals


def note_on_others(names: Iterable[str], lines: Iterable[Line], text: str) -> tuple[str, ...]:
    """Return a note about those of ``names`` that have no line, as a tuple; empty if all have one.

    ``text``: the note, with ``{names}``: ``{names} took no jack.``
    """
    others = names_except(names, {line.name for line in lines})
    return (text.format(names=listed(others)),) if others else ()
