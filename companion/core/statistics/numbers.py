"""Statistics of people, titles, nights and months.

Plays are given in the order of ``play_facts.sort_plays``. People are numbers; the caller knows their names.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import accumulate, groupby
from typing import NamedTuple, TypeVar

from companion.core.statistics.play_facts import PartFacts, PlayFacts, group_by, participants


class Share(NamedTuple):
    """A part and a whole: wins and plays; or, for an average, a sum and the number of plays in it."""

    part: int
    whole: int


class Streak(NamedTuple):
    """Runs of consecutive plays."""

    wins: int
    """The longest run of wins."""

    without: int
    """The longest run without a win."""

    now: int
    """The current run: positive for wins, negative for plays without a win; 0 without plays."""


def streak(won: Iterable[bool]) -> Streak:
    """Return the longest runs, and the current one, in a sequence of plays that were each won or not."""
    runs = [0, *(len(list(run)) if is_won else -len(list(run)) for is_won, run in groupby(won))]
    return Streak(max(runs), -min(runs), runs[-1])


@dataclass(frozen=True, slots=True)
class GameRow:
    """A person's plays of one title."""

    game: str
    title: str
    plays: int
    wins: int
    best: int
    """The best total: the highest if high wins, otherwise the lowest."""

    worst: int
    total: int
    """The sum of all totals."""

    best_round: int | None
    """The best change of a total in one round; None if no round was recorded."""

    worst_round: int | None


class Rival(NamedTuple):
    """How often a person was ahead of, level with, or behind an opponent, by place."""

    person: int
    plays: int
    ahead: int
    level: int
    behind: int


class Tally(NamedTuple):
    """A person's plays and wins among some plays."""

    person: int
    plays: int
    wins: int


@dataclass(frozen=True, slots=True)
class PersonNumbers:
    """The statistics of a person."""

    plays: int
    rounds: int
    """How many rounds they took part in."""

    wins: int
    shared_wins: int
    """Wins that they shared with somebody other than a partner."""

    games_won: int
    """Wins, each counted as many times as the games that its play counts as: a skunk is two."""

    places: Mapping[int, int]
    """How often they reached each place, best place first."""

    streak: Streak
    games: Sequence[GameRow]
    """Most plays first."""

    against: Sequence[Rival]
    partners: Sequence[Tally]
    """For each partner, the plays on the same side, and how many of them they won."""

    bids: Share | None
    """How many bids of tricks they made exactly, and all these bids; None if there were none."""

    penalties: int
    penalty_points: int

    @property
    def average_place(self) -> Share:
        """The average place over all plays: the sum of the places, and the number of plays."""
        return Share(sum(place * times for place, times in self.places.items()), self.plays)


def part_of(play: PlayFacts, person: int) -> PartFacts | None:
    """Return a person's result in a play; None if they had no seat, or were absent in every round."""
    return next((part for part in participants(play) if part.person == person), None)


def plays_with_part(plays: Iterable[PlayFacts], person: int) -> list[tuple[PlayFacts, PartFacts]]:
    """Return the plays in which a person took part, each with their result."""
    return [(play, part) for play in plays if (part := part_of(play, person))]


def person_numbers(plays: Iterable[PlayFacts], person: int) -> PersonNumbers:
    """Return the statistics of a person over these plays; plays without them are ignored."""
    own = plays_with_part(plays, person)
    against: dict[int, list[int]] = {}
    together, won = Counter[int](), Counter[int]()
    for play, part in own:
        for other in participants(play):
            if other.seat == part.seat:
                continue
            if _are_rivals(part, other):
                row = against.setdefault(other.person, [0, 0, 0])  # ahead, level, behind
                row[(part.place >= other.place) + (part.place > other.place)] += 1
            else:
                together[other.person] += 1
                won[other.person] += part.won
    places = Counter(part.place for _, part in own)
    bids = sum(part.bids for _, part in own)
    return PersonNumbers(
        plays=len(own),
        rounds=sum(part.rounds for _, part in own),
        wins=sum(part.won for _, part in own),
        shared_wins=sum(part.won and _is_shared(play, part) for play, part in own),
        games_won=sum(play.games for play, part in own if part.won),
        places=dict(sorted(places.items())),
        streak=streak(part.won for _, part in own),
        games=_game_rows(own),
        against=sorted((Rival(who, sum(row), *row) for who, row in against.items()), key=_most_first),
        partners=_tallies(together, won),
        bids=Share(sum(part.made for _, part in own), bids) if bids else None,
        penalties=sum(part.penalties for _, part in own),
        penalty_points=sum(part.penalty_points for _, part in own),
    )


def _is_shared(play: PlayFacts, part: PartFacts) -> bool:
    """Return whether somebody other than a partner won, too."""
    return any(other.won and _are_rivals(part, other) for other in play.parts)


def _are_rivals(part: PartFacts, other: PartFacts) -> bool:
    """Return whether two people played against each other: neither from the same seat nor on the same side."""
    return other.seat != part.seat and (part.side is None or other.side != part.side)


def shares_seat(play: PlayFacts, part: PartFacts) -> bool:
    """Return whether somebody else who took part had the same seat, earlier or later in the play."""
    return any(other.seat == part.seat and other is not part for other in participants(play))


