"""The statistics on the pages of a year and of the whole club."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from companion.core.figures.numbers import Tally, name_sort_key, night_tallies, tallies
from companion.store.people.ledger import Ledger, memoized
from companion.web.people.figures import TallyRow, champion_rows, tally_rows, wins_chart


@memoized
def year_figures(ledger: Ledger, year: int) -> Mapping[str, Any]:
    """Return what the page of a year shows, cached with the ledger.

    ``nights``: the latest first, with a cell for each of ``people``: ``1/3`` for wins of plays, empty if they did not
    play; darker for more wins.
    """
    plays = ledger.plays_of_year(year)
    people = tally_rows(ledger, plays)
    found = night_tallies(plays)
    most = max((row.wins for night in found for row in night.tallies), default=0) or 1
    rows = []
    for night in reversed(found):
        there = {row.person: row for row in night.tallies}
        cells = Markup("").join(_heat_cell(there.get(row.person.id), most) for row in people)
        rows.append({"night": night.night, "day": night.day, "plays": night.plays, "cells": cells})
    return {
        "year": year, "plays": len(plays), "rounds": sum(play.rounds for play in plays), "people": people,
        "champions": champion_rows(ledger, plays), "nights": rows, "chart": wins_chart(ledger, plays),
    }  # fmt: skip


def _heat_cell(found: Tally | None, most: int) -> Markup:
    """Return a cell of the heat map. ``most``: the most wins in any night, which has the darkest shade."""
    if found is None:
        return Markup("<td></td>")
    return Markup('<td class="h{}">{}/{}</td>').format(-(-5 * found.wins // most), found.wins, found.plays)


@memoized
def index_figures(ledger: Ledger) -> Mapping[str, Any]:
    """Return what the page of all people and games shows, cached with the ledger.

    ``people``: those who are not hidden, most plays first; ``games``: the winners of each title, the title with most
    plays first; ``ratings``: people who have played often enough, the best first; ``years``: the latest first.
    """
    known = {row.person: row for row in tallies(ledger.plays)}
    people = [
        TallyRow(one, known[one.id].plays if one.id in known else 0, known[one.id].wins if one.id in known else 0)
        for one in ledger.listed_people()
    ]
    hidden = sorted((one for one in ledger.people.values() if one.is_hidden), key=lambda one: name_sort_key(one.name))
    shown = [(ledger.people[one.person], one) for one in ledger.ratings().values() if one.is_shown]
    return {
        "people": sorted(people, key=lambda row: (-row.plays, name_sort_key(row.person.name))),
        "hidden": hidden,
        "games": champion_rows(ledger, ledger.plays),
        "ratings": [row for row in shown if not row[0].is_hidden],
        "years": sorted({play.day.year for play in ledger.plays}, reverse=True),
    }
