"""One log of events for each club, instead of seven tables

Revision ID: 0016
Revises: 0015
"""

import heapq
import secrets
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any

from alembic import op

from companion.store.migrations.repeated_tables import (
    AUTHOR,
    EDIT,
    HOUSE_STEP,
    HOUSE_VERSION,
    RULING,
    RULING_STEP,
    create_night_step_table,
    create_player_step_table,
    create_withdrawal_index,
)
from companion.store.migrations.shared import (
    ReflectedTables,
    add_columns,
    add_foreign_key_column,
    columns,
    create_partial_unique_index,
    create_table,
    drop_foreign_key_column,
    make_append_only,
    make_mutable,
    value_constraint,
)

revision = "0016"
down_revision = "0015"

MONEY_KINDS = ("paid", "carried", "kitty")
OLD_TABLES = ("edit", "night_step", "player_step", "house_step", "ruling_step", "house_version", "ruling")
"""The tables that ``event`` replaces."""

HOUSE_FIELDS = ("game", "number", "options", "rules_version", "amendments", "note", "source")
RULING_FIELDS = (
    "game", "number", "situation", "question", "facts", "told", "decision", "rules", "basis", "agreed_by", "play_id",
    "slot",
)  # fmt: skip
EDIT_FIELDS = ("slot", "entry", "cards", "note", "ended", "seats", "about", "rules_version", "outcome")
EDIT_KINDS = (
    "start", "round", "correct", "remove", "end", "reopen", "seats", "note", "undo", "redo", "about", "totals",
)  # fmt: skip


def upgrade() -> None:
    add_columns("club", "names_mark int ='0'")
    create_table(
        "event",
        "id int key, key 24 unique, club_id club, seq int, subject 10, subject_id int null, kind 10, data json,"
        f"undoes int null, {AUTHOR}; club_id seq",
        value_constraint("event", "subject", "play", "night", "money", "player", "house", "ruling"),
    )
    op.create_index("ix_event_club_id_subject_subject_id_seq", "event", ["club_id", "subject", "subject_id", "seq"])
    for column, where in (("club_id", "subject <> 'play'"), ("subject_id", "subject = 'play'")):
        create_partial_unique_index(f"uq_event_{column}_client_id", "event", [column, "client_id"], where)
    tables = ReflectedTables("event", "club", "play", *OLD_TABLES)
    house_seqs: dict[int, int] = {}
    for club in tables.rows("club"):
        house_seqs |= _insert_events(tables, club.id)
    make_append_only("event")
    _change_house_ids(lambda play: house_seqs[play.house_id], is_foreign_key=False)
    for name in OLD_TABLES:
        make_mutable(name)
        op.drop_table(name)


def downgrade() -> None:
    create_night_step_table()
    create_player_step_table()
    create_table("house_version", HOUSE_VERSION.format(date_type="date"), *columns("rules_version int ='1'"))
    create_table("house_step", HOUSE_STEP, value_constraint("house_step", "kind", "agreed", "withdrawn"))
    basis = value_constraint("ruling", "basis", "", "book", "house", "open")
    create_table("ruling", RULING, *columns("slot int null"), basis)
    op.create_index("ix_ruling_play_id", "ruling", ["play_id"])
    create_table("ruling_step", RULING_STEP, value_constraint("ruling_step", "kind", "withdrawn", "promoted"))
    op.create_index("ix_ruling_step_ruling_id", "ruling_step", ["ruling_id"])
    create_withdrawal_index()
    create_table(
        "edit",
        EDIT,
        *columns("rules_version int ='1', cards json null, note json null, about json null, outcome json null"),
        value_constraint("edit", "kind", *EDIT_KINDS),
    )
    for name in ("ruling", "ruling_step", "edit"):
        add_foreign_key_column(name, "player_id", "player")
    house_ids = _split_events(ReflectedTables("event", *OLD_TABLES))
    _change_house_ids(lambda play: house_ids[play.club_id, play.house_id], is_foreign_key=True)
    for name in OLD_TABLES:
        make_append_only(name)
    make_mutable("event")
    op.drop_table("event")
    op.drop_column("club", "names_mark")


