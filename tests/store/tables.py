"""A club with devices, and a play that one of them scores, for the tests of the store."""

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import count
from threading import Barrier
from typing import Any

from flask import Flask
from sqlalchemy import insert, select, text

from companion.store.access import codes, invitations, joining, members
from companion.store.access.roles import Member
from companion.store.club.clubs import start_club
from companion.store.database.base import db
from companion.store.database.models import Part, Play
from companion.store.database.writing import writing
from companion.store.log.write_results import Refused
from companion.store.plays import change_seats, starting
from companion.store.plays.edits import change_log, commands, undo_redo
from companion.store.plays.edits.edit_log import LoggedEdit
from companion.store.plays.edits.play_results import PlayResult, PlayWritten
from companion.store.plays.play_state import PlayState, edits_of, load_play

THREE = ("Ann", "Bob", "Cyd")
FOUR = ("Ann", "Bob", "Cyd", "Dee")
_ids = count(1)


def client_id() -> str:
    """Return an unused client id."""
    return f"tap-{next(_ids)}"


def rows(statement: str, **values: Any) -> list[Any]:
    """Return the rows of a statement."""
    db.session.rollback()
    return list(db.session.execute(text(statement), values).all())


def stored_json(value: Any) -> Any:
    """Return a value of a JSON column from ``rows``, which SQLite returns as text."""
    return json.loads(value) if isinstance(value, str) else value


def events_in_log(club: "Club", *subjects: str) -> list[tuple[Any, ...]]:
    """Return subject, id, kind, data and undone event of all events about these subjects, as the log stores them."""
    ask = "select subject, subject_id, kind, data, undoes from event where club_id = :club order by seq"
    found = [row for row in rows(ask, club=club.scorer.club_id) if row.subject in subjects]
    return [(row.subject, row.subject_id, row.kind, stored_json(row.data), row.undoes) for row in found]


def kinds_in_log(club: "Club", subject: str) -> list[str]:
    """Return the kinds of all events about a subject, as the log stores them for ever, the first one first."""
    asked = "select kind from event where club_id = :club and subject = :subject order by seq"
    return [kind for (kind,) in rows(asked, club=club.scorer.club_id, subject=subject)]


class Club:
    """A club with an organiser, a scorer and a viewer."""

    def __init__(self) -> None:
        self.device, self.token = members.add_device("Ann's phone")
        self.key = start_club(self.device)
        self.organiser = self.member(self.token)
        codes = invitations.join_codes(self.organiser)
        self.scorer = self.admit(codes["scorer"])
        self.viewer = self.admit(codes["viewer"])

    def member(self, token: str) -> Member:
        """Return the member with this token."""
        found = members.member(token, self.key)
        assert found is not None
        return found

    def admit(self, code: str, label: str = "A phone") -> Member:
        """Let a new device join by a code."""
        device, token = members.add_device(label)
        assert joining.join_club(device, code) == self.key
        return self.member(token)


def tricks(*numbers: int, **more: Any) -> dict[str, Any]:
    """Return a round of Raise the Stakes in which the first players at the table took so many tricks."""
    names = more.pop("names", FOUR)
    return {"tricks": dict(zip(names, numbers, strict=False)), **more}


SCRATCH = tricks(5, 0, 0)
"""Ann takes all five tricks: three points."""

ROUNDS = (tricks(1, 2, 2), SCRATCH)


