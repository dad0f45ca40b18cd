"""Lists of nights: the newest first, in pages, filtered by name, place, game or player."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, bindparam, exists, func, literal, select, tuple_

from companion.core.game.ranking import leaders
from companion.store.club.zones import day_of, start_of_day, zone_of
from companion.store.database.base import Moment, db, now
from companion.store.database.caches.poll_cache import Mark
from companion.store.database.models import Club, Event, Night, Play, Player
from companion.store.database.plain_connection import plain_connection
from companion.store.log.events import subject_is
from companion.store.log.subjects import MONEY
from companion.store.names.names import name_key, unhidden_people
from companion.store.nights.night_state import NightState
from companion.store.plays.find_night import MOST_APART
from companion.store.plays.play_lists import played_by, plays_by_night, wins_of

PAGE = 20
"""How many nights are listed at once."""


class ListedNight(NamedTuple):
    """A night in a list."""

    key: str
    date: date
    name: str
    place: str
    plays: int
    """The number of plays, without discarded ones."""

    open: int
    """The number of plays that are not over."""

    games: tuple[str, ...]
    """The titles of its plays without repeats, in the order of playing."""

    wins: tuple[tuple[str, int], ...]
    """Names with the number of games that they won in counting plays, most first."""

    @property
    def best(self) -> tuple[str, ...]:
        """The names of those who won most; empty if nobody won."""
        return leaders(dict(self.wins))


class NightSearch(NamedTuple):
    """Filters for the nights of a club."""

    text: str = ""
    """A part of the name, the place or the notes."""

    game: str = ""
    """The slug of a game that was played."""

    people: frozenset[int] = frozenset()
    """Ids of players, one of whom played or was present."""


class NightPage(NamedTuple):
    """A page of nights."""

    nights: tuple[ListedNight, ...]
    newer: str
    """The key of the first night if there are newer ones, else empty."""

    older: str
    """The key of the last night if there are older ones, else empty."""


_NIGHT_MARK = (
    select(Club.mark, func.count(Play.id), func.coalesce(func.sum(Play.mark), 0))
    .select_from(Night)
    .join(Club, Club.id == Night.club_id)
    .join(Play, Play.night_id == Night.id, isouter=True)
    .where(Night.club_id == bindparam("club"), Night.key == bindparam("key"))
    .group_by(Night.id, Club.mark)
)


def night_mark(club_id: int, key: str) -> Mark | None:
    """Return the change counters of a night's page; None: the club has no such night.

    They are the counter of the club, the number of plays of the night, and the sum of the counters of these plays.
    """
    row = plain_connection().execute(_NIGHT_MARK, {"club": club_id, "key": key}).first()
    return None if row is None else tuple(row)


HAS_PAYMENTS = exists().where(Event.club_id == Night.club_id, subject_is(MONEY, Night.id))
"""SQL condition: a night has payments or amounts carried over, undone ones included."""

_HAS_PLAY = exists().where(Play.night_id == Night.id, ~Play.is_discarded)
IS_LISTED_NIGHT = _HAS_PLAY.correlate(Night) | HAS_PAYMENTS
"""SQL condition: lists include a night. Left out are nights whose plays were all moved away or discarded; amounts are
not carried over to them."""

NIGHT_ROWS = select(
    Night.id, Night.key, Night.began_at, Night.dated, Night.name, Night.place, Night.notes, Night.present
)
"""Query for lists of nights, without conditions."""

_ROWS = NIGHT_ROWS.where(Night.club_id == bindparam("club"), IS_LISTED_NIGHT)
_ORDER = (Night.began_at, Night.id)
_NEWEST_FIRST = [column.desc() for column in _ORDER]
_POSITION = tuple_(*_ORDER)
"""SQL: the position of a night in the order of nights."""


def _position(began_at: datetime, number: int) -> ColumnElement[Any]:
    """Return the position of the night with this begin and id, to compare with ``_POSITION``."""
    return tuple_(literal(began_at, Moment), literal(number))


def night_page(
    club_id: int,
    search: NightSearch | None = None,
    *,
    before: str = "",
    after: str = "",
    up_to: date | None = None,
    limit: int = PAGE,
) -> NightPage | None:
    """Return a page of nights, the newest first; None: ``before`` or ``after`` is no night of the club.

    ``before``, ``after``: the key of a night, for the page of the nights before it or after it; ``up_to``: a day, for
    the page that begins with the last night on this day or before.
    """
    statement, oldest_first = _ROWS, bool(after)
    if before or after:
        ask = select(*_ORDER).where(Night.club_id == club_id, Night.key == (before or after))
        found = db.session.execute(ask).first()
        if found is None:
            return None
        start = _position(*found)
        statement = statement.where(start < _POSITION if oldest_first else start > _POSITION)
    elif up_to is not None:
        statement = statement.where(Night.began_at < _end_of_day(club_id, up_to))
    statement = statement.order_by(*(_ORDER if oldest_first else _NEWEST_FIRST))
    rows = _matching_rows(club_id, statement, search or NightSearch(), limit + 1)
    more, rows = len(rows) > limit, rows[:limit]
    if not rows:
        return NightPage((), "", "")
    if oldest_first:
        rows.reverse()
    is_later_left_out = bool(before) or (up_to is not None and _has_later(club_id, rows[0].began_at))
    has_newer = more if oldest_first else is_later_left_out
    nights, newer, older = tuple(_listed_nights(club_id, rows)), rows[0].key, rows[-1].key
    return NightPage(nights, newer if has_newer else "", older if oldest_first or more else "")


def _end_of_day(club_id: int, day: date) -> datetime:
    """Return when a day ends in the club's time zone."""
    return start_of_day(min(day, date.max - timedelta(days=2)) + timedelta(days=1), zone_of(club_id))


