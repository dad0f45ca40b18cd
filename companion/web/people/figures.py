"""Statistics for pages: shares and averages in words, charts with their tables, rows about people."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from flask import Flask
from markupsafe import Markup, escape

from companion.core import charts
from companion.core.game import GameTerms
from companion.core.numbers import (
    Partner,
    PersonNumbers,
    Rival,
    Share,
    Tally,
    by_name,
    champions,
    holders,
    is_level,
    most_first,
    per_month,
    person_numbers,
    shares_seat,
    tallies,
    wins_over_time,
    with_part_of,
)
from companion.core.play_facts import PlayFacts, PlayFilter
from companion.core.ratings import Rating
from companion.core.words import counted, figure
from companion.store.people.ledger import KnownPerson, Ledger

FEWEST_FOR_PERCENT = 5
"""Of fewer plays a percentage would say more than they do."""

MOST_LINES = 6
"""How many people's wins are drawn."""

LAST_PLAYS = 10
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def register(app: Flask) -> None:
    """Make the formatting functions known to the templates."""
    for function in (share, average, decimal, short_day, cells):
        app.add_template_filter(function)


def share(found: Share) -> str:
    """Return a share: ``3 of 4``, ``5 of 12, 42 %``; small numbers have no percentage."""
    part, whole = found
    told = f"{part:,} of {whole:,}"
    return told if whole < FEWEST_FOR_PERCENT else f"{told}, {(200 * part + whole) // (2 * whole)}\N{NO-BREAK SPACE}%"


def average(found: Share) -> str:
    """Return the average, to a tenth: ``2.1``, ``−0.4``; empty for none."""
    total, number = found
    if not number:
        return ""
    tenths = (20 * abs(total) + number) // (2 * number)
    return f"{'−' if total < 0 and tenths else ''}{tenths // 10:,}.{tenths % 10}"


def decimal(value: float) -> str:
    """Return a number to a tenth: ``25.3``."""
    return f"{value:.1f}".replace("-", "−")


def cells(values: Iterable[int | str]) -> Markup:
    """Return the cells of a row: numbers as on a sheet, texts as they are."""
    told = (figure(value) if isinstance(value, int) else escape(value) for value in values)
    return Markup("".join(f"<td>{one}</td>" for one in told))  # noqa: S704 - texts are escaped, the rest is digits


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart with its numbers as a table."""

    svg: Markup
    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


def line_chart(
    key: str,
    title: str,
    desc: str,
    series: Mapping[str, Sequence[int]],
    steps: Sequence[str],
    along: str,
    below: Sequence[str] = (),
) -> Chart | None:
    """Return a line chart with its table, a row for each step; None: there is nothing to draw.

    ``steps``: what each is called in the table; ``below``: and below the lines, where that is no number.
    """
    if not series or min(len(line) for line in series.values()) < 2:
        return None
    svg = Markup(charts.lines(key, title, desc, series, along=along, below=below))  # noqa: S704 - charts escapes every text
    rows = [[step, *(figure(line[number]) for line in series.values())] for number, step in enumerate(steps)]
    return Chart(svg, title, [along.capitalize(), *series], rows)


def totals_chart(key: str, title: str, totals: Mapping[str, Sequence[int]], terms: GameTerms) -> Chart | None:
    """Return the chart of a play: totals from before its first round to its last."""
    rounds = len(next(iter(totals.values()), ())) - 1
    desc = f"A line for each, over {counted(rounds, terms.round, terms.rounds)}. " + ", ".join(
        f"{name} {figure(line[-1])}" for name, line in totals.items()
    )
    return line_chart(key, title, desc, totals, ["Start", *map(str, range(1, rounds + 1))], terms.rounds)


# Somebody.


class LastPlay(NamedTuple):
    """A recent play of a person."""

    key: str
    title: str
    day: date
    place: int
    of: int
    """How many took part, or how many sides."""

    is_won: bool
    is_level: bool
    """Whether somebody else stood in the same place."""

    rounds: str
    """In which of its rounds they sat, where they shared a seat: ``3 of 8 rounds``; empty: they did not."""


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """What the page of a person shows."""

    numbers: PersonNumbers
    last: Sequence[LastPlay]
    """The latest first."""

    chart: Chart | None
    rating: Rating | None
    """None: plays are left out, or there were none, so there is none."""

    against: Sequence[tuple[KnownPerson, Rival]]
    partners: Sequence[tuple[KnownPerson, Partner]]
    has_shared: bool
    """Whether they took over a seat, or handed one on."""


def person_figures(ledger: Ledger, person: int, which: PlayFilter) -> PersonFigures:
    """Return a person's statistics over these plays."""
    return ledger.memo(("person figures", person, which), lambda: _person_figures(ledger, person, which))


