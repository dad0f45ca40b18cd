"""Statistics of a game: its highest and lowest totals and rounds, seats, and how often it turned in the last round."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.core.figures.numbers import Share
from companion.core.figures.play_facts import PartFacts, PlayFacts, finishers, participants

_HIGH, _HIGH_IN, _LOW, _LOW_IN = map(PartFacts._fields.index, ("high_round", "high_in", "low_round", "low_in"))


@dataclass(frozen=True, slots=True)
class Extreme:
    """A highest or lowest total or round; of several equal ones the earliest."""

    points: int
    people: tuple[int, ...]
    """The people who had it, in seat order."""

    play: str
    """The key of the play."""

    round: int | None = None
    """The number of the round, from 1."""


class SeatRow(NamedTuple):
    """Plays from one seat, counted clockwise from the first dealer."""

    seat: int
    plays: int
    wins: int


@dataclass(frozen=True, slots=True)
class GameNumbers:
    """The statistics of a game, or of several."""

    plays: int
    rounds: Share
    """The sum of rounds, and the number of plays that were recorded round by round."""

    minutes: Share
    """The sum of minutes, and the number of plays of known length."""

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
        highest=_extreme_total(plays, 1),
        lowest=_extreme_total(plays, -1),
        highest_round=_extreme_round(plays, 1),
        lowest_round=_extreme_round(plays, -1),
        by_seat=_seat_rows(plays),
        turned_last=sum(play.turned_last for play in longer),
        could_turn=len(longer),
        options=sorted(options.items(), key=lambda one: (-one[1], one[0])),
    )


def _extreme_total(plays: Iterable[PlayFacts], sign: int) -> Extreme | None:
    """Return the highest total, or with ``sign`` −1 the lowest."""
    found = _earliest_best(plays, sign, lambda part: None if part.left else part.total)
    if found is None:
        return None
    play, best = found
    return Extreme(best, tuple(part.person for part in finishers(play) if part.total == best), play.key)


def _earliest_best(
    plays: Iterable[PlayFacts], sign: int, points: Callable[[PartFacts], int | None]
) -> tuple[PlayFacts, int] | None:
    """Return the first play with the highest points of a participant, and these; with ``sign`` −1 the lowest."""
    found: tuple[PlayFacts, int] | None = None
    for play in plays:
        for part in participants(play):
            own = points(part)
            if own is not None and (found is None or sign * own > sign * found[1]):
                found = play, own
    return found


def _extreme_round(plays: Iterable[PlayFacts], sign: int) -> Extreme | None:
    """Return the highest change of a round, or with ``sign`` −1 the lowest."""
    points, number = (_HIGH, _HIGH_IN) if sign > 0 else (_LOW, _LOW_IN)
    found = _earliest_best(plays, sign, lambda part: part[points])
    if found is None:
        return None
    play, best = found
    there = [part for part in participants(play) if part[points] == best]
    first = min(part[number] or 0 for part in there)
    return Extreme(best, tuple(part.person for part in there if part[number] == first), play.key, first)


def _seat_rows(plays: Iterable[PlayFacts]) -> list[SeatRow]:
    """Return plays and wins by seat, counted from the first dealer."""
    played, won = Counter[int](), Counter[int]()
    for play in plays:
        dealer = next((part.seat for part in play.parts if part.dealt_first), 0)
        seats = max(part.seat for part in play.parts) + 1
        for part in finishers(play):
            seat = (part.seat - dealer) % seats
            played[seat] += 1
            won[seat] += part.won
    return [SeatRow(seat, played[seat], won[seat]) for seat in sorted(played)]
