"""Lists of plays and of the games that a club has played. A part is a player's row of a play."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    Row,
    Select,
    bindparam,
    exists,
    func,
    literal_column,
    or_,
    select,
    union_all,
)

from companion.core.game.game import PLAY_NAME
from companion.core.game.seating import total_holders
from companion.games import game_of
from companion.store.database.base import db
from companion.store.database.models import Club, EarlierPart, Night, Part, Play, Player
from companion.store.database.plain_connection import plain_connection
from companion.store.names.names import CURRENT_NAME, IS_LISTED, name_key
from companion.store.plays.play_state import STATE_KEY, PlayState, state_of
from companion.store.plays.seats import sides_from_log


@dataclass(frozen=True, slots=True)
class ListedPlay:
    """A play in a list."""

    key: str
    game: str
    title: str
    """The name of the play: its game's, or one by the table."""

    over: bool
    counts: bool
    is_discarded: bool
    games: int
    """How many games a win in it counts as."""

    rounds: int
    played_at: datetime
    last_at: datetime
    night: str | None
    """The key of its night, if any."""

    players: tuple[str, ...]
    totals: Mapping[str, int]
    """By player or side, as on the sheet; ``winners`` likewise."""

    winners: tuple[str, ...]
    won: tuple[str, ...]
    """The players who won, if the play counts; without those who were absent from every round."""

    handed_on: tuple[str, ...]
    """The players who played at least one round and then handed on their seat."""

    @property
    def round_name(self) -> str:
        """The game's word for a round."""
        return game_of(self.game).terms.round

    @property
    def totals_by_holder(self) -> tuple[tuple[str, str, int], ...]:
        """Name, members and total of each player or side; players, and sides named after theirs, have no members."""
        if all(name in self.totals for name in self.players):
            return tuple((name, "", self.totals[name]) for name in self.players)
        found = []
        for number, (side, total) in enumerate(self.totals.items()):
            members = " & ".join(self.players[number :: len(self.totals)])
            found.append((side, "" if side == members else members, total))
        return tuple(found)


class ClubMark(NamedTuple):
    """The change counters of a club's page."""

    club: int
    """The counter of people, nights and finished plays."""

    open_plays: int
    """The number of open plays."""

    written: int
    """The sum of the revisions of open plays."""


_CLUB_MARK = (
    select(Club.mark, func.count(Play.id), func.coalesce(func.sum(Play.revision), 0))
    .join(Play, (Play.club_id == Club.id) & ~Play.over, isouter=True)
    .where(Club.id == bindparam("club"))
    .group_by(Club.id)
)


def club_mark(club_id: int) -> ClubMark:
    """Return the change counters of a club's page: as long as they are the same, the page has not changed."""
    return ClubMark(*plain_connection().execute(_CLUB_MARK, {"club": club_id}).one())


def latest_titles(club_id: int, number: int) -> list[str]:
    """Return the titles of the open plays that were started last, at most ``number``."""
    last = select(Play.title).where(Play.club_id == club_id, ~Play.over).order_by(Play.id.desc())
    return list(db.session.scalars(last.limit(max(0, number))))


_LAST_FIRST = (Play.last_at.desc(), Play.id.desc())
_PLAYED_LAST_FIRST = (Play.played_at.desc(), Play.id.desc())


class PlaySearch(NamedTuple):
    """Filters for the plays of a club."""

    game: str = ""
    """A slug."""

    people: frozenset[int] = frozenset()
    """Ids of players, one of whom had a seat."""

    begin: datetime | None = None
    end: datetime | None = None
    """With ``begin``: the play began at ``begin`` or later, and before ``end``."""

    def conditions(self) -> Iterator[ColumnElement[bool]]:
        """Yield the SQL conditions of the filters that are set."""
        if self.game:
            yield Play.game == self.game
        if self.people:
            yield played_by(self.people)
        if self.begin and self.end:
            yield Play.played_at >= self.begin
            yield Play.played_at < self.end


def played_by(people: Collection[int]) -> ColumnElement[bool]:
    """Return the SQL condition that one of these players has or had a seat in a play."""
    return or_(*(exists().where(row.play_id == Play.id, row.player_id.in_(people)) for row in (Part, EarlierPart)))


def recent_plays(club_id: int, limit: int) -> list[ListedPlay]:
    """Return the last plays of a club without discarded ones, the last changed first."""
    return listed_plays(_LISTED.where(Play.club_id == club_id).order_by(*_LAST_FIRST).limit(limit))


def matching_plays(club_id: int, limit: int, offset: int, search: PlaySearch) -> list[ListedPlay]:
    """Return the plays of a club that match the filters, without discarded ones, the last played first."""
    chosen = _LISTED.where(Play.club_id == club_id, *search.conditions())
    return listed_plays(chosen.order_by(*_PLAYED_LAST_FIRST).limit(limit).offset(offset))