def _has_later(club_id: int, moment: datetime) -> bool:
    """Return whether the club has a listed night that began after a moment."""
    later = select(Night.id).where(Night.club_id == club_id, Night.began_at > moment, IS_LISTED_NIGHT)
    return db.session.scalar(later.limit(1)) is not None


def _matching_rows(club_id: int, statement: Any, search: NightSearch, limit: int) -> list[Any]:
    """Return the rows of a query for nights that match the filters, at most ``limit``.

    The database finds games and players; texts, and people who were only present, are compared here.
    """
    if search == NightSearch():
        statement = statement.limit(limit)
    if search.game:
        statement = statement.where(_HAS_PLAY.where(Play.game == search.game))
    played: ColumnElement[Any] = literal(value=True)
    if search.people:
        played = _HAS_PLAY.where(played_by(search.people))
    if search.text:
        statement = statement.where((Night.name != "") | (Night.place != "") | (Night.notes != ""))
    statement = statement.add_columns(played.label("played"))
    text = search.text.casefold()
    matching = (
        row
        for row in db.session.execute(statement, {"club": club_id})
        if any(text in part.casefold() for part in (row.name, row.place, row.notes))
        and (row.played or search.people & set(row.present))
    )
    return list(islice(matching, limit))


def latest_nights(club_id: int, limit: int, besides: int | None = None) -> tuple[ListedNight, ...]:
    """Return the latest nights of a club, at most ``limit``. ``besides``: the id of one to leave out."""
    rows = db.session.execute(_ROWS.where(Night.id != (besides or 0)).order_by(*_NEWEST_FIRST).limit(limit),
                              {"club": club_id}).all()  # fmt: skip
    return tuple(_listed_nights(club_id, rows))


def nights_before_and_after(night: NightState) -> tuple[str, str]:
    """Return the keys of the night before and the night after; empty: there is none."""
    keys, own = _ROWS.with_only_columns(Night.key), _position(night.began_at, night.id)
    before = keys.where(own > _POSITION).order_by(*_NEWEST_FIRST)
    after = keys.where(own < _POSITION).order_by(*_ORDER)
    club = {"club": night.club_id}
    found = [db.session.scalar(one.limit(1), club) or "" for one in (before, after)]
    return found[0], found[1]


def nights_near(club_id: int, key: str, number: int) -> tuple[ListedNight, ...]:
    """Return up to ``number`` nights before and as many after this one, the newest first, without itself."""
    after, before = night_page(club_id, after=key, limit=number), night_page(club_id, before=key, limit=number)
    return (*(after.nights if after else ()), *(before.nights if before else ()))


def _listed_nights(club_id: int, rows: Sequence[Any]) -> Iterator[ListedNight]:
    """Yield nights for a list from their rows, in the same order."""
    zone, plays = zone_of(club_id), plays_by_night(rows)
    for row in rows:
        own = [play for play in plays[row.key] if not play.is_discarded]
        games, still_open = dict.fromkeys(play.title for play in own), sum(not play.over for play in own)
        day = row.dated or day_of(row.began_at, zone)
        yield ListedNight(row.key, day, row.name, row.place, len(own), still_open, tuple(games), wins_of(own))


def years_of(club_id: int) -> tuple[int, ...]:
    """Return all years from the last night's back to the first night's; empty if there are no nights."""
    ends = select(func.min(Night.began_at), func.max(Night.began_at)).where(Night.club_id == club_id, IS_LISTED_NIGHT)
    first, last = db.session.execute(ends).one()
    if not first:
        return ()
    zone = zone_of(club_id)
    return tuple(range(day_of(last, zone).year, day_of(first, zone).year - 1, -1))


def unhidden_names(club_id: int) -> tuple[str, ...]:
    """Return the names of all people of a club who are not hidden, sorted."""
    return tuple(one.name for one in unhidden_people(club_id))


def people_called(club_id: int, name: str) -> frozenset[int]:
    """Return all ids of the person with this name, ignoring case: also those of names merged into the person."""
    person = func.coalesce(Player.merged_into_id, Player.id)
    has_name = Player.name_key == name_key(" ".join(name.split()))
    meant = select(person).where(Player.club_id == club_id, has_name)
    return frozenset(db.session.scalars(select(Player.id).where(Player.club_id == club_id, person.in_(meant))))


def night_going_on(club_id: int) -> int | None:
    """Return the id of the night of the latest play, if that was played in the last twelve hours; None: no night is."""
    moment = now()
    last = (
        select(Play.night_id)
        # A play is never played later than it was written.
        .where(Play.club_id == club_id, Play.last_at >= moment - MOST_APART)
        .where(~Play.is_discarded, Play.until >= moment - MOST_APART, Play.played_at <= moment)
        .order_by(Play.until.desc(), Play.id.desc())
        .limit(1)
    )
    return db.session.scalar(last)
