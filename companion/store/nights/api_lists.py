"""Summaries of nights for the API, newest first and in pages."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Any

from sqlalchemy import exists

from companion.store.club.zones import day_of, zone_of
from companion.store.database.models import Night, Play
from companion.store.database.plain_connection import plain_connection
from companion.store.names.names import names_of
from companion.store.nights.night_lists import HAS_PAYMENTS, NIGHT_ROWS
from companion.store.plays.api_lists import PageCursor, page_of
from companion.store.plays.play_lists import ListedPlay, plays_by_night, sort_by_number

NightSummary = Mapping[str, Any]
"""The fields of a night in the API; ``plays`` are ``ListedPlay``."""

_HAS_ANYTHING = exists().where(Play.night_id == Night.id) | HAS_PAYMENTS
"""SQL condition: a night has plays or payments; a night whose plays were all moved away has none."""


def night_summaries(club: int, limit: int, cursor: PageCursor | None) -> tuple[list[NightSummary], PageCursor | None]:
    """Return a page of night summaries after a cursor, and the next cursor; None: this is the last page."""
    asked = NIGHT_ROWS.where(Night.club_id == club, _HAS_ANYTHING)
    rows, following = page_of(asked, limit, cursor, Night, "began_at")
    return _summaries(club, rows), following


def night_summary(club: int, key: str) -> NightSummary | None:
    """Return the summary of a night; None: the club has no such night."""
    rows = plain_connection().execute(NIGHT_ROWS.where(Night.club_id == club, Night.key == key)).all()
    return _summaries(club, rows)[0] if rows else None


def _summaries(club: int, rows: Sequence[Any]) -> list[NightSummary]:
    """Return summaries of the nights in these rows, in the same order."""
    zone, plays = zone_of(club), plays_by_night(rows)
    names = names_of(number for row in rows for number in row.present)
    return [_summary_of_night(row, plays[row.key], names, zone) for row in rows]


def _summary_of_night(row: Any, plays: Sequence[ListedPlay], names: Mapping[int, str], zone: tzinfo) -> NightSummary:
    """Return the summary of a night from its row and its plays in order. ``names``: of the club's people, by id.

    ``date``: as it was entered, or else that of its first play in the club's time zone; ``people``: players of plays
    that are not discarded, then people who did not play; ``wins``: how many counting plays each player won, most first.
    """
    played = [play for play in plays if not play.is_discarded]
    players = [name for play in played for name in (*play.players, *play.handed_on)]
    present = [names[number] for number in row.present if number in names]
    wins = Counter(name for play in plays for name in play.won)
    return {
        **row._mapping,
        "date": row.dated or day_of(row.began_at, zone),
        "people": list(dict.fromkeys([*players, *present])),
        "plays": plays[::-1],
        "wins": dict(sort_by_number(wins)),
    }