def open_plays(club_id: int, limit: int) -> list[ListedPlay]:
    """Return the open plays of a club without discarded ones, the last changed first."""
    return listed_plays(_LISTED.where(Play.club_id == club_id, ~Play.over).order_by(*_LAST_FIRST).limit(limit))


def open_sheets(club_id: int, limit: int) -> list[tuple[str, int]]:
    """Return the keys of open plays, the last written first, each with the mark of its sheet."""
    chosen = select(Play.key, Play.sheet_mark).where(Play.club_id == club_id, ~Play.over, ~Play.is_discarded)
    rows = plain_connection().execute(chosen.order_by(Play.last_at.desc(), Play.id.desc()).limit(limit))
    return [(row.key, row.sheet_mark) for row in rows]


def last_finished(club_id: int) -> ListedPlay | None:
    """Return the finished play of a club that was changed last, if any."""
    found = listed_plays(_LISTED.where(Play.club_id == club_id, Play.over).order_by(*_LAST_FIRST).limit(1))
    return found[0] if found else None


def last_played(club: int, begin: datetime, end: datetime) -> datetime | None:
    """Return when one of the plays that began between two moments was last played; None: there is none."""
    played = select(Play.until).where(Play.club_id == club, Play.played_at >= begin, Play.played_at < end)
    return db.session.scalar(played.order_by(Play.until.desc()).limit(1))


def next_play_after(parent: PlayState, connection: Connection | None = None) -> Row[Any] | None:
    """Return ``key`` and ``STATE_KEY`` of the open play that followed ``parent`` by “Play again”; None: there is none.

    ``connection``: of a transaction.
    """
    again = select(Play.key, *STATE_KEY).where(Play.parent_id == parent.id, ~Play.over, ~Play.is_discarded)
    return (connection or db.session).execute(again.order_by(Play.id.desc()).limit(1)).first()


def had_secret_bids(club_id: int, slug: str) -> bool:
    """Return whether bids were secret when the club last played a game; False if it has never played it."""
    last = select(*STATE_KEY).where(Play.club_id == club_id, Play.game == slug, ~Play.is_discarded)
    row = db.session.execute(last.order_by(*_LAST_FIRST).limit(1)).first()
    return row is not None and state_of(*row).details.secret


def discarded_plays(club_id: int, limit: int, offset: int) -> list[ListedPlay]:
    """Return the discarded plays of a club, the last played first."""
    chosen = PLAY_ROWS.where(Play.club_id == club_id, Play.is_discarded).order_by(*_PLAYED_LAST_FIRST)
    return listed_plays(chosen.limit(limit).offset(offset))


def plays_of_night(night: int) -> list[ListedPlay]:
    """Return the plays of a night without discarded ones, in the order of playing."""
    return listed_plays(_LISTED.where(Play.night_id == night).order_by(Play.played_at, Play.id))


PLAY_ROWS = select(
    Play.id, Play.sides, Play.key, Play.game, Play.title, Play.over, Play.counts, Play.is_discarded, Play.games,
    Play.rounds, Play.played_at, Play.last_at, Night.key.label("night"),
).join(Night, Night.id == Play.night_id, isouter=True)  # fmt: skip
"""Query for ``listed_plays``, without conditions."""

_LISTED = PLAY_ROWS.where(~Play.is_discarded)


def listed_plays(chosen: Select[*tuple[Any, ...]]) -> list[ListedPlay]:
    """Return the plays of a query made from ``PLAY_ROWS``."""
    return listed_rows(plain_connection().execute(chosen).all())


def plays_by_night(nights: Sequence[Any]) -> dict[str, list[ListedPlay]]:
    """Return the plays of nights by the key of the night, in the order of playing, discarded ones included.

    ``nights``: rows with ``id`` and ``key``.
    """
    found: dict[str, list[ListedPlay]] = {night.key: [] for night in nights}
    chosen = PLAY_ROWS.where(Play.night_id.in_([night.id for night in nights]))
    for play in listed_plays(chosen.order_by(Play.played_at, Play.id)):
        found[play.night or ""].append(play)
    return found


def wins_of(plays: Iterable[ListedPlay]) -> tuple[tuple[str, int], ...]:
    """Return names, each with the number of games won in these plays, most first; a shared win counts for each winner.

    A play can count as several games, such as a skunk as two.
    """
    won = Counter[str]()
    for play in plays:
        won.update(dict.fromkeys(play.won, play.games))
    return sort_by_number(won)


