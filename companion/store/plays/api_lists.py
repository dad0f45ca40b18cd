"""Summaries of plays for the API, newest first and in pages, and of the club."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, and_, or_, select

from companion.store.database.models import Club, Night, Play
from companion.store.database.plain_connection import plain_connection
from companion.store.names.names import unhidden_people
from companion.store.plays.play_lists import PLAY_ROWS, ListedPlay, listed_rows
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


def page_of(
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


def play_summaries(club: int, limit: int, cursor: PageCursor | None) -> tuple[list[ListedPlay], PageCursor | None]:
    """Return a page of plays after a cursor, and the next cursor; None: this is the last page."""
    rows, following = page_of(PLAY_ROWS.where(Play.club_id == club), limit, cursor, Play, "played_at")
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
