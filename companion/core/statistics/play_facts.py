"""Facts about plays from which statistics are computed, and filters of plays."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple, TypeVar

from companion.core.game.ranking import Better

K = TypeVar("K")
T = TypeVar("T")


class PartFacts(NamedTuple):
    """The result of one person in a play."""

    person: int
    seat: int
    """Seat order, from 0."""

    side: int | None
    """0 or 1 if two sides play; None if each plays alone."""

    total: int
    """The person's total, or that of their side; place, win and changes are also those of the side."""

    place: int
    """From 1; ties share the better place."""

    won: bool
    dealt_first: bool
    rounds: int
    """How many rounds they took part in."""

    high_round: int | None = None
    """The highest change of a round, with adjustments but without buys; None if they were in no round."""

    high_in: int | None = None
    """The number of the first round with that change, from 1."""

    low_round: int | None = None
    low_in: int | None = None
    bids: int = 0
    """How many bids of a number of tricks they made."""

    made: int = 0
    """How many of these bids they made exactly."""

    penalties: int = 0
    """How many adjustments took points from them or their side."""

    penalty_points: int = 0
    """The sum of those adjustments, 0 or below."""

    left: bool = False
    """Whether somebody else took over the seat: total and place are then the seat's, and a win is not theirs."""

    def combined_with(self, other: "PartFacts") -> "PartFacts":
        """Return these facts with the rounds, bids and penalties added that the person had in another part of the play.

        That is another seat, or another name of theirs. Seat, total, place and win stay as they are here.
        """
        # The smallest pair: the highest or lowest change, and of equal ones that of the earlier round.
        highs = [(-one.high_round, one.high_in) for one in (self, other) if one.high_round is not None]
        lows = [(one.low_round, one.low_in) for one in (self, other) if one.low_round is not None]
        high, high_in = min(highs, default=(None, None))
        low, low_in = min(lows, default=(None, None))
        return self._replace(
            rounds=self.rounds + other.rounds, high_round=None if high is None else -high, high_in=high_in,
            low_round=low, low_in=low_in, bids=self.bids + other.bids, made=self.made + other.made,
            penalties=self.penalties + other.penalties, penalty_points=self.penalty_points + other.penalty_points,
        )  # fmt: skip


class PlayFacts(NamedTuple):
    """A play that counts for statistics."""

    key: str
    number: int
    """The number of the play in the order in which plays were recorded."""

    game: str
    """The slug."""

    title: str
    """The play's name: that of its game, or the one that the table chose."""

    better: Better
    played_at: datetime
    day: date
    """The date of ``played_at`` in the club's time zone."""

    night: int | None
    rounds: int
    """0 if only the totals were entered."""

    minutes: int | None
    """How long it took; None if unknown."""

    turned_last: bool
    """Whether no leader before the last round is among the winners."""

    options: str
    """The options that differ from the defaults, in words; empty if none does."""

    parts: tuple[PartFacts, ...]
    """One for each person who had a seat, in seat order; those whose seat was taken over come last."""

    games: int = 1
    """How many games a win in it counts as: 2 or 3 after a heavy loss such as a skunk."""


def participants(play: PlayFacts) -> Sequence[PartFacts]:
    """Return the parts of a play without those of people who were absent in every round."""
    return [part for part in play.parts if part.rounds or not play.rounds]


def finishers(play: PlayFacts) -> Sequence[PartFacts]:
    """Return the parts of people who took part and kept their seat to the end: one for each seat."""
    return [part for part in participants(play) if not part.left]


def sort_plays(plays: Iterable[PlayFacts]) -> list[PlayFacts]:
    """Sort plays by when they were played, then by when they were recorded."""
    return sorted(plays, key=lambda play: (play.played_at, play.number))


def group_by(items: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Return the items grouped by a key; keys and items are in the order in which they first occur."""
    found: dict[K, list[T]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


@dataclass(frozen=True, slots=True)
class PlayFilter:
    """A filter of plays; an empty value means any."""

    game: str = ""
    since: date | None = None
    """The first day, included."""

    until: date | None = None
    """The last day, included."""

    company: frozenset[int] = frozenset()
    """The people of whom each took part."""

    players: int | None = None
    """How many took part; people who shared a seat count as one."""

    def __bool__(self) -> bool:
        """Whether the filter excludes anything at all."""
        return self != PlayFilter()

    def accepts(self, play: PlayFacts) -> bool:
        """Return whether a play passes the filter."""
        return (
            self.game in ("", play.game)
            and (self.since or play.day) <= play.day <= (self.until or play.day)
            and (self.players is None or self.players == len(finishers(play)))
            and (not self.company or self.company.issubset(part.person for part in participants(play)))
        )

    def select(self, plays: Sequence[PlayFacts]) -> Sequence[PlayFacts]:
        """Return the plays that pass the filter, in the same order."""
        return [play for play in plays if self.accepts(play)] if self else plays
