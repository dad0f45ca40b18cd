"""Checking a club's file: it is imported into a scratch database, where all projections are computed from its log.

A file is refused if anything of it cannot be computed. The app's own database is not touched.
"""

import sqlite3
import weakref
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from msgspec.structs import asdict
from sqlalchemy import Connection, StaticPool, bindparam, create_engine, func, select
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.orm import aliased

from companion.core.entry.entry import name_fault, read_record
from companion.core.entry.strict_json import write
from companion.core.play.older import unknown_text
from companion.core.play.outcome import outcome_of
from companion.core.tricks.fall import fall_from
from companion.core.tricks.umpire import Umpire
from companion.core.words import shown
from companion.exports.packed import UnreadableFileError
from companion.games import SLUGS, game_of
from companion.store.database.base import Base
from companion.store.database.models import Draft, Event, Night, Play, Player
from companion.store.files.club_file import FileObject
from companion.store.files.exporting import SHAPES, Progress
from companion.store.files.inserting import ClubInserter
from companion.store.files.schema import EventLine, check_data, check_played_for, damaged, parse_as
from companion.store.house.house_rules import HOUSE, PROPOSED, RECORDED, RULING, all_versions
from companion.store.log.events import CARDS, PLAY, SLOT, events_of, subject_is
from companion.store.money.money_log import MONEY, PAID, accounts_of, money_steps
from companion.store.nights.night_state import BACK
from companion.store.nights.zones import canonical_zone_name
from companion.store.people.edit_people import rebuild_people
from companion.store.people.names import merged_people
from companion.store.plays.edits.edit_log import UNDOABLE, LoggedEdit
from companion.store.plays.edits.projection import project
from companion.store.plays.play_details import contests_in
from companion.store.plays.play_state import (
    MOST_EDITS,
    MOST_ENTRY,
    PlayState,
    edits_of,
    log_from,
    outcome_from_log,
    state_from,
)
from companion.store.plays.seating import MOST_STINTS
from companion.store.plays.seats import find_double_seat, seat_from, sitter_id, sitter_ids
from companion.store.rulings.rulings import recorded_rulings

CLUB: Final = 1
"""The id of the club in its scratch database."""

MOST_SAID: Final = 4 * MOST_ENTRY
"""The largest data of an event, in bytes of JSON."""

MOST_FOLDED: Final = 500
"""How many states of a play are checked; of later edits only the final state is."""

ONE: Final = {
    "club": "the club", "phones": "phone", "people": "person", "nights": "night", "plays": "game", "events": "event",
    "drafts": "coming round",
}  # fmt: skip

UNDOING: Final = (BACK, "undo", "redo")
TWICE: Final = {
    "player": "two people have the same name", "night": "a night is there twice", "play": "a game is there twice",
    "event": "an event is there twice", "draft": "a game has two coming rounds",
}  # fmt: skip
"""Messages for what a file contains twice, by table."""


@dataclass(frozen=True)
class CheckedClub:
    """A checked club in its scratch database, with a summary of it."""

    rows: Connection
    name: str
    people: Sequence[str]
    plays: int
    rounds: int
    nights: int
    payments: int
    houses: int
    rulings: int
    first: datetime | None
    last: datetime | None


def check(things: Iterator[tuple[str, FileObject]], progress: Progress) -> CheckedClub:
    """Check the content of a club's file, and return the club in a scratch database.

    :raises UnreadableFileError: it cannot be imported; the message says why.
    """
    rows = _scratch()
    try:
        _Checking(rows).all_of(things, progress)
        found = _checked(rows)
    except BaseException:
        rows.engine.dispose()
        raise
    weakref.finalize(found, rows.engine.dispose)
    return found


def _scratch() -> Connection:
    """Return a connection to an empty temporary database, which is deleted when the connection is closed."""

    def connected() -> sqlite3.Connection:
        fresh = sqlite3.connect("", check_same_thread=False)
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "foreign_keys=ON"):
            fresh.execute(f"PRAGMA {pragma}")
        return fresh

    rows = create_engine("sqlite://", creator=connected, poolclass=StaticPool).connect()
    Base.metadata.create_all(rows)
    return rows