def sort_by_number(numbers: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    """Return names with their numbers, sorted by the highest number and then by name."""
    return tuple(sorted(numbers.items(), key=lambda one: (-one[1], one[0].casefold(), one[0])))


def listed_rows(rows: Sequence[Any]) -> list[ListedPlay]:
    """Return the plays of rows that a query made from ``PLAY_ROWS`` has found."""
    parts = parts_of_plays(row.id for row in rows)
    return [_listed_play(row, parts[row.id]) for row in rows]


def _listed_play(row: Any, parts: Sequence[Any]) -> ListedPlay:
    """Return a play for a list from a row of ``PLAY_ROWS`` and its rows of ``parts_of_plays``."""
    sitting = [part for part in parts if not part.before_slot]
    handed_on = [part for part in parts if part.before_slot]
    players = tuple(part.name for part in sitting)
    holders = total_holders(players, sides_from_log(row.sides, players))
    by_holder = [(holders[part.name], part) for part in sitting]
    was_there = [part for part in sitting if part.rounds or not row.rounds]
    own = dict(row._mapping)
    del own["id"], own["sides"]
    return ListedPlay(
        **own,
        players=players,
        totals={name: part.total for name, part in by_holder},
        winners=tuple(dict.fromkeys(name for name, part in by_holder if part.won)),
        won=tuple(part.name for part in (*was_there, *handed_on) if part.won and row.counts),
        handed_on=tuple(part.name for part in handed_on),
    )


_OF_PLAYS: BindParameter[Any] = bindparam("plays", expanding=True)


def _parts_query(model: type[Part | EarlierPart], before_slot: Any) -> Select[*tuple[Any, ...]]:
    """Build the query for the parts of the plays in the parameter ``plays``, with current names.

    ``before_slot``: the SQL of the first slot that is no longer the player's; 0: they have the seat.
    """
    seat = (Part.side, Part.total, Part.place)
    columns = (model.play_id, model.seat, *seat, model.won, model.rounds, CURRENT_NAME.label("name"))
    named = select(*columns, before_slot.label("before_slot")).select_from(model)
    return named.join(Player, Player.id == model.player_id).where(model.play_id.in_(_OF_PLAYS))


_PARTS = union_all(
    _parts_query(Part, literal_column("0")),
    _parts_query(EarlierPart, EarlierPart.before_slot).join(
        Part, (Part.play_id == EarlierPart.play_id) & (Part.seat == EarlierPart.seat)
    ),
).order_by("play_id", "seat", "before_slot")


def parts_of_plays(plays: Iterable[int]) -> dict[int, list[Any]]:
    """Return, by play, rows of its players and of those who handed on a seat, in seat order.

    ``before_slot``: 0 for the present player of a seat, who comes before the earlier ones.
    """
    found: dict[int, list[Any]] = {play: [] for play in plays}
    for part in plain_connection().execute(_PARTS, {"plays": list(found)}):
        found[part.play_id].append(part)
    return found


def recent_players(club_id: int) -> list[str]:
    """Return the names of all listed people: first the players of the last plays, then everybody else by name."""
    last = select(Play.id, Play.last_at).where(Play.club_id == club_id).order_by(Play.last_at.desc()).limit(60)
    recent = last.subquery()
    names = db.session.scalars(
        select(CURRENT_NAME)
        .join(Part, Part.player_id == Player.id)
        .join(recent, recent.c.id == Part.play_id)
        .order_by(recent.c.last_at.desc(), recent.c.id, Part.seat)
    ).all()
    shown = select(Player.name).where(Player.club_id == club_id, IS_LISTED).order_by(Player.name)
    listed_names = db.session.scalars(shown).all()
    known = set(listed_names)
    return list(dict.fromkeys([*(name for name in names if name in known), *listed_names]))


class PlayedGame(NamedTuple):
    """A game that a club has played; for “any other game”, one of the names that the table gave it."""

    slug: str
    title: str
    """The name of the game."""

    key: str
    """The key of its last play."""


def games_played(club_id: int) -> list[PlayedGame]:
    """Return the games of a club, the last played first; “any other game” appears once for each name."""
    last = (
        select(func.max(Play.id))
        .where(Play.club_id == club_id, ~Play.is_discarded)
        .group_by(Play.game, func.lower(Play.title))
    )
    rows = db.session.execute(select(Play.game, Play.title, Play.key).where(Play.id.in_(last)).order_by(*_LAST_FIRST))
    found: dict[tuple[str, str], PlayedGame] = {}
    for slug, title, key in rows:
        own = title if game_of(slug).has_option(PLAY_NAME) else game_of(slug).name
        found.setdefault((slug, name_key(own)), PlayedGame(slug, own, key))
    return list(found.values())


def recent_games(club_id: int) -> list[str]:
    """Return the slugs of the games in the club's last 200 plays, the last played first."""
    rows = db.session.scalars(select(Play.game).where(Play.club_id == club_id).order_by(Play.last_at.desc()).limit(200))
    return list(dict.fromkeys(rows))