def _insert_events(tables: ReflectedTables, club: int) -> dict[int, int]:
    """Insert the events of a club from the rows of the old tables, merged by time.

    Return the ``seq`` of the event of each of its ``house_version`` rows, by id.
    """
    houses, rulings = (tables.rows(name, club_id=club) for name in ("house_version", "ruling"))
    edits = [row for play in tables.rows("play", club_id=club) for row in tables.rows("edit", play_id=play.id)]
    logs = (
        [("edit", row.at, row) for row in sorted(edits, key=lambda row: row.id)],
        [("night_step", row.at, row) for row in tables.rows("night_step", club_id=club)],
        [("player_step", row.at, row) for row in tables.rows("player_step", club_id=club)],
        _merge_steps("house", houses, tables.rows("house_step", version_id=[row.id for row in houses])),
        _merge_steps("ruling", rulings, tables.rows("ruling_step", ruling_id=[row.id for row in rulings])),
    )
    builder = _LogBuilder(club)
    for table, at, row in heapq.merge(*logs, key=lambda one: one[1]):
        getattr(builder, f"add_{table}")(row, at)
    tables.insert("event", *builder.events)
    tables.update("club", {"id": club}, names_mark=builder.names_mark)
    return builder.seqs["house"]


def _change_house_ids(house_id_of: Callable[[Any], int], *, is_foreign_key: bool) -> None:
    """Replace the column ``play.house_id`` by one with the numbers that ``house_id_of`` returns for rows of plays.

    Plays without house rules keep null. ``is_foreign_key``: whether the numbers are ids of ``house_version``, to which
    the new column then refers, instead of the ``seq`` of events.
    """
    house_ids = {
        play.id: house_id_of(play) for play in ReflectedTables("play").rows("play") if play.house_id is not None
    }
    if is_foreign_key:
        op.drop_column("play", "house_id")
        add_foreign_key_column("play", "house_id", "house_version")
    else:
        drop_foreign_key_column("play", "house_id", "house_version")
        add_columns("play", "house_id int null")
    tables = ReflectedTables("play")
    for play, house_id in house_ids.items():
        tables.update("play", {"id": play}, house_id=house_id)


def _merge_steps(subject: str, rows: Sequence[Any], steps: Sequence[Any]) -> list[tuple[str, datetime, Any]]:
    """Return house rules or rulings merged with their steps by time, each step after the row that it is about.

    The items of the list: the ending of the ``add_…`` method of ``_LogBuilder``, the time, and the row.
    """
    first = [(subject, getattr(row, "at", None) or row.proposed_at, row) for row in rows]
    return list(heapq.merge(first, [(f"{subject}_step", row.at, row) for row in steps], key=lambda one: one[1]))


class _LogBuilder:
    """Builds the events of a club, with a method for each old table."""

    def __init__(self, club: int) -> None:
        self.events: list[dict[str, Any]] = []
        self.names_mark = 0
        self.seqs: dict[str, dict[Any, int]] = {"play": {}, "night": {}, "house": {}, "ruling": {}}
        """The ``seq`` of the event of a row, by subject and id of the row; of an edit, by its play and revision."""

        self._club = club
        self._money_ids: set[int] = set()
        """Ids of the ``night_step`` rows about money."""

        self._client_ids: set[str] = set()

    def _add(self, row: Any, at: datetime, subject: str, subject_id: int | None, data: Any, **more: Any) -> int:
        """Append the event of a row and return its ``seq``.

        ``more``: ``key`` (else a new one), ``kind`` (else the row's) and ``undoes`` (else none).
        """
        seq = len(self.events) + 1
        key = more.get("key") or secrets.token_urlsafe(9)
        client_id = getattr(row, "client_id", key)
        if subject != "play":  # must be unique in the club; the old tables had a constraint each
            client_id = f"{seq}~{client_id}"[:40] if client_id in self._client_ids else client_id
            self._client_ids.add(client_id)
        self.events.append({
            "club_id": self._club, "seq": seq, "key": key, "subject": subject, "subject_id": subject_id, "at": at,
            "kind": more.get("kind") or row.kind, "data": data, "undoes": more.get("undoes"), "client_id": client_id,
            "device_id": row.device_id, "player_id": getattr(row, "player_id", None),
        })  # fmt: skip
        return seq

    def add_edit(self, row: Any, at: datetime) -> None:
        """Add the event of a row of ``edit``."""
        data = {name: getattr(row, name) for name in EDIT_FIELDS if getattr(row, name) is not None}
        seqs, undoes = self.seqs["play"], (row.play_id, row.undoes)
        seq = self._add(row, at, "play", row.play_id, data, undoes=seqs[undoes] if row.undoes else None)
        seqs[row.play_id, row.revision] = seq

    def add_night_step(self, row: Any, at: datetime) -> None:
        """Add the event of a row of ``night_step``: about money for a payment or its undo, else about the night."""
        seqs = self.seqs["night"]
        if row.kind in MONEY_KINDS or row.undoes in self._money_ids:
            self._money_ids.add(row.id)
        subject = "money" if row.id in self._money_ids else "night"
        undoes = seqs.get(row.undoes)
        seqs[row.id] = self._add(row, at, subject, row.night_id, row.data, key=row.key, undoes=undoes)

    def add_player_step(self, row: Any, at: datetime) -> None:
        """Add the event of a row of ``player_step``."""
        seq = self._add(row, at, "player", row.person_id, row.data)
        self.names_mark = self.names_mark if row.kind in ("hidden", "shown") else seq

    def add_house(self, row: Any, at: datetime) -> None:
        """Add the event of a row of ``house_version``."""
        data = {**{name: getattr(row, name) for name in HOUSE_FIELDS}, "holds_from": row.holds_from.isoformat()}
        self.seqs["house"][row.id] = self._add(row, at, "house", None, data, key=row.key, kind="proposed")

    def add_house_step(self, row: Any, at: datetime) -> None:
        """Add the event of a row of ``house_step``."""
        self._add(row, at, "house", self.seqs["house"][row.version_id], {"names": row.names, "reason": row.reason})

    def add_ruling(self, row: Any, at: datetime) -> None:
        """Add the event of a row of ``ruling``."""
        data = {name: getattr(row, name) for name in RULING_FIELDS if name != "facts" or row.facts is not None}
        self.seqs["ruling"][row.id] = self._add(row, at, "ruling", None, data, key=row.key, kind="recorded")

    def add_ruling_step(self, row: Any, at: datetime) -> None:
        """Add the event of a withdrawal, or store the ruling in the event of the house rules that were made of it."""
        seq = self.seqs["ruling"][row.ruling_id]
        if row.kind == "withdrawn":
            self._add(row, at, "ruling", seq, {"reason": row.reason})
        else:
            self.events[self.seqs["house"][row.version_id] - 1]["data"]["ruling"] = seq


