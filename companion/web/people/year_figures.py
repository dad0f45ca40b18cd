"""The statistics on the pages of a year and of the whole club."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from companion.core.figures.numbers import Tally, name_sort_key, night_tallies, tallies
from companion.store.people.ledger import Ledger, memoized
from companion.web.people.figures import champion_rows, tally_rows, wins_chart


@memoized
def year_figures(ledger: Ledger, year: int) -> Mapping[str, Any]:
    """Return what the page of a year shows, cached with the ledger.

    ``year``; ``plays``, ``rounds``: how many; ``people``: most plays first; ``champions``: who won each title most
    often; ``nights``: the latest first, each with ``night`` (its key), ``day``, ``plays`` and ``cells``, a table cell
    for each of ``people`` (``1/3`` for wins of plays, empty if they did not play; darker for more wins); ``chart``: of
    wins.
    """
    plays = ledger.plays_of_year(year)
    people = tally_rows(ledger, tallies(plays))
    found = night_tallies(plays)
    most = max((row.wins for night in found for row in night.tallies), default=0) or 1
    rows = []
    for night in reversed(found):
        tally_of = {row.person: row for row in night.tallies}
        cells = Markup("").join(_heat_cell(tally_of.get(one.id), most) for one, _ in people)
        rows.append({"night": night.night, "day": night.day, "plays": night.plays, "cells": cells})
    return {
        "year": year, "plays": len(plays), "rounds": sum(play.rounds for play in plays), "people": people,
        "champions": champion_rows(ledger, plays), "nights": rows, "chart": wins_chart(ledger, plays),
    }  # fmt: skip


def _heat_cell(found: Tally | None, most: int) -> Markup:
    """Return a cell of the heat map. ``most``: the most wins in any night, which has the darkest shade."""
    if found is None:
        return Markup("<td>")
    return Markup('<td class="h{}">{}/{}').format(-(-5 * found.wins // most), found.wins, found.plays)


@memoized
def index_figures(ledger: Ledger) -> Mapping[str, Any]:
    """Return what the page of all people and games shows, cached with the ledger.

    ``people``: those who have finished a play and are not hidden, most plays first; ``waiting``: those who have
    finished none; ``hidden``: those left out of lists; ``games``: the winners of each
    title, the title with most plays first; ``ratings``: people who have played often enough, the best first; ``years``:
    the latest first.
    """
    people = [row for row in tally_rows(ledger, tallies(ledger.plays)) if row[0].is_listed]
    known = {one.id for one, _ in people}
    hidden = sorted((one for one in ledger.people.values() if one.is_hidden), key=lambda one: name_sort_key(one.name))
    shown = [(ledger.people[one.person], one) for one in ledger.ratings().values() if one.is_shown]
    return {
        "people": people,
        "waiting": [one for one in ledger.listed_people() if one.id not in known],
        "hidden": hidden,
        "games": champion_rows(ledger, ledger.plays),
        "ratings": [row for row in shown if not row[0].is_hidden],
        "years": sorted({play.day.year for play in ledger.plays}, reverse=True),
    }
