"""What all pages of statistics share: numbers in words, charts with their tables, and rows about people."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from markupsafe import Markup, escape

from companion.core.game.terms import GameTerms
from companion.core.statistics.numbers import (
    Champions,
    Share,
    Tally,
    champions,
    most_first,
    name_sort_key,
    tallies,
    wins_over_time,
)
from companion.core.statistics.play_facts import PlayFacts
from companion.core.words import counted, figure
from companion.store.people.ledger import KnownPerson, Ledger
from companion.web.support.rendering import charts

FEWEST_FOR_PERCENT = 5
"""The fewest plays for which a percentage is shown."""

MOST_LINES = 6
"""How many people have a line in the chart of wins."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def share(part_and_whole: Share) -> str:
    """Format a share: ``3 of 4``, ``5 of 12, 42 %``; without a percentage if the numbers are small."""
    part, whole = part_and_whole
    return ", ".join(filter(None, (f"{part:,} of {whole:,}", percent(part_and_whole))))


def percent(part_and_whole: Share) -> str:
    """Format a percentage: ``42 %``; empty if the numbers are small."""
    part, whole = part_and_whole
    return "" if whole < FEWEST_FOR_PERCENT else f"{(200 * part + whole) // (2 * whole)}\N{NO-BREAK SPACE}%"


def average(sum_and_number: Share) -> str:
    """Format an average, rounded to a tenth: ``2.1``, ``−0.4``; empty if there is nothing to average.

    ``sum_and_number``: the sum of some numbers, and how many there are.
    """
    total, number = sum_and_number
    if not number:
        return ""
    tenths = (20 * abs(total) + number) // (2 * number)
    return f"{'−' if total < 0 and tenths else ''}{tenths // 10:,}.{tenths % 10}"


def decimal(value: float) -> str:
    """Format a number to a tenth: ``25.3``."""
    return f"{value:.1f}".replace("-", "−")


def cells(values: Iterable[int | str]) -> Markup:
    """Return the table cells of a row: numbers formatted as on a sheet, texts escaped."""
    texts = (figure(value) if isinstance(value, int) else escape(value) for value in values)
    return Markup("".join(f"<td>{text}</td>" for text in texts))  # noqa: S704 - texts are escaped, the rest is digits


class Chart(NamedTuple):
    """A chart, and its numbers as a table."""

    svg: Markup
    caption: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    key: str = ""
    """The key under which the script remembers the chosen line; empty if there is no choice."""


def line_chart(
    key: str,
    title: str,
    desc: str,
    series: Mapping[str, Sequence[int]],
    steps: Sequence[str],
    along: str,
    below: Sequence[str] = (),
) -> Chart | None:
    """Return a line chart with a table of one row for each step; None if a line has fewer than two points.

    ``desc``: the chart in words; ``series``: each line by its label; ``steps``: their labels in the table; ``along``:
    what they are; ``below``: their labels in the chart, by default numbers.
    """
    if min(len(line) for line in series.values()) < 2:
        return None
    svg = charts.line_chart(f"{title}. {desc}", series, along=along, below=below)
    rows = [[step, *(figure(line[number]) for line in series.values())] for number, step in enumerate(steps)]
    return Chart(svg, title, [along.capitalize(), *series], rows, key if len(series) > 1 else "")


def totals_chart(key: str, title: str, totals: Mapping[str, Sequence[int]], terms: GameTerms) -> Chart | None:
    """Return the chart of the totals of a play. ``totals``: by name, at the start and after each round."""
    rounds = len(next(iter(totals.values()), ())) - 1
    desc = f"A line for each, over {counted(rounds, terms.round, terms.rounds)}. " + ", ".join(
        f"{name} {figure(line[-1])}" for name, line in totals.items()
    )
    return line_chart(key, title, desc, totals, ["Start", *map(str, range(1, rounds + 1))], terms.rounds)


# Rows about people.


PersonTally = tuple[KnownPerson, Tally]
"""A person with their plays and wins."""


def tally_rows(ledger: Ledger, rows: Iterable[Tally]) -> list[PersonTally]:
    """Return tallies with the people they belong to, most plays first."""
    return [(ledger.people[row.person], row) for row in most_first(rows, ledger.name)]


def champion_rows(ledger: Ledger, plays: Iterable[PlayFacts]) -> list[tuple[Champions, list[PersonTally]]]:
    """Return the champions of each title, with all people who won it most often."""
    return [(row, tally_rows(ledger, row.people)) for row in champions(plays)]


def wins_chart(ledger: Ledger, plays: Sequence[PlayFacts]) -> Chart | None:
    """Return the chart of how the wins of the leading players added up day by day; None if there is too little."""
    rows = sorted(tallies(plays), key=lambda row: (-row.wins, name_sort_key(ledger.name(row.person))))
    winners = [row.person for row in rows if row.wins][:MOST_LINES]
    lines = wins_over_time(plays, winners)
    days = list(dict.fromkeys(play.day for play in plays))
    if len(days) < 2 or not winners:
        return None
    series = {ledger.name(person): line for person, line in lines.items()}
    desc = "Wins added up: " + ", ".join(f"{name} {line[-1]}" for name, line in series.items())
    label = short_day if days[0].year == days[-1].year else lambda day: f"{MONTHS[day.month - 1]} {day.year}"
    below = [label(day) for day in days]
    return line_chart("wins", "Wins over time", desc, series, [*map(short_day_with_year, days)], "days", below)


def short_day_with_year(day: date) -> str:
    """Format a day for a table: ``21 Nov 2026``."""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def short_day(day: date) -> str:
    """Format a day without its year: ``21 Nov``."""
    return f"{day.day} {MONTHS[day.month - 1]}"
