"""The statistics on the page of a game."""

from collections.abc import Mapping
from typing import Any

from companion.core.statistics.game_numbers import game_numbers
from companion.core.statistics.numbers import tallies
from companion.core.statistics.play_facts import PlayFilter
from companion.store.people.ledger import Ledger
from companion.web.people.statistics import champion_rows, tally_rows, wins_chart


def game_statistics(ledger: Ledger, slug: str, play_filter: PlayFilter) -> Mapping[str, Any]:
    """Return what the page of a game shows over the plays of a filter.

    ``numbers``; ``records``: label, extreme and people of the highest and lowest totals and rounds; ``titles``: the
    champions for each title that tables gave their plays; ``players``: most plays first; ``chart``: of wins.
    """
    plays = play_filter.select(ledger.plays_of_game(slug))
    numbers = game_numbers(plays)
    extremes = (
        ("Highest total", numbers.highest),
        ("Lowest total", numbers.lowest),
        ("Highest round", numbers.highest_round),
        ("Lowest round", numbers.lowest_round),
    )
    return {
        "numbers": numbers,
        "records": [
            (label, extreme, [ledger.people[who] for who in extreme.people]) for label, extreme in extremes if extreme
        ],
        "titles": champion_rows(ledger, plays),
        "players": tally_rows(ledger, tallies(plays)),
        "chart": wins_chart(ledger, plays),
    }
