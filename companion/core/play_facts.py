"""Facts about plays from which statistics are computed, and filters of plays."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from companion.core.ranking import Better


class PartFacts(NamedTuple):
    """What became of somebody in a play."""

    person: int
    seat: int
    """Seat order, from 0."""

    side: int | None
    """0 or 1 where two sides play; None: each for themselves."""

    total: int
    """Theirs, or that of their side; likewise the place, the win and the changes of a round."""

    place: int
    """From 1; level ones share the better place."""

    won: bool
    dealt_first: bool
    rounds: int
    """In how many rounds they were not absent."""

    high_round: int | None = None
    """The highest change of a round, adjustments included and buys not; None: they were in no round."""

    high_in: int | None = None
    """The first round that had it, from 1."""

    low_round: int | None = None
    low_in: int | None = None
    bids: int = 0
    """How often they bid a number of tricks."""

    made: int = 0
    """How often they took just as many."""

    penalties: int = 0
    """How many adjustments took something from them or their side."""

    penalty_points: int = 0
    """What those came to, 0 or below."""

    left: bool = False
    """Whether somebody else had the seat after them: total and place are the seat's, the win is not theirs."""

    def also(self, other: "PartFacts") -> "PartFacts":
        """Return the same with the rounds that they were in on another seat, or on this one under another name."""
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
    """A play that counts."""

    key: str
    number: int
    """The order of writing."""

    game: str
    """The slug."""

    title: str
    """What the play is called: like its game, or as the table named it."""

    better: Better
    played_at: datetime
    day: date
    """That of ``played_at`` in the club's time zone."""

    night: int | None
    rounds: int
    """0: only the totals were entered."""

    minutes: int | None
    """How long it took; None: that is not known."""

    turned_last: bool
    """Whether nobody who led before the last round is among the winners."""

    options: str
    """What was played otherwise than by default, in words; empty: nothing."""

    parts: tuple[PartFacts, ...]
    """In seat order, one for each who had a seat; those who handed theirs on come last."""

    games: int = 1
    """How many games a win in it counts as: 2 or 3 after a heavy loss such as a skunk."""


def took_part(play: PlayFacts) -> Sequence[PartFacts]:
    """Return everybody but those who were absent in every round."""
    if not play.rounds:
        return play.parts
    for part in play.parts:
        if not part.rounds:
            return [part for part in play.parts if part.rounds]
    return play.parts


def held_to_the_end(play: PlayFacts) -> Sequence[PartFacts]:
    """Return everybody who took part, but those who handed on their seat: one for each seat."""
    there = took_part(play)
    return [part for part in there if not part.left] if any(part.left for part in there) else there


def in_order(plays: Iterable[PlayFacts]) -> list[PlayFacts]:
    """Return the order of plays: when they were played, then in which order they were written."""
    return sorted(plays, key=lambda play: (play.played_at, play.number))


@dataclass(frozen=True, slots=True)
class PlayFilter:
    """Which plays are looked at; what is not given is any."""

    game: str = ""
    since: date | None = None
    """The first day."""

    until: date | None = None
    """The last day, included."""

    company: frozenset[int] = frozenset()
    """People who all took part."""

    players: int | None = None
    """How many took part; those who shared a seat are one."""

    def __bool__(self) -> bool:
        """Whether anything is left out at all."""
        return self != _ALL

    def takes(self, play: PlayFacts) -> bool:
        """Return whether this play is one of them."""
        if self.game and play.game != self.game:
            return False
        if (self.since and play.day < self.since) or (self.until and play.day > self.until):
            return False
        if not self.company and self.players is None:
            return True
        there = took_part(play)
        if self.players is not None and len(held_to_the_end(play)) != self.players:
            return False
        return self.company <= {part.person for part in there}

    def of(self, plays: Sequence[PlayFacts]) -> Sequence[PlayFacts]:
        """Return those plays, in the same order."""
        return [play for play in plays if self.takes(play)] if self else plays


_ALL = PlayFilter()