def _checked(rows: Connection) -> CheckedClub:
    def count(row: Any, *where: Any) -> int:
        return rows.scalar(select(func.count()).select_from(row).where(*where)) or 0

    first, last, rounds = rows.execute(
        select(func.min(Play.played_at), func.max(Play.played_at), func.coalesce(func.sum(Play.rounds), 0))
    ).one()
    people = rows.scalars(select(Player.name).order_by(Player.id)).all()
    name = rows.scalar(select(Base.metadata.tables["club"].c.name)) or ""
    return CheckedClub(
        rows, name, people, count(Play), rounds, count(Night), count(Event, Event.kind == PAID),
        count(Event, Event.subject == HOUSE, Event.kind == PROPOSED),
        count(Event, Event.subject == RULING, Event.kind == RECORDED), first, last,
    )  # fmt: skip


@contextmanager
def _damage(where: str) -> Iterator[None]:
    """Turn exceptions that damaged data causes into an error that names the place in the file."""
    try:
        yield
    except (UnreadableFileError, OperationalError):
        raise
    except IntegrityError as fault:
        table = str(fault.orig).partition(": ")[2].partition(".")[0]
        raise UnreadableFileError(f"The file is damaged: {TWICE.get(table, 'something is there twice')}.") from fault
    except Exception as fault:
        is_missing = isinstance(fault, KeyError) and isinstance(fault.args[0], int)
        message = (
            f"it refers to {fault}, which does not exist"
            if is_missing
            else f"it cannot be read ({type(fault).__name__})"
        )
        raise damaged(where, message) from fault


class _Checking:
    """The check of one file."""

    def __init__(self, rows: Connection) -> None:
        self._rows = rows
        self._added = ClubInserter(rows, "scratch", None)
        self._counts: dict[str, int] = {}
        self._games: dict[int | None, str] = {}
        self._log: dict[int, tuple[str, bool]] = {}
        """By ``seq``: the subject of each event, and whether it begins house rules or a ruling."""

    def all_of(self, things: Iterator[tuple[str, FileObject]], progress: Progress) -> None:
        """Insert everything, then compute and check the projections."""
        for section, thing in things:
            number = self._counts[section] = self._counts.get(section, 0) + 1
            where = ONE[section] if section == "club" else f"{ONE[section]} {number}"
            with _damage(where):
                self._add(section, thing, where)
        with _damage("people"):
            self._added.close()
            if len(self._log) != max(self._log, default=0):
                raise damaged("the log", "one of its events does not exist")
            rebuild_people(self._rows)
            self._check_people()
        names = {number: one.name for number, one in merged_people(CLUB, self._rows).items()}
        for play in self._rows.execute(_PLAYS).all():
            with _damage(f"game {play.id}"):
                _Game(self._rows, play, names).check()
            progress(play.id, len(self._games))
        with _damage("nights"):
            self._added.settle_nights()
        with _damage("money"):
            money_steps(self._rows, CLUB, accounts_of(CLUB, self._rows))
        with _damage("house rules"):
            self._check_houses()
        with _damage("rulings"):
            self._check_rulings()

    def _add(self, section: str, raw: FileObject, where: str) -> None:
        """Check the next object of the file and insert it into the scratch database."""
        thing: Any = parse_as(raw, SHAPES[section], where)
        if section == "club":
            if thing.name and (fault := name_fault(thing.name, 60)):
                raise damaged(where, f"the name {fault}")
            if thing.timezone and canonical_zone_name(thing.timezone) is None:
                raise damaged(where, f"there is no time zone {shown(thing.timezone)}")
        elif section == "people" and (fault := name_fault(thing.name, kept=True)):
            raise damaged(where, f"the name {fault}")
        elif section == "plays":
            _check_rules(thing.game, thing.rules_version)
            check_played_for(thing, where)
            self._games[len(self._games) + 1] = thing.game
        elif section == "events":
            self._check_event(thing, f"{where} (“{thing.kind}”)")
        elif section == "drafts" and not all("players" in one for one in (thing.cards, *(thing.later or ())) if one):
            return  # early versions wrote the cards of drafts without players
        self._added.add(section, asdict(thing))

    def _check_event(self, event: EventLine, where: str) -> None:
        """Check the data of an event, and that its subject and the event that it undoes came before it."""
        if len(write(event.data)) > MOST_SAID:
            raise damaged(where, "it is far too long")
        check_data(event, where)
        subject, begins = event.subject, event.kind in (PROPOSED, RECORDED)
        if (event.undoes is None) == (event.kind in UNDOING):
            raise damaged(where, "it undoes nothing")
        if event.undoes is not None and self._log.get(event.undoes, ("",))[0] != subject:
            raise damaged(where, "what it undoes does not exist")
        if subject in (HOUSE, RULING) and not begins and self._log.get(event.subject_id or 0) != (subject, True):
            raise damaged(where, "what it is about is unknown")
        if (event.subject_id is None) != begins and not (subject == MONEY and event.subject_id is None):
            raise damaged(where, "what it is about is unknown")
        self._log[event.seq] = subject, begins
        game = self._games[event.subject_id] if subject == PLAY else event.data.get("game")
        if game is not None:
            _check_rules(game, event.data.get("rules_version", 1))

    def _check_people(self) -> None:
        themselves = aliased(Player)
        ask = select(Player.id).join(themselves, themselves.id == Player.merged_into_id)
        lost = self._rows.scalar(ask.where((themselves.id == Player.id) | themselves.merged_into_id.is_not(None)))
        if lost is not None:
            raise damaged(f"person {lost}", "the person that it was merged into does not exist")

    def _check_houses(self) -> None:
        houses = all_versions(CLUB, self._rows)
        _check_once([(one.game, one.number) for one in houses], "the version of house rules")
        for event in events_of(CLUB, Event.subject == HOUSE, Event.kind == PROPOSED, by=self._rows):
            game, data = game_of(event.data["game"]), event.data
            if data["rules_version"] == game.rules.version and read_record(game.options, data["options"])[1]:
                raise damaged(f"event {event.seq}", "its options are not possible")
        became = events_of(CLUB, Event.subject == HOUSE, Event.kind != PROPOSED, by=self._rows)
        _check_once([(one.subject_id, one.kind) for one in became], "the status of house rules")

    def _check_rulings(self) -> None:
        rulings = recorded_rulings(CLUB, self._rows)
        _check_once([one.event.data["number"] for one in rulings], "the number of a ruling")
        gone = events_of(CLUB, Event.subject == RULING, Event.kind != RECORDED, by=self._rows)
        _check_once([one.subject_id for one in gone], "the status of a ruling")
        for one in rulings:
            slot, play = one.event.data["slot"], one.event.data["play_id"]
            rounds = self._rows.scalar(select(func.max(SLOT)).where(subject_is(PLAY, play))) if play else None
            if slot is not None and not (play and 1 <= slot <= (rounds or 0) + 1):
                raise damaged(f"event {one.event.seq}", "its round does not exist")


