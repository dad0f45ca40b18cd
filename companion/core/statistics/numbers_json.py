"""Statistics as JSON, and the filters of a query."""

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from companion.core.entry.problems import Problem, Problems
from companion.core.statistics.game_numbers import Extreme, GameNumbers
from companion.core.statistics.numbers import GameRow, Name, PersonNumbers, most_first
from companion.core.statistics.play_facts import PlayFilter
from companion.core.words import quoted

DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOST_PLAYERS = 99
FILTERS = ("game", "from", "to", "with", "players")


def person_json(numbers: PersonNumbers, name: Name) -> dict[str, Any]:
    """Return the statistics of a person as JSON."""
    return {
        "plays": numbers.plays,
        "rounds": numbers.rounds,
        "wins": numbers.wins,
        "shared_wins": numbers.shared_wins,
        "games_won": numbers.games_won,
        "places": {str(place): times for place, times in numbers.places.items()},
        "average_place": list(numbers.average_place),
        "streak": numbers.streak._asdict(),
        "games": [_game_row(row) for row in numbers.games],
        "against": [{**row._asdict(), "person": name(row.person)} for row in most_first(numbers.against, name)],
        "with": [{**row._asdict(), "person": name(row.person)} for row in most_first(numbers.partners, name)],
        "bids": {"bids": numbers.bids.whole, "made": numbers.bids.part} if numbers.bids else None,
        "penalties": {"count": numbers.penalties, "points": numbers.penalty_points},
    }  # fmt: skip


def _game_row(row: GameRow) -> dict[str, Any]:
    """Return a person's numbers in one title as JSON; ``average`` has the sum of totals and the number of plays."""
    own = asdict(row)
    average = [own.pop("total"), row.plays]
    return {**own, "average": average}


def game_numbers_json(numbers: GameNumbers, name: Name) -> dict[str, Any]:
    """Return the statistics of a game as JSON."""
    return {
        "plays": numbers.plays,
        "rounds": list(numbers.rounds),
        "highest": _extreme(numbers.highest, "total", name),
        "lowest": _extreme(numbers.lowest, "total", name),
        "highest_round": _extreme(numbers.highest_round, "points", name),
        "lowest_round": _extreme(numbers.lowest_round, "points", name),
        "by_seat": [row._asdict() for row in numbers.by_seat],
        "turned_last": numbers.turned_last,
    }


def _extreme(extreme: Extreme | None, key: str, name: Name) -> dict[str, Any] | None:
    """Return a highest or lowest total or round as JSON. ``key``: the key of its points."""
    if extreme is None:
        return None
    answer = {key: extreme.points, "names": [name(person) for person in extreme.people], "play": extreme.play}
    return answer if extreme.round is None else {**answer, "round": extreme.round}


def read_filter(
    raw: Mapping[str, Sequence[str]], games: Container[str], person: Callable[[str], int | None]
) -> tuple[PlayFilter, Problems]:
    """Return the filter in a query and the problems with it; the filter ignores invalid values.

    ``raw``: the query's texts by key (``FILTERS``); empty texts count as not given. ``person``: finds a person by name.
    """
    given = {key: [text.strip() for text in raw.get(key, ()) if text.strip()] for key in FILTERS}
    twice = (key for key in FILTERS if key != "with" and len(given[key]) > 1)
    problems = [Problem(key, f"“{key}” is given twice; give it once.") for key in twice]
    found: dict[str, list[Any]] = {}
    for key, read, message in (
        ("game", lambda text: text if text in games else None, "There is no game “{}”."),
        ("from", read_day, "“{}” is not a date. Write it as 2026-11-21."),
        ("to", read_day, "“{}” is not a date. Write it as 2026-11-21."),
        ("with", person, "Nobody called “{}” has played in this club."),
        ("players", _read_number, "“{}” is not a number of players."),
    ):
        values = [(text, read(text)) for text in given[key][: None if key == "with" else 1]]
        problems += [Problem(key, message.format(quoted(text))) for text, value in values if value is None]
        found[key] = [value for _, value in values if value is not None]
    game, since, until, players = (next(iter(found[key]), None) for key in ("game", "from", "to", "players"))
    return PlayFilter(game or "", since, until, frozenset(found["with"]), players), problems


def _read_number(text: str) -> int | None:
    """Return the number of players in a text; None unless it is from 1 to ``MOST_PLAYERS``."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0
    return number if 1 <= number <= MOST_PLAYERS else None


def read_day(text: str) -> date | None:
    """Return the date in a text like ``2026-11-21``; None if there is no such date."""
    if not DAY.fullmatch(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
