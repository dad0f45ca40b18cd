"""Checking a club's file: it is imported into a scratch database, where all projections are computed from its log.

A file is refused if a projection cannot be computed. The app's own database is not touched.
"""

import sqlite3
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from msgspec.structs import asdict
from sqlalchemy import Connection, StaticPool, create_engine, func, select
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import aliased

from companion.core.entry.names import name_fault
from companion.core.entry.record import read_record
from companion.core.strict_json import write
from companion.core.words import quoted
from companion.exports.open_upload import UnreadableFileError
from companion.games import SLUGS, game_of
from companion.store.club.clubs import CLUB_LETTERS
from companion.store.club.zones import canonical_zone_name
from companion.store.database.base import Base
from companion.store.database.models import Club, Event, Night, Play, Player
from companion.store.files.checking_plays import PLAYS, check_play
from companion.store.files.club_file import FileObject
from companion.store.files.exporting import SHAPES, Progress
from companion.store.files.inserting import ClubInserter
from companion.store.files.schema import (
    DATA_TYPES,
    EditData,
    EventLine,
    PlayDetailsData,
    PlayLine,
    StakeData,
    WordsData,
    damage_error,
    parse_as,
)
from companion.store.house.house_rules import PROPOSED, RECORDED, all_versions
from companion.store.log.events import BACK, SLOT, events_of, subject_is
from companion.store.log.subjects import HOUSE, MONEY, PLAY, RULING
from companion.store.money.money_log import PAID, accounts_of, money_steps
from companion.store.names.names import merged_people
from companion.store.people.edit_people import rebuild_people
from companion.store.plays.play_details import REMARK, is_objection_key
from companion.store.plays.play_state import MOST_ENTRY
from companion.store.rulings.read_rulings import recorded_rulings

CLUB: Final = 1
"""The id of the club in its scratch database."""

MOST_EVENT_BYTES: Final = 4 * MOST_ENTRY
"""The largest data of an event, in bytes of JSON."""

NOUNS: Final = {
    "club": "the club", "phones": "phone", "people": "person", "nights": "night", "plays": "game", "events": "event",
    "drafts": "coming round",
}  # fmt: skip

KINDS_OF_UNDO: Final = (BACK, "undo", "redo")
DUPLICATE_MESSAGES: Final = {
    "player": "two people have the same name", "night": "a night is there twice", "play": "a game is there twice",
    "event": "an event is there twice", "draft": "a game has two coming rounds",
}  # fmt: skip
"""Messages for what a file contains twice, by table."""


@dataclass(frozen=True)
class CheckedClub:
    """A checked club in its scratch database."""

    connection: Connection
    """The connection to the scratch database."""

    summary: Mapping[str, Any]
    """Name, people, first and last day; how many plays, rounds, nights, payments, house rules and rulings there are."""


def check(objects: Iterator[tuple[str, FileObject]], progress: Progress) -> CheckedClub:
    """Check the content of a club's file, and return the club in a scratch database.

    :raises UnreadableFileError: it cannot be imported; the message says why.
    """
    connection = _scratch_database()
    try:
        _Checker(connection).check_all(objects, progress)
        found = CheckedClub(connection, _club_summary(connection))
    except BaseException:
        connection.engine.dispose()
        raise
    weakref.finalize(found, connection.engine.dispose)
    return found


def _scratch_database() -> Connection:
    """Return a connection to an empty temporary database, which is deleted when the connection is closed."""

    def open_empty_database() -> sqlite3.Connection:
        """Open a temporary database, without journal and fsync since it need not survive a crash."""
        connection = sqlite3.connect("", check_same_thread=False)
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    connection = create_engine("sqlite://", creator=open_empty_database, poolclass=StaticPool).connect()
    Base.metadata.create_all(connection)
    return connection


def _club_summary(connection: Connection) -> dict[str, Any]:
    """Return what the page shows of the club before its import."""

    def count(model: Any, *where: Any) -> int:
        """Return how many rows of a model meet the conditions."""
        return connection.scalar(select(func.count()).select_from(model).where(*where)) or 0

    spans = select(func.min(Play.played_at), func.max(Play.played_at), func.coalesce(func.sum(Play.rounds), 0))
    *days, rounds = connection.execute(spans).one()
    return {
        "name": connection.scalar(select(Club.name)) or "",
        "people": list(connection.scalars(select(Player.name).order_by(Player.id))),
        "plays": count(Play), "rounds": rounds, "nights": count(Night), "payments": count(Event, Event.kind == PAID),
        "houses": count(Event, Event.subject == HOUSE, Event.kind == PROPOSED),
        "rulings": count(Event, Event.subject == RULING, Event.kind == RECORDED),
        "days": sorted({str(at.date()) for at in days if at}),
    }  # fmt: skip