def _check_rules(game: str, version: int) -> None:
    """Check that this version of the app knows a game and a version of its rules."""
    if game not in SLUGS:
        raise UnreadableFileError(
            f"The file has a game that this Companion does not know: {shown(game)}. Update this Companion first."
        )
    if version > game_of(game).rules.version:
        raise UnreadableFileError(
            f"The file has {game_of(game).name} by newer rules than this Companion knows. Update it first."
        )


def _check_once(values: Sequence[Any], what: str) -> None:
    if len(set(values)) < len(values):
        raise damaged(what, "it is there twice")


# Games.


_COUNT = select(func.count()).where(subject_is(PLAY, Play.id)).correlate(Play).scalar_subquery()
_PLAYS: Final = select(*Play.__table__.columns, _COUNT.label("edits")).order_by(Play.id)
_CARDS: Final = select(CARDS).where(subject_is(PLAY, bindparam("play"))).order_by(Event.seq)
_DRAFT: Final = select(Draft.cards, Draft.later).where(Draft.play_id == bindparam("play"))


class _Game:
    """The check of one play."""

    def __init__(self, rows: Connection, row: Any, names: Mapping[int, str]) -> None:
        self._rows = rows
        self._row = row
        self._names = names
        self._where = f"game {row.id}"
        self._edits: Sequence[LoggedEdit] = ()

    def check(self) -> None:
        """Check that each edit of the play was possible, and write the play's projection.

        :raises Exception: an edit was not possible.
        """
        play, where = {"play": self._row.id}, self._where
        if not 1 <= self._row.edits <= MOST_EDITS:
            raise damaged(where, f"it has {self._row.edits:,} edits")
        edits = self._edits = edits_of(self._row.id, by=self._rows)
        _check_order(where, edits)
        for edit in edits:
            if edit.seats is not None:
                _check_seats(where, edit.seats)
        folded = 0
        cards = self._rows.scalars(_CARDS, play)
        for edit, laid, following in zip(edits, cards, [*edits[1:], None], strict=True):
            ends_rounds = edit.kind == "round" and (following is None or following.kind != "round")
            if following is None or ((ends_rounds or edit.outcome or laid) and folded < MOST_FOLDED):
                folded += 1
                state = self._state_at(edit.revision)
                _check_state(f"{where}, edit {edit.revision}", state, edits[: edit.revision])
                if laid:
                    _check_cards(state, laid)
        if state.unknown and state.agreed.version == state.game.rules.version:
            raise damaged(where, f"its options are not possible: {unknown_text(state.unknown)}")
        draft = self._rows.execute(_DRAFT, play).first()
        for one in (draft.cards, *(draft.later or ())) if draft else ():
            if one:
                _check_cards(state, one)
        project(self._rows, state, edits[-1].at)

    def _state_at(self, revision: int) -> PlayState:
        """Compute the state of the play at a revision."""
        log = log_from(self._edits[:revision], self._row, lambda numbers: {one: self._names[one] for one in numbers})
        return state_from(self._row, log)


