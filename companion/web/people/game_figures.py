"""The statistics on the page of a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.figures.game_numbers import GameNumbers, game_numbers
from companion.core.figures.numbers import Share
from companion.core.figures.play_facts import PlayFilter
from companion.store.people.ledger import KnownPerson, Ledger, memoized
from companion.web.people.figures import ChampionsRow, Chart, TallyRow, champion_rows, tally_rows, wins_chart


@dataclass(frozen=True, slots=True)
class RecordRow:
    """The highest or lowest total or round, with the people who had it."""

    label: str
    points: int
    people: Sequence[KnownPerson]
    play: str
    """The key of the play."""

    round: int | None


@dataclass(frozen=True, slots=True)
class GameFigures:
    """What the page of a game shows."""

    numbers: GameNumbers
    records: Sequence[RecordRow]
    titles: Sequence[ChampionsRow]
    """More than one if the table gives its plays names."""

    players: Sequence[TallyRow]
    """People with their plays and wins, most plays first."""

    seats: Sequence[tuple[str, Share]]
    """The share of wins from each seat."""

    chart: Chart | None


@memoized
def game_figures(ledger: Ledger, slug: str, which: PlayFilter) -> GameFigures:
    """Return a game's statistics over the plays of a filter, cached with the ledger."""
    plays = which.of(ledger.of_game(slug))
    numbers = game_numbers(plays) if which else ledger.game_numbers(slug, which)
    extremes = (
        ("Highest total", numbers.highest),
        ("Lowest total", numbers.lowest),
        ("Highest round", numbers.highest_round),
        ("Lowest round", numbers.lowest_round),
    )
    return GameFigures(
        numbers,
        [
            RecordRow(label, one.points, [ledger.people[who] for who in one.people], one.play, one.round)
            for label, one in extremes
            if one is not None
        ],
        champion_rows(ledger, plays),
        tally_rows(ledger, plays),
        [(seat_text(row.seat), Share(row.wins, row.plays)) for row in numbers.by_seat],
        wins_chart(ledger, plays),
    )


def seat_text(seat: int) -> str:
    """Describe a seat relative to the first dealer: ``2 to the dealer’s left``."""
    return ("First dealer", "On the dealer’s left")[seat] if seat < 2 else f"{seat} to the dealer’s left"