@contextmanager
def _as_damage_error(where: str) -> Iterator[None]:
    """Turn exceptions that damaged data causes into an error that names the place in the file."""
    try:
        yield
    except (UnreadableFileError, OperationalError):
        raise
    except IntegrityError as fault:
        table = str(fault.orig).partition(": ")[2].partition(".")[0]
        raise UnreadableFileError(
            f"The file is damaged: {DUPLICATE_MESSAGES.get(table, 'something is there twice')}."
        ) from fault
    except Exception as fault:
        is_missing = isinstance(fault, KeyError) and isinstance(fault.args[0], int)
        message = (
            f"it refers to {fault}, which does not exist"
            if is_missing
            else f"it cannot be read ({type(fault).__name__})"
        )
        raise damage_error(where, message) from fault


class _Checker:
    """Checks one file. Each check raises an ``UnreadableFileError`` that names the place in the file."""

    def __init__(self, connection: Connection) -> None:
        """Take a connection to an empty scratch database."""
        self._connection = connection
        self._inserter = ClubInserter(connection, "scratch", None)
        self._counts: dict[str, int] = {}
        """How many objects were read, by list."""

        self._games: dict[int | None, str] = {}
        """The slugs of the games of the plays, by position."""

        self._log: dict[int, tuple[str, bool]] = {}
        """By ``seq``: the subject of each event, and whether it begins house rules or a ruling."""

    def check_all(self, objects: Iterator[tuple[str, FileObject]], progress: Progress) -> None:
        """Insert everything, then compute and check the projections."""
        for section, file_object in objects:
            number = self._counts[section] = self._counts.get(section, 0) + 1
            where = NOUNS[section] if section == "club" else f"{NOUNS[section]} {number}"
            with _as_damage_error(where):
                self._add(section, file_object, where)
        with _as_damage_error("people"):
            self._inserter.close()
            if len(self._log) != max(self._log, default=0):  # ``seq`` must count from 1 without gaps
                raise damage_error("the log", "one of its events does not exist")
            rebuild_people(self._connection)
            self._check_people()
        names = {number: one.name for number, one in merged_people(CLUB, self._connection).items()}
        for play in self._connection.execute(PLAYS).all():
            with _as_damage_error(f"game {play.id}"):
                check_play(self._connection, play, names)
            progress(play.id, len(self._games))
        with _as_damage_error("nights"):
            self._inserter.compute_nights()
        with _as_damage_error("money"):
            money_steps(self._connection, CLUB, accounts_of(CLUB, self._connection))
        with _as_damage_error("house rules"):
            self._check_houses()
        with _as_damage_error("rulings"):
            self._check_rulings()

    def _add(self, section: str, raw: FileObject, where: str) -> None:
        """Check the next object of the file and insert it into the scratch database.

        ``section``: its list, or ``club``; ``where``: its place in the file, for messages.
        """
        file_object: Any = parse_as(raw, SHAPES[section], where)
        if section == "club":
            if file_object.name and (fault := name_fault(file_object.name, CLUB_LETTERS)):
                raise damage_error(where, f"the name {fault}")
            if file_object.timezone and canonical_zone_name(file_object.timezone) is None:
                raise damage_error(where, f"there is no time zone {quoted(file_object.timezone)}")
        elif section == "people" and (fault := name_fault(file_object.name, in_use=True)):
            raise damage_error(where, f"the name {fault}")
        elif section == "plays":
            _check_rules(file_object.game, file_object.rules_version)
            _check_stake_and_sides(file_object, where)
            self._games[len(self._games) + 1] = file_object.game
        elif section == "events":
            self._check_event(file_object, f"{where} (“{file_object.kind}”)")
        elif section == "drafts" and not all(
            "players" in one for one in (file_object.cards, *(file_object.later or ())) if one and one.get("tricks")
        ):
            return  # early versions wrote the cards of drafts without players
        self._inserter.add(section, asdict(file_object))

    def _check_event(self, event: EventLine, where: str) -> None:
        """Check the data of an event, and that its subject and the event that it undoes came before it.

        An event that begins house rules or a ruling has no ``subject_id``; all others have, except some about money.
        """
        if len(write(event.data)) > MOST_EVENT_BYTES:
            raise damage_error(where, "it is far too long")
        _check_data(event, where)
        subject, begins = event.subject, event.kind in (PROPOSED, RECORDED)
        if (event.undoes is None) == (event.kind in KINDS_OF_UNDO):
            raise damage_error(where, "it undoes nothing")
        if event.undoes is not None and self._log.get(event.undoes, ("",))[0] != subject:
            raise damage_error(where, "what it undoes does not exist")
        if subject in (HOUSE, RULING) and not begins and self._log.get(event.subject_id or 0) != (subject, True):
            raise damage_error(where, "what it is about is unknown")
        if (event.subject_id is None) != begins and not (subject == MONEY and event.subject_id is None):
            raise damage_error(where, "what it is about is unknown")
        self._log[event.seq] = subject, begins
        game = self._games[event.subject_id] if subject == PLAY else event.data.get("game")
        if game is not None:
            _check_rules(game, event.data.get("rules_version", 1))

    def _check_people(self) -> None:
        """Check that nobody was merged into themselves, or into somebody who was merged."""
        target = aliased(Player)
        query = select(Player.id).join(target, target.id == Player.merged_into_id)
        player_id = self._connection.scalar(query.where((target.id == Player.id) | target.merged_into_id.is_not(None)))
        if player_id is not None:
            raise damage_error(f"person {player_id}", "the person that it was merged into does not exist")

    def _check_houses(self) -> None:
        """Check that no version of house rules or change of its status occurs twice, and that options are possible."""
        houses = all_versions(CLUB, self._connection)
        _check_unique([(one.game, one.number) for one in houses], "the version of house rules")
        for event in events_of(CLUB, Event.subject == HOUSE, Event.kind == PROPOSED, connection=self._connection):
            game, data = game_of(event.data["game"]), event.data
            if data["rules_version"] == game.rules.version and read_record(game.options, data["options"])[1]:
                raise damage_error(f"event {event.seq}", "its options are not possible")
        became = events_of(CLUB, Event.subject == HOUSE, Event.kind != PROPOSED, connection=self._connection)
        _check_unique([(one.subject_id, one.kind) for one in became], "the status of house rules")

    def _check_rulings(self) -> None:
        """Check that no ruling or withdrawal occurs twice, and that the rounds of rulings exist."""
        rulings = recorded_rulings(CLUB, self._connection)
        _check_unique([ruling.data["number"] for ruling in rulings], "the number of a ruling")
        withdrawals = events_of(CLUB, Event.subject == RULING, Event.kind != RECORDED, connection=self._connection)
        _check_unique([event.subject_id for event in withdrawals], "the status of a ruling")
        for ruling in rulings:
            slot, play = ruling.data["slot"], ruling.data["play_id"]
            rounds = self._connection.scalar(select(func.max(SLOT)).where(subject_is(PLAY, play))) if play else None
            if slot is not None and not (play and 1 <= slot <= (rounds or 0) + 1):  # or in the coming round
                raise damage_error(f"event {ruling.event.seq}", "its round does not exist")


