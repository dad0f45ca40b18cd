"""Summaries of plays and nights for the API, newest first and in pages."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, and_, exists, or_, select

from companion.store.club.zones import day_of, zone_of
from companion.store.database.models import Club, Night, Play
from companion.store.database.plain_connection import plain_connection
from companion.store.names.names import names_of, unhidden_people
from companion.store.nights.night_lists import HAS_PAYMENTS, NIGHT_ROWS
from companion.store.plays.play_lists import PLAY_ROWS, ListedPlay, listed_rows, plays_by_night, sort_by_number
from companion.store.plays.play_state import PlayState


def club_summary(club: int) -> dict[str, Any]:
    """Return name, currency, time zone and people of a club, sorted by name, without hidden and merged people."""
    row = plain_connection().execute(select(Club.name, Club.currency, Club.timezone).where(Club.id == club)).one()
    named = [{"key": str(one.id), "name": one.name} for one in unhidden_people(club)]
    return {"name": row.name, "currency": row.currency, "timezone": row.timezone or "UTC", "people": named}


class PageCursor(NamedTuple):
    """The play or night after which a page begins."""

    at: datetime
    """When it began."""

    number: int
    """Its id."""


USUAL_LIMIT: Final = 50
"""The default length of a page."""


def _page(
    query: Select[*tuple[Any, ...]], limit: int, cursor: PageCursor | None, model: type[Play | Night], time: str
) -> tuple[Sequence[Any], PageCursor | None]:
    """Return the rows of a query after a cursor, newest first, and the next cursor; None: there are no more rows.

    ``model``, ``time``: the table and its column to sort by.
    """
    moment = getattr(model, time)
    if cursor is not None:
        query = query.where(or_(moment < cursor.at, and_(moment == cursor.at, model.id < cursor.number)))
    rows = plain_connection().execute(query.order_by(moment.desc(), model.id.desc()).limit(limit + 1)).all()
    following = PageCursor(getattr(rows[limit - 1], time), rows[limit - 1].id) if len(rows) > limit else None
    return rows[:limit], following


def play_summaries(
    club: int, limit: int, cursor: PageCursor | None = None
) -> tuple[list[ListedPlay], PageCursor | None]:
    """Return a page of plays after a cursor, and the next cursor; None: this is the last page."""
    rows, following = _page(PLAY_ROWS.where(Play.club_id == club), limit, cursor, Play, "played_at")
    return listed_rows(rows), following


def summary_of(state: PlayState) -> dict[str, Any]:
    """Return the API's summary of a play from its state."""
    return {
        "key": state.key,
        "game": state.game.slug,
        "title": state.title,
        "night": plain_connection().scalar(select(Night.key).where(Night.id == (state.details.night or 0))),
        "played_at": state.played_at,
        "over": state.over,
        "counts": state.counts,
        "discarded": state.details.discarded,
        "players": state.setup.players,
        "totals": state.totals,
        "winners": state.winners,
    }


NightSummary = Mapping[str, Any]
"""The fields of a night in the API; ``plays`` are ``ListedPlay``."""

_HAS_ANYTHING = exists().where(Play.night_id == Night.id) | HAS_PAYMENTS
"""SQL condition: a night has plays or payments; a night whose plays were all moved away has none."""


def night_summaries(
    club: int, limit: int = USUAL_LIMIT, cursor: PageCursor | None = None
) -> tuple[list[NightSummary], PageCursor | None]:
    """Return a page of night summaries after a cursor, and the next cursor; None: this is the last page."""
    asked = NIGHT_ROWS.where(Night.club_id == club, _HAS_ANYTHING)
    rows, following = _page(asked, limit, cursor, Night, "began_at")
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


def parse_cursor(text: str) -> PageCursor | None:
    """Parse the text of ``cursor_text``; None: the text is malformed."""
    found = re.fullmatch(r"(-?[0-9]{1,17})\.([0-9]{1,9})", text)
    if found is None:
        return None
    try:
        return PageCursor(_EPOCH + timedelta(microseconds=int(found[1])), int(found[2]))
    except OverflowError:
        return None


def cursor_text(cursor: PageCursor) -> str:
    """Format a cursor for URLs: microseconds since 1970 and the id, ``1764154800000000.12``."""
    return f"{(cursor.at - _EPOCH) // timedelta(microseconds=1)}.{cursor.number}"


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
