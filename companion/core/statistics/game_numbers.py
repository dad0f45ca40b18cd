"""Statistics of a game: its highest and lowest totals and rounds, wins by seat, and turns in the last round."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

from companion.core.statistics.numbers import Share
from companion.core.statistics.play_facts import PartFacts, PlayFacts, finishers, participants


@dataclass(frozen=True, slots=True)
class Extreme:
    """The highest or lowest total, or change in a round; of several equal ones, the earliest."""

    points: int
    people: tuple[int, ...]
    """Who had it, in seat order; several if they had the same at the same time."""

    play: str
    """The key of the play."""

    round: int | None = None
    """The number of the round, from 1."""


class SeatRow(NamedTuple):
    """How often people played from a seat, and won."""

    seat: int
    """From 0, the first dealer's, clockwise."""

    plays: int
    wins: int


@dataclass(frozen=True, slots=True)
class GameNumbers:
    """The statistics of a game, or of several."""

    plays: int
    rounds: Share
    """The sum of rounds, and the number of plays that were recorded round by round."""

    minutes: Share
    """The sum of minutes, and the number of plays whose length is known."""

    highest: Extreme | None
    lowest: Extreme | None
    highest_round: Extreme | None
    lowest_round: Extreme | None
    by_seat: Sequence[SeatRow]
    turned_last: int
    """Plays of two rounds or more in which no leader before the last round won."""

    could_turn: int
    """Plays of two rounds or more."""

    options: Sequence[tuple[str, int]]
    """Options that differ from the defaults, in words, and how often they were played; most often first."""


def game_numbers(plays: Sequence[PlayFacts]) -> GameNumbers:
    """Return the statistics of these plays."""
    timed = [play.minutes for play in plays if play.minutes is not None]
    longer = [play for play in plays if play.rounds > 1]
    options = Counter(play.options for play in plays if play.options)
    return GameNumbers(
        plays=len(plays),
        rounds=Share(sum(play.rounds for play in plays), sum(play.rounds > 0 for play in plays)),
        minutes=Share(sum(timed), len(timed)),
        highest=_extreme(plays, 1, _final_total),
        lowest=_extreme(plays, -1, _final_total),
        highest_round=_extreme(plays, 1, attrgetter("high_round"), attrgetter("high_in")),
        lowest_round=_extreme(plays, -1, attrgetter("low_round"), attrgetter("low_in")),
        by_seat=_seat_rows(plays),
        turned_last=sum(play.turned_last for play in longer),
        could_turn=len(longer),
        options=sorted(options.items(), key=lambda one: (-one[1], one[0])),
    )


def _final_total(part: PartFacts) -> int | None:
    """Return the total of a participant; None if somebody took over their seat."""
    return None if part.left else part.total


def _extreme(
    plays: Iterable[PlayFacts],
    sign: int,
    points: Callable[[PartFacts], int | None],
    number: Callable[[PartFacts], int | None] = lambda _: None,
) -> Extreme | None:
    """Return the highest ``points`` of all participants; with ``sign`` −1, the lowest. None if nobody has points.

    If several plays have them, the first one given counts, and in that play only those who had them first.
    ``number``: returns the round in which a participant first had their points; None for totals, which all have at
    the same time.
    """
    known = [(own, play) for play in plays for part in participants(play) if (own := points(part)) is not None]
    if not known:
        return None
    best, play = max(known, key=lambda one: sign * one[0])
    having = [(number(part) or 0, part.person) for part in participants(play) if points(part) == best]
    first, _ = min(having)
    return Extreme(best, tuple(person for one, person in having if one == first), play.key, first or None)


def _seat_rows(plays: Iterable[PlayFacts]) -> list[SeatRow]:
    """Return plays and wins by seat, counted from the first dealer; if that is unknown, from the first seat.

    Only people who kept their seat to the end count.
    """
    played, won = Counter[int](), Counter[int]()
    for play in plays:
        dealer = next((part.seat for part in play.parts if part.dealt_first), 0)
        seats = max(part.seat for part in play.parts) + 1
        for part in finishers(play):
            seat = (part.seat - dealer) % seats
            played[seat] += 1
            won[seat] += part.won
    return [SeatRow(seat, played[seat], won[seat]) for seat in sorted(played)]