def _check_order(where: str, edits: Sequence[LoggedEdit]) -> None:
    """Check the order of edits: one start, rounds in order, and undo and redo of the right edits."""
    if edits[0].kind != "start" or not edits[0].seats or any(edit.kind == "start" for edit in edits[1:]):
        raise damaged(where, "a game needs exactly one start")
    highest, live = 0, set[int]()
    done, undone = list[int](), list[int]()
    for edit in edits[1:]:
        if edit.kind == "round":
            highest += 1
            fits = edit.slot == highest and edit.as_logged is not None
        else:
            fits = edit.slot is None or 1 <= edit.slot <= highest
            fits = fits and (edit.kind not in ("correct", "remove") or edit.slot in live)
        if edit.kind in ("undo", "redo"):
            taken, other = (done, undone) if edit.kind == "undo" else (undone, done)
            fits = fits and bool(taken) and taken[-1] == edit.undoes
            other += [taken.pop()] if taken else []
        elif edit.kind in UNDOABLE:
            done.append(edit.revision)
            undone.clear()
        for one in contests_in(edit.about or {}):
            is_new = bool(one.words) and edit.kind == "about"
            fits = fits and one.slot <= highest
            fits = fits and (one.revision == edit.revision if is_new else one.revision < edit.revision)
        if not fits:
            raise damaged(f"{where}, edit {edit.revision}", f"“{edit.kind}” cannot do that there")
        if edit.slot is not None:
            (live.add if edit.as_logged is not None else live.discard)(edit.slot)


def _check_seats(where: str, seats: Sequence[Mapping[str, Any]]) -> None:
    """Check that nobody has two seats at once, and that seats were handed on in order."""
    everybody = [number for one in seats for number in sitter_ids(one)]
    called = {number: str(number) for number in everybody}  # by id, since two of them may have been merged later
    read = [seat_from(one, called[sitter_id(one)], called) for one in seats]
    starts = [[start for _, start in one.stints] for one in read]
    if len({one.player_id for one in read}) < len(read) or min(everybody) < 0 or find_double_seat(read):
        raise damaged(where, "somebody has two seats at once")
    if any(one != sorted(set(one)) for one in starts) or sum(len(one.earlier) for one in read) > MOST_STINTS:
        raise damaged(where, "a seat was taken over in an impossible way")


def _check_state(where: str, state: PlayState, edits: Sequence[LoggedEdit]) -> None:
    """Check the rounds and the outcome after these edits, if they were written by today's rules."""
    last, sheet, todays = edits[-1], state.sheet, state.game.rules.version
    is_todays = all(edit.rules_version == todays for edit in edits)
    refused = sheet.refusal is not None or len(sheet.rounds) < len(state.slots)
    if last.kind == "round" and is_todays and refused:
        problems = sheet.refusal.problems if sheet.refusal else ()
        detail = f": {problems[0].message.rstrip('.')}" if problems else ""
        raise damaged(where, f"the round does not fit{detail}")
    if last.outcome is None or not last.outcome["places"] or last.rules_version != todays or sheet.refusal is not None:
        return  # early versions stored no outcome, or none with places, or one of a play with a round to be corrected
    kept, found = outcome_from_log(last.outcome, state.people, sheet), outcome_of(sheet, state.ended)
    agree = kept is not None and found is not None and kept.agrees_with(found)
    weighed = kept is None or found is None or kept.weights in ({}, found.weights)  # older files have no weights
    if last.kind in RESCORING and not (agree and weighed):
        raise damaged(where, "its end does not follow from its rounds")


RESCORING: Final = ("round", "correct", "remove", "end", "reopen", "seats")
"""The kinds of edits that store an outcome by the rules of their time."""


def _check_cards(state: PlayState, cards: Mapping[str, Any]) -> None:
    """Check that the cards of a round can be replayed.

    :raises Exception: they cannot.
    """
    fall = fall_from(state.people.from_log(cards), state.setup.players, state.setup.players[0])
    Umpire(state.game, state.setup.options, state.setup.players, state.setup.sides).follow(state.sheet.opening, fall)