def _split_events(tables: ReflectedTables) -> dict[tuple[int, int], int]:
    """Insert events into the old tables; return, by club and ``seq``, the id of its row, or the revision of an edit."""
    numbers: dict[tuple[int, int], int] = {}
    promoted = []
    revisions: dict[int, int] = {}
    for event in tables.rows("event"):
        by = {"at": event.at, "device_id": event.device_id}
        values = {**by, **{name: getattr(event, name) for name in ("club_id", "player_id", "client_id")}}
        data = event.data
        about, undoes = (numbers.get((event.club_id, one)) for one in (event.subject_id, event.undoes))
        if event.subject == "play":
            number = revisions[event.subject_id] = revisions.get(event.subject_id, 0) + 1
            del values["club_id"]
            made = {"play_id": event.subject_id, "revision": number, "kind": event.kind, "undoes": undoes}
            tables.insert_one("edit", **made, **values, **data)
        elif event.subject == "player":
            number = tables.insert_one("player_step", **values, kind=event.kind, data=data, person_id=event.subject_id)
        elif event.subject in ("night", "money"):
            made = {"key": event.key, "kind": event.kind, "data": data, "night_id": event.subject_id, "undoes": undoes}
            number = tables.insert_one("night_step", **values, **made)
        elif event.kind == "proposed":
            made = {name: data[name] for name in HOUSE_FIELDS}
            made |= {name: getattr(event, name) for name in ("club_id", "device_id", "client_id", "key")}
            made |= {"holds_from": date.fromisoformat(data["holds_from"]), "proposed_at": event.at}
            number = tables.insert_one("house_version", **made)
            if "ruling" in data:
                promoted.append((event, number))
        elif event.kind == "recorded":
            number = tables.insert_one(
                "ruling", **values, key=event.key, **{name: data.get(name) for name in RULING_FIELDS}
            )
        elif event.subject == "house":
            number = tables.insert_one("house_step", **by, version_id=about, kind=event.kind, **data)
        else:
            made = {"player_id": event.player_id, "ruling_id": about, "kind": event.kind, "reason": data["reason"]}
            number = tables.insert_one("ruling_step", **by, **made)
        numbers[event.club_id, event.seq] = number
    for event, number in promoted:
        by = {"at": event.at, "device_id": event.device_id}
        ruling = numbers[event.club_id, event.data["ruling"]]
        tables.insert_one("ruling_step", **by, ruling_id=ruling, kind="promoted", reason="", version_id=number)
    return numbers
