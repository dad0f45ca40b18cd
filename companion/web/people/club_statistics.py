"""The statistics on the pages of the whole club and of one of its years."""

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from companion.core.statistics.numbers import Tally, name_sort_key, night_tallies, tallies
from companion.store.people.ledger import Ledger
from companion.web.people.statistics import champion_rows, tally_rows, wins_chart


def year_statistics(ledger: Ledger, year: int) -> Mapping[str, Any]:
    """Return what the page of a year shows.

    ``year``; ``plays``, ``rounds``: how many; ``people``: most plays first; ``champions``: who won each title most
    often; ``nights``: the latest first, each with its day and a table cell for each of ``people`` (``1/3`` for wins of
    plays, empty if they did not play; darker for more wins); ``chart``: of wins.
    """
    plays = ledger.plays_of_year(year)
    people = tally_rows(ledger, tallies(plays))
    nights = night_tallies(plays)
    most = max((tally.wins for night in nights for tally in night.tallies), default=0) or 1
    rows = []
    for night in reversed(nights):
        tally_of = {tally.person: tally for tally in night.tallies}
        cells = Markup("").join(_heat_cell(tally_of.get(person.id), most) for person, _ in people)
        rows.append((night.day, cells))
    return {
        "year": year, "plays": len(plays), "rounds": sum(play.rounds for play in plays), "people": people,
        "champions": champion_rows(ledger, plays), "nights": rows, "chart": wins_chart(ledger, plays),
    }  # fmt: skip


def _heat_cell(tally: Tally | None, most: int) -> Markup:
    """Return a cell of the heat map, empty for None. ``most``: the most wins in any night, with the darkest shade."""
    if tally is None:
        return Markup("<td></td>")
    return Markup('<td class="h{}">{}/{}</td>').format(-(-5 * tally.wins // most), tally.wins, tally.plays)


def index_statistics(ledger: Ledger) -> Mapping[str, Any]:
    """Return what the page of all people and games shows.

    ``people``: those who have finished a play and are not hidden, most plays first; ``waiting``: those who have
    finished none; ``hidden``: those left out of lists; ``games``: the winners of each title, the title with most plays
    first; ``ratings``: people who have played often enough with their ratings, the best first; ``years``: the latest
    first.
    """
    people = [(person, tally) for person, tally in tally_rows(ledger, tallies(ledger.plays)) if person.is_listed]
    known = {person.id for person, _ in people}
    hidden = [person for person in ledger.people.values() if person.is_hidden]
    rated = [(ledger.people[rating.person], rating) for rating in ledger.ratings.values() if rating.is_shown]
    return {
        "people": people,
        "waiting": [person for person in ledger.listed_people() if person.id not in known],
        "hidden": sorted(hidden, key=lambda person: name_sort_key(person.name)),
        "games": champion_rows(ledger, ledger.plays),
        "ratings": [(person, rating) for person, rating in rated if not person.is_hidden],
        "years": ledger.years,
    }