def is_level(play: PlayFacts, part: PartFacts) -> bool:
    """Return whether an opponent had the same place."""
    return any(other.place == part.place and _are_rivals(part, other) for other in participants(play))


def place_count(play: PlayFacts) -> int:
    """Return the number of places in a play: one for each seat, or for each side."""
    return len({part.side if part.side is not None else f"seat {part.seat}" for part in participants(play)})


def _most_first(row: Rival | Tally) -> tuple[int, int]:
    """Return the sort key of rows about people: most plays first, then by person."""
    return -row.plays, row.person


def _game_rows(own: Iterable[tuple[PlayFacts, PartFacts]]) -> list[GameRow]:
    """Return a person's plays by title: most plays first, then by title."""
    by_title = group_by(own, lambda one: (one[0].game, one[0].title))
    rows = [_game_row(game, title, found) for (game, title), found in by_title.items()]
    return sorted(rows, key=lambda row: (-row.plays, name_sort_key(row.title), row.game))


def _game_row(game: str, title: str, own: Sequence[tuple[PlayFacts, PartFacts]]) -> GameRow:
    """Return the row of a title from a person's plays of it, of which there is at least one."""
    totals = [part.total for _, part in own]
    highs = [part.high_round for _, part in own if part.high_round is not None]
    lows = [part.low_round for _, part in own if part.low_round is not None]
    high, low = max(totals), min(totals)
    best, worst = max(highs, default=None), min(lows, default=None)
    if own[-1][0].better == "low":  # if a title was played both ways, the last play decides
        high, low, best, worst = low, high, worst, best
    return GameRow(game, title, len(own), sum(part.won for _, part in own), high, low, sum(totals), best, worst)


def name_sort_key(name: str) -> tuple[str, str]:
    """Return a sort key for names that ignores capitals."""
    return name.casefold(), name


def tallies(plays: Iterable[PlayFacts]) -> list[Tally]:
    """Return the plays and wins of everybody who took part, most plays first."""
    parts = [part for play in plays for part in participants(play)]
    return _tallies(Counter(part.person for part in parts), Counter(part.person for part in parts if part.won))


def _tallies(played: Mapping[int, int], won: Mapping[int, int]) -> list[Tally]:
    """Return plays and wins of each person, most plays first."""
    return sorted((Tally(person, number, won[person]) for person, number in played.items()), key=_most_first)


@dataclass(frozen=True, slots=True)
class Champions:
    """Who won the most plays of a title."""

    game: str
    title: str
    plays: int
    people: tuple[Tally, ...]
    """Everybody with the most wins, each with their plays of the title; empty if nobody won any."""


def champions(plays: Iterable[PlayFacts]) -> list[Champions]:
    """Return the champions of each title, the most played title first."""
    rows = []
    for (game, title), found in group_by(plays, lambda play: (play.game, play.title)).items():
        counts = tallies(found)
        most = max((row.wins for row in counts), default=0)
        rows.append(Champions(game, title, len(found), tuple(row for row in counts if most and row.wins == most)))
    return sorted(rows, key=lambda row: (-row.plays, name_sort_key(row.title), row.game))


@dataclass(frozen=True, slots=True)
class NightTally:
    """A night in the table of nights and people."""

    night: int | None
    day: date
    """The day of its first play among those counted."""

    plays: int
    tallies: Sequence[Tally]
    """The people who played."""


def night_tallies(plays: Iterable[PlayFacts]) -> list[NightTally]:
    """Return the nights of these plays, earliest first, with the plays and wins of each person.

    All plays that are in no night count as one.
    """
    by_night = group_by(plays, lambda play: play.night)
    rows = [NightTally(night, found[0].day, len(found), tallies(found)) for night, found in by_night.items()]
    return sorted(rows, key=lambda row: (row.day, row.night or 0))


def wins_over_time(plays: Sequence[PlayFacts], people: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return for each of these people how many plays they had won after each day with a play."""
    by_day = group_by(plays, lambda play: play.day).values()
    winners = [Counter(part.person for play in day for part in participants(play) if part.won) for day in by_day]
    return {person: tuple(accumulate(won[person] for won in winners)) for person in people}


def wins_per_month(plays: Iterable[PlayFacts], person: int) -> dict[tuple[int, int], Share]:
    """Return a person's wins and plays by year and month, for all months from their first play to their last."""
    own = plays_with_part(plays, person)
    if not own:
        return {}
    first, last = own[0][0].day, own[-1][0].day
    numbers = range(first.year * 12 + first.month - 1, last.year * 12 + last.month)
    months = [(number // 12, number % 12 + 1) for number in numbers]
    played = Counter((play.day.year, play.day.month) for play, _ in own)
    won = Counter((play.day.year, play.day.month) for play, part in own if part.won)
    return {month: Share(won[month], played[month]) for month in months}


Name = Callable[[int], str]
"""Return the name of a person."""


R = TypeVar("R", Rival, Tally)


def most_first(rows: Iterable[R], name: Name) -> list[R]:
    """Sort rows about people for a list: most plays first, then by name."""
    return sorted(rows, key=lambda row: (-row.plays, name_sort_key(name(row.person))))
