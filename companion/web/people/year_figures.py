"""The statistics on the pages of a year and of the whole club."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from markupsafe import Markup

from companion.core.figures.numbers import Tally, name_sort_key, night_tallies, tallies
from companion.core.figures.ratings import Rating
from companion.store.people.ledger import KnownPerson, Ledger, memoized
from companion.web.people.figures import ChampionsRow, Chart, TallyRow, champion_rows, tally_rows, wins_chart


class HeatRow(NamedTuple):
    """A night in the heat map of nights and people."""

    night: int | None
    day: date
    plays: int
    cells: Markup
    """A cell for each person: ``1/3`` for wins of plays, empty if they did not play; darker for more wins."""


@dataclass(frozen=True, slots=True)
class YearFigures:
    """What the page of a year shows."""

    year: int
    plays: int
    rounds: int
    people: Sequence[TallyRow]
    champions: Sequence[ChampionsRow]
    nights: Sequence[HeatRow]
    """The latest night first; cells in the order of ``people``."""

    chart: Chart | None


@memoized
def year_figures(ledger: Ledger, year: int) -> YearFigures:
    """Return the statistics of a year, cached with the ledger."""
    plays = ledger.of_year(year)
    people = tally_rows(ledger, plays)
    found = night_tallies(plays)
    most = max((row.wins for night in found for row in night.tallies), default=0) or 1
    rows = []
    for night in reversed(found):
        there = {row.person: row for row in night.tallies}
        shown = Markup("").join(_heat_cell(there.get(row.person.id), most) for row in people)
        rows.append(HeatRow(night.night, night.day, night.plays, shown))
    return YearFigures(
        year, len(plays), sum(play.rounds for play in plays), people, champion_rows(ledger, plays), rows,
        wins_chart(ledger, plays),
    )  # fmt: skip


def _heat_cell(found: Tally | None, most: int) -> Markup:
    """Return a cell of the heat map. ``most``: the most wins in any night, which has the darkest shade."""
    if found is None:
        return Markup("<td></td>")
    return Markup('<td class="h{}">{}/{}</td>').format(-(-5 * found.wins // most), found.wins, found.plays)


@dataclass(frozen=True, slots=True)
class IndexFigures:
    """What the page of all people and games shows."""

    people: Sequence[TallyRow]
    """People who are not hidden, most plays first."""

    hidden: Sequence[KnownPerson]
    games: Sequence[ChampionsRow]
    """The winners of each title, the title with most plays first."""

    ratings: Sequence[tuple[KnownPerson, Rating]]
    """People who have played often enough to be rated, the best first."""

    years: Sequence[int]
    """The years with plays, the latest first."""


@memoized
def index_figures(ledger: Ledger) -> IndexFigures:
    """Return the statistics of all people and games of a club, cached with its ledger."""
    known = {row.person: row for row in tallies(ledger.plays)}
    people = [
        TallyRow(one, known[one.id].plays if one.id in known else 0, known[one.id].wins if one.id in known else 0)
        for one in ledger.listed()
    ]
    hidden = sorted((one for one in ledger.people.values() if one.is_hidden), key=lambda one: name_sort_key(one.name))
    shown = [(ledger.people[one.person], one) for one in ledger.ratings().values() if one.is_shown]
    return IndexFigures(
        sorted(people, key=lambda row: (-row.plays, name_sort_key(row.person.name))),
        hidden,
        champion_rows(ledger, ledger.plays),
        [row for row in shown if not row[0].is_hidden],
        sorted({play.day.year for play in ledger.plays}, reverse=True),
    )
