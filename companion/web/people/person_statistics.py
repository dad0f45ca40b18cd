"""The statistics on the page of a person."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.statistics.numbers import (
    Share,
    most_first,
    person_numbers,
    plays_with_part,
    shares_seat,
    wins_per_month,
)
from companion.core.statistics.play_facts import PlayFacts, PlayFilter
from companion.store.people.ledger import Ledger
from companion.web.people.statistics import MONTHS, Chart, share
from companion.web.support.rendering import charts

LAST_PLAYS = 10
"""How many recent plays the page of a person lists."""


def person_statistics(ledger: Ledger, person: int, play_filter: PlayFilter) -> Mapping[str, Any]:
    """Return what the page of a person shows over the plays of a filter.

    ``numbers``; ``last``: recent plays, the latest first, each with the part that they took in it; ``chart``: of wins;
    ``rating``: None if plays are filtered out, or if there is none; ``against``, ``partners``: pairs of a person and
    their numbers, most plays first; ``has_shared``: whether they have ever taken over a seat or handed one on.
    """
    plays = play_filter.select(ledger.plays_of_person(person))
    numbers = person_numbers(plays, person)
    return {
        "numbers": numbers,
        "last": plays_with_part(plays[-LAST_PLAYS:], person)[::-1],
        "chart": _wins_chart(plays, person),
        "rating": None if play_filter else ledger.ratings.get(person),
        "against": [(ledger.people[row.person], row) for row in most_first(numbers.against, ledger.name)],
        "partners": [(ledger.people[row.person], row) for row in most_first(numbers.partners, ledger.name)],
        "has_shared": any(shares_seat(play, part) for play, part in plays_with_part(plays, person)),
    }  # fmt: skip


def _wins_chart(plays: Sequence[PlayFacts], person: int) -> Chart | None:
    """Return the chart of a person's wins by month, or by year if there are too many months; None for a single one."""
    months = wins_per_month(plays, person)
    by_month = len(months) <= charts.MOST_COLUMNS
    rows = _months(months) if by_month else _years(months)
    if len(rows) < 2:
        return None
    title = f"Games won, of all games, by {'month' if by_month else 'year'}"
    desc = "; ".join(f"{long}: {share(won)}" for _, long, won in rows)
    svg = charts.column_chart(f"{title}. {desc}", [(short, won.part, won.whole) for short, _, won in rows])
    table = [[long, str(won.part), str(won.whole)] for _, long, won in rows]
    return Chart(svg, title, ["When", "Won", "Played"], table)


def _months(months: Mapping[tuple[int, int], Share]) -> list[tuple[str, str, Share]]:
    """Return each month's short label, long label and share of wins. ``months``: the shares by year and month."""
    one_year = len({year for year, _ in months}) == 1
    return [
        (MONTHS[month - 1] if one_year else f"{month}/{year % 100:02}", f"{MONTHS[month - 1]} {year}", won)
        for (year, month), won in months.items()
    ]


def _years(months: Mapping[tuple[int, int], Share]) -> list[tuple[str, str, Share]]:
    """Return each of the last years as short and long label, with its share of wins. ``months``: as in ``_months``."""
    years: dict[int, Share] = {}
    for (year, _), won in months.items():
        before = years.get(year, Share(0, 0))
        years[year] = Share(before.part + won.part, before.whole + won.whole)
    return [(str(year), str(year), won) for year, won in years.items()][-charts.MOST_COLUMNS :]