def _person_figures(ledger: Ledger, person: int, which: PlayFilter) -> PersonFigures:
    plays = which.of(ledger.of_person(person))
    numbers = person_numbers(plays, person) if which else ledger.person_numbers(person, which)
    return PersonFigures(
        numbers,
        [
            LastPlay(
                play.key,
                play.title,
                play.day,
                part.place,
                holders(play),
                part.won,
                is_level(play, part),
                f"{part.rounds} of {counted(play.rounds, 'round')}" if shares_seat(play, part) else "",
            )
            for play, part in reversed(with_part_of(plays[-LAST_PLAYS:], person))
        ],
        _wins_chart(plays, person),
        None if which else ledger.ratings().get(person),
        [(ledger.people[row.person], row) for row in most_first(numbers.against, ledger.name)],
        [(ledger.people[row.person], row) for row in most_first(numbers.partners, ledger.name)],
        any(shares_seat(play, part) for play, part in with_part_of(plays, person)),
    )


def _wins_chart(plays: Sequence[PlayFacts], person: int) -> Chart | None:
    """Return the chart of wins by month, or by year if those are too many."""
    months = per_month(plays, person)
    by_month = len(months) <= charts.MOST_COLUMNS
    rows = _months(months) if by_month else _years(months)
    if len(rows) < 2:
        return None
    title = f"Games won, of all games, by {'month' if by_month else 'year'}"
    desc = "; ".join(f"{long}: {share(found)}" for _, long, found in rows)
    svg = charts.columns("wins", title, desc, [(short, found.part, found.whole) for short, _, found in rows])
    cells = [[long, str(found.part), str(found.whole)] for _, long, found in rows]
    return Chart(Markup(svg), title, ["When", "Won", "Played"], cells)  # noqa: S704 - charts escapes every text


def _months(months: Mapping[tuple[int, int], Share]) -> list[tuple[str, str, Share]]:
    one_year = len({year for year, _ in months}) == 1
    return [
        (MONTHS[month - 1] if one_year else f"{month}/{year % 100:02}", f"{MONTHS[month - 1]} {year}", found)
        for (year, month), found in months.items()
    ]


def _years(months: Mapping[tuple[int, int], Share]) -> list[tuple[str, str, Share]]:
    years: dict[int, Share] = {}
    for (year, _), found in months.items():
        before = years.get(year, Share(0, 0))
        years[year] = Share(before.part + found.part, before.whole + found.whole)
    return [(str(year), str(year), found) for year, found in years.items()][-charts.MOST_COLUMNS :]


# A game, a year.


class TallyRow(NamedTuple):
    """A person with their plays and wins."""

    person: KnownPerson
    plays: int
    wins: int


class ChampionsRow(NamedTuple):
    """A title with who won most of it."""

    game: str
    title: str
    plays: int
    people: Sequence[TallyRow]
    """All who won as often, each with their own plays of the title."""


def tally_rows(ledger: Ledger, plays: Iterable[PlayFacts]) -> list[TallyRow]:
    """Return everybody with their plays and wins."""
    return _rows(ledger, tallies(plays))


def _rows(ledger: Ledger, found: Iterable[Tally]) -> list[TallyRow]:
    return [TallyRow(ledger.people[row.person], row.plays, row.wins) for row in most_first(found, ledger.name)]


def champion_rows(ledger: Ledger, plays: Iterable[PlayFacts]) -> list[ChampionsRow]:
    """Return who won most of each title."""
    return [ChampionsRow(row.game, row.title, row.plays, _rows(ledger, row.people)) for row in champions(plays)]


def wins_chart(ledger: Ledger, plays: Sequence[PlayFacts]) -> Chart | None:
    """Return a chart of how the wins of the leading players added up, by day."""
    rows = sorted(tallies(plays), key=lambda row: (-row.wins, by_name(ledger.name(row.person))))
    winners = [row.person for row in rows if row.wins][:MOST_LINES]
    lines = wins_over_time(plays, winners)
    days = list(dict.fromkeys(play.day for play in plays))
    if len(days) < 2 or not winners:
        return None
    series = {ledger.name(person): line for person, line in lines.items()}
    desc = "Wins added up: " + ", ".join(f"{name} {line[-1]}" for name, line in series.items())
    below = [short_day(day) if days[0].year == days[-1].year else month_text(day) for day in days]
    return line_chart("wins", "Wins over time", desc, series, [*map(day_text, days)], "days", below)


def day_text(day: date) -> str:
    """Return a day for a table: ``21 Nov 2026``."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def short_day(day: date) -> str:
    """Return a day of a known year: ``21 Nov``."""
    return f"{day.day} {MONTHS[day.month - 1]}"


def month_text(day: date) -> str:
    """Return the month of a day: ``Nov 2026``."""
    return f"{MONTHS[day.month - 1]} {day.year}"