def _check_rules(game: str, version: int) -> None:
    """Check that this version of the app knows a game and a version of its rules.

    :raises UnreadableFileError: it does not.
    """
    if game not in SLUGS:
        raise UnreadableFileError(
            f"The file has a game that this Companion does not know: {quoted(game)}. Update it first."
        )
    if version > game_of(game).rules.version:
        raise UnreadableFileError(
            f"The file has {game_of(game).name} by newer rules than this Companion knows. Update it first."
        )


def _check_unique(values: Sequence[Any], what: str) -> None:
    """Check that no value occurs twice. ``what``: what the message calls it.

    :raises UnreadableFileError: one does.
    """
    if len(set(values)) < len(values):
        raise damage_error(what, "it is there twice")


def _check_data(event: EventLine, where: str) -> None:
    """Check the data of an event.

    :raises UnreadableFileError: no event of its kind can have such data.
    """
    shape = DATA_TYPES.get((event.subject, event.kind))
    if shape is None:
        raise damage_error(where, "such an event does not exist")
    data = parse_as(event.data, shape, where)
    if not isinstance(data, EditData):
        return
    outcome = data.outcome
    if outcome and not {*outcome.winners, *outcome.places, *outcome.weights} <= {*outcome.totals}:
        raise damage_error(where, "a winner did not play")
    remarks = {key: value for key, value in (data.about or {}).items() if key.partition(".")[0] == REMARK}
    objections = {key: value for key, value in (data.about or {}).items() if is_objection_key(key)}
    about = {key: value for key, value in (data.about or {}).items() if key not in {**remarks, **objections}}
    parse_as({"remarks": remarks, "objections": objections}, WordsData, where)
    _check_stake_and_sides(parse_as(about, PlayDetailsData, where), where)


def _check_stake_and_sides(game: PlayLine | PlayDetailsData, where: str) -> None:
    """Check the stake and the sides of a play.

    :raises UnreadableFileError: they are invalid.
    """
    if game.stake:
        parse_as(game.stake, StakeData, where)
    if game.sides is not None and len(game.sides) not in (0, 2):
        raise damage_error(where, "its sides are not possible")