class Table:
    """A play, scored by one device that always has the current revision."""

    def __init__(
        self,
        member: Member,
        slug: str = "raise-the-stakes",
        players: Sequence[str] = THREE,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.member = member
        started = starting.start_play(
            member, slug=slug, players=list(players), dealer=None, options=options or {}, client_id=client_id()
        )
        assert isinstance(started, PlayState), started
        self.key = started.key
        self.id = started.id

    @property
    def state(self) -> PlayState:
        """The state of the play."""
        db.session.rollback()
        found = load_play(self.member.club_id, self.key)
        assert found is not None
        return found

    @property
    def totals(self) -> dict[str, int]:
        """The totals on the sheet."""
        return dict(self.state.sheet.table.totals)

    def _args(self, base: int | None, tap: str | None) -> dict[str, Any]:
        return {"base": self.state.revision if base is None else base, "client_id": tap or client_id()}

    def save(
        self, entry: Mapping[str, Any], slot: int | None = None, base: int | None = None, tap: str | None = None
    ) -> PlayResult:
        """Save a round, or correct one."""
        return commands.save_round(self.member, self.state, slot=slot, entry=entry, **self._args(base, tap))

    def write(self, *entries: Mapping[str, Any]) -> None:
        """Save rounds that must be accepted."""
        for entry in entries:
            done(self.save(entry))

    def remove(self, slot: int, base: int | None = None) -> PlayResult:
        """Remove a round."""
        return commands.remove_round(self.member, self.state, slot=slot, **self._args(base, None))

    def undo(self, base: int | None = None, tap: str | None = None) -> PlayResult:
        """Undo the last change."""
        return undo_redo.undo(self.member, self.state, **self._args(base, tap))

    def redo(self, base: int | None = None) -> PlayResult:
        """Redo it."""
        return undo_redo.redo(self.member, self.state, **self._args(base, None))

    def end(self, base: int | None = None) -> PlayResult:
        """End the play early."""
        return commands.end_play(self.member, self.state, **self._args(base, None))

    def reopen(self, base: int | None = None) -> PlayResult:
        """Reopen it."""
        return commands.reopen(self.member, self.state, **self._args(base, None))

    def seat(self, name: str, base: int | None = None) -> PlayResult:
        """Let somebody join."""
        return change_seats.add_player(self.member, self.state, name=name, **self._args(base, None))

    def edit_details(self, **about: Any) -> PlayResult:
        """Change details of the play."""
        return commands.edit_details(self.member, self.state, about=about, **self._args(None, None))

    def take(
        self, player: str, name: str, slot: int | None = None, base: int | None = None, tap: str | None = None
    ) -> PlayResult:
        """Let somebody take over a seat."""
        wish = {"player": player, "name": name, "slot": slot, **self._args(base, tap)}
        return change_seats.take_seat(self.member, self.state, **wish)

    def edits(self) -> int:
        """How many edits the log has."""
        return len(self.log())

    def labels(self) -> list[str]:
        """The labels of all changes, the latest first."""
        return [change.label for change in change_log.changes(self.state)]

    def log(self) -> list[LoggedEdit]:
        """The edits in the log."""
        db.session.rollback()
        return edits_of(self.id)


def add_copies(table: Table, copies: int) -> list[int]:
    """Copy the rows of a play and its players; return the new ids. Each copy follows the one before by a minute.

    Copies have no edits, so the database must be the test's own.
    """
    ids = [table.id]
    with writing() as connection:
        play = connection.execute(select(*Play.__table__.columns).where(Play.id == table.id)).mappings().one()
        parts = connection.execute(select(*Part.__table__.columns).where(Part.play_id == table.id)).mappings().all()
        own = {name: value for name, value in play.items() if name != "id"}
        for number in range(1, copies + 1):
            new = {"key": codes.random_key(), "client_id": client_id(), "parent_id": ids[-1]}
            later = {**own, **new, "last_at": play["last_at"] + timedelta(minutes=number)}
            ids.append(connection.execute(insert(Play).values(later).returning(Play.id)).scalar_one())
            connection.execute(insert(Part), [{**part, "play_id": ids[-1]} for part in parts])
    db.session.rollback()
    return ids[1:]


def done(outcome: PlayResult) -> PlayWritten:
    """Return the result of a change that must succeed."""
    assert isinstance(outcome, PlayWritten), outcome
    return outcome


def messages(outcome: object) -> str:
    """Return the messages of a refusal, as one text."""
    assert isinstance(outcome, Refused), outcome
    return " ".join(problem.message for problem in outcome.problems)


def problems_text(outcome: object) -> str:
    """Return the problems of a refusal with their fields, as one text."""
    assert isinstance(outcome, Refused), outcome
    return " ".join(f"{problem.field}: {problem.message}" for problem in outcome.problems)


def at_once(app: Flask, *acts: Callable[[], Any]) -> list[Any]:
    """Call all functions at once, in a thread each; return their results."""
    db.session.rollback()
    barrier = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        with app.app_context():
            db.session.connection()
            barrier.wait()
            return act()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))
