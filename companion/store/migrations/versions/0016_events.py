"""one log of a club for what is said of plays, nights, money, people, house rules and rulings

Revision ID: 0016
Revises: 0015
"""

import heapq
import secrets
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.repeated_tables import (
    AUTHOR,
    create_edits,
    create_house_steps,
    create_house_versions,
    create_night_steps,
    create_player_steps,
    create_ruling_steps,
    create_rulings,
    guard_withdrawals,
)
from companion.store.migrations.shared import (
    Tables,
    add_columns,
    add_reference,
    check,
    columns,
    create_partial_index,
    create_table,
    drop_reference,
    guard,
    unguard,
)

revision = "0016"
down_revision = "0015"

MONEY = ("paid", "carried", "kitty")
EARLIER_LOGS = ("edit", "night_step", "player_step", "house_step", "ruling_step", "house_version", "ruling")
"""The tables that were logs of their own."""

OF_HOUSE_RULES = ("game", "number", "options", "rules_version", "amendments", "note", "source")
OF_RULINGS = (
    "game", "number", "situation", "question", "facts", "told", "decision", "rules", "basis", "agreed_by", "play_id",
    "slot",
)  # fmt: skip
OF_EDITS = ("slot", "entry", "cards", "note", "ended", "seats", "about", "rules_version", "outcome")
KINDS_OF_EDITS = (
    "start", "round", "correct", "remove", "end", "reopen", "seats", "note", "undo", "redo", "about", "totals",
)  # fmt: skip


def upgrade() -> None:
    add_columns("club", "names_mark int ='0'")
    create_table(
        "event",
        "id int key, key 24 unique, club_id club, seq int, subject 10, subject_id int null, kind 10, data json,"
        f"undoes int null, {AUTHOR}",
        check("event", "subject", "play", "night", "money", "player", "house", "ruling"),
        sa.UniqueConstraint("club_id", "seq"),
    )
    op.create_index("ix_event_club_id_subject_subject_id_seq", "event", ["club_id", "subject", "subject_id", "seq"])
    for column, where in (("club_id", "subject <> 'play'"), ("subject_id", "subject = 'play'")):
        create_partial_index(f"uq_event_{column}_client_id", "event", [column, "client_id"], where)
    tables = Tables("event", "club", "play", *EARLIER_LOGS)
    places: dict[int, int] = {}
    for club in tables.rows("club"):
        places |= _bring_over(tables, club.id)
    guard("event")
    _let_plays_name(lambda play: places[play.house_id], is_key=False)
    for name in EARLIER_LOGS:
        unguard(name)
        op.drop_table(name)


def downgrade() -> None:
    create_night_steps()
    create_player_steps()
    create_house_versions("date", *columns("rules_version int ='1'"))
    create_house_steps(check("house_step", "kind", "agreed", "withdrawn"))
    create_rulings("slot", check("ruling", "basis", "", "book", "house", "open"))
    op.create_index("ix_ruling_play_id", "ruling", ["play_id"])
    create_ruling_steps(check("ruling_step", "kind", "withdrawn", "promoted"))
    op.create_index("ix_ruling_step_ruling_id", "ruling_step", ["ruling_id"])
    guard_withdrawals()
    create_edits(
        *columns("rules_version int ='1', cards json null, note json null, about json null, outcome json null"),
        check("edit", "kind", *KINDS_OF_EDITS),
    )
    for name in ("ruling", "ruling_step", "edit"):
        add_reference(name, "player_id", "player")
    rows = _take_apart(Tables("event", *EARLIER_LOGS))
    _let_plays_name(lambda play: rows[play.club_id, play.house_id], is_key=True)
    for name in EARLIER_LOGS:
        guard(name)
    unguard("event")
    op.drop_table("event")
    op.drop_column("club", "names_mark")


def _bring_over(tables: Tables, club: int) -> dict[int, int]:
    """Put the logs of a club into one: each in its order, all of them by their time.

    Gives the places of its house rules, by the numbers of their rows.
    """
    houses, rulings = (tables.rows(name, club_id=club) for name in ("house_version", "ruling"))
    edits = [row for play in tables.rows("play", club_id=club) for row in tables.rows("edit", play_id=play.id)]
    logs = (
        [("play", row.at, row) for row in sorted(edits, key=lambda row: row.id)],
        [("night", row.at, row) for row in tables.rows("night_step", club_id=club)],
        [("player", row.at, row) for row in tables.rows("player_step", club_id=club)],
        _with_steps("house", houses, tables.rows("house_step", version_id=[row.id for row in houses])),
        _with_steps("ruling", rulings, tables.rows("ruling_step", ruling_id=[row.id for row in rulings])),
    )
    log = _Log(club)
    for subject, at, row in heapq.merge(*logs, key=lambda one: one[1]):
        getattr(log, f"add_{subject}")(row, at)
    tables.insert("event", *log.events)
    tables.update("club", {"id": club}, names_mark=log.named)
    return log.places["house"]


def _let_plays_name(house_of: Callable[[Any], int], *, is_key: bool) -> None:
    """Let plays name their house rules by another number. ``is_key``: it is that of a row."""
    found = {play.id: house_of(play) for play in Tables("play").rows("play") if play.house_id is not None}
    if is_key:
        op.drop_column("play", "house_id")
        add_reference("play", "house_id", "house_version")
    else:
        drop_reference("play", "house_id", "house_version")
        add_columns("play", "house_id int null")
    tables = Tables("play")
    for play, house in found.items():
        tables.update("play", {"id": play}, house_id=house)


def _with_steps(subject: str, begun: Sequence[Any], steps: Sequence[Any]) -> list[tuple[str, datetime, Any]]:
    """House rules or rulings with what became of them, by their time; nothing becomes of what is not there yet."""
    first = [(subject, getattr(row, "at", None) or row.proposed_at, row) for row in begun]
    return list(heapq.merge(first, [(f"{subject}_step", row.at, row) for row in steps], key=lambda one: one[1]))


class _Log:
    """The events of a club, as they are put together."""

    def __init__(self, club: int) -> None:
        self.events: list[dict[str, Any]] = []
        self.named = 0
        self.places: dict[str, dict[Any, int]] = {"play": {}, "night": {}, "house": {}, "ruling": {}}
        """By log, the place of a row among the events; of an edit, by its play and revision."""

        self._club = club
        self._money: set[int] = set()
        self._taps: set[str] = set()

    def _add(self, row: Any, at: datetime, subject: str, subject_id: int | None, data: Any, **more: Any) -> int:
        seq = len(self.events) + 1
        key = more.get("key") or secrets.token_urlsafe(9)
        tap = getattr(row, "client_id", key)
        if subject != "play":
            tap = f"{seq}~{tap}"[:40] if tap in self._taps else tap
            self._taps.add(tap)
        self.events.append({
            "club_id": self._club, "seq": seq, "key": key, "subject": subject, "subject_id": subject_id, "at": at,
            "kind": more.get("kind") or row.kind, "data": data, "undoes": more.get("undoes"), "client_id": tap,
            "device_id": row.device_id, "player_id": getattr(row, "player_id", None),
        })  # fmt: skip
        return seq

    def add_play(self, row: Any, at: datetime) -> None:
        data = {name: getattr(row, name) for name in OF_EDITS if getattr(row, name) is not None}
        places, undoes = self.places["play"], (row.play_id, row.undoes)
        seq = self._add(row, at, "play", row.play_id, data, undoes=places[undoes] if row.undoes else None)
        places[row.play_id, row.revision] = seq

    def add_night(self, row: Any, at: datetime) -> None:
        places = self.places["night"]
        if row.kind in MONEY or row.undoes in self._money:
            self._money.add(row.id)
        subject = "money" if row.id in self._money else "night"
        undoes = places.get(row.undoes)
        places[row.id] = self._add(row, at, subject, row.night_id, row.data, key=row.key, undoes=undoes)

    def add_player(self, row: Any, at: datetime) -> None:
        seq = self._add(row, at, "player", row.person_id, row.data)
        self.named = self.named if row.kind in ("hidden", "shown") else seq

    def add_house(self, row: Any, at: datetime) -> None:
        data = {**{name: getattr(row, name) for name in OF_HOUSE_RULES}, "holds_from": row.holds_from.isoformat()}
        self.places["house"][row.id] = self._add(row, at, "house", None, data, key=row.key, kind="proposed")

    def add_house_step(self, row: Any, at: datetime) -> None:
        self._add(row, at, "house", self.places["house"][row.version_id], {"names": row.names, "reason": row.reason})

    def add_ruling(self, row: Any, at: datetime) -> None:
        data = {name: getattr(row, name) for name in OF_RULINGS}
        self.places["ruling"][row.id] = self._add(row, at, "ruling", None, data, key=row.key, kind="recorded")

    def add_ruling_step(self, row: Any, at: datetime) -> None:
        seq = self.places["ruling"][row.ruling_id]
        if row.kind == "withdrawn":
            self._add(row, at, "ruling", seq, {"reason": row.reason})
        else:
            self.events[self.places["house"][row.version_id] - 1]["data"]["ruling"] = seq


def _take_apart(tables: Tables) -> dict[tuple[int, int], int]:
    """Put the events back into the logs that they came from; gives the row of each, by club and place."""
    rows: dict[tuple[int, int], int] = {}
    promoted = []
    revisions: dict[int, int] = {}
    for event in tables.rows("event"):
        by = {"at": event.at, "device_id": event.device_id}
        values = {**by, **{name: getattr(event, name) for name in ("club_id", "player_id", "client_id")}}
        data, about, undoes = event.data, *(rows.get((event.club_id, one)) for one in (event.subject_id, event.undoes))
        if event.subject == "play":
            number = revisions[event.subject_id] = revisions.get(event.subject_id, 0) + 1
            del values["club_id"]
            made = {"play_id": event.subject_id, "revision": number, "kind": event.kind, "undoes": undoes}
            tables.add("edit", **made, **values, **data)
        elif event.subject == "player":
            number = tables.add("player_step", **values, kind=event.kind, data=data, person_id=event.subject_id)
        elif event.subject in ("night", "money"):
            made = {"key": event.key, "kind": event.kind, "data": data, "night_id": event.subject_id, "undoes": undoes}
            number = tables.add("night_step", **values, **made)
        elif event.kind == "proposed":
            made = {name: data[name] for name in OF_HOUSE_RULES}
            made |= {name: getattr(event, name) for name in ("club_id", "device_id", "client_id", "key")}
            made |= {"holds_from": date.fromisoformat(data["holds_from"]), "proposed_at": event.at}
            number = tables.add("house_version", **made)
            if "ruling" in data:
                promoted.append((event, number))
        elif event.kind == "recorded":
            number = tables.add("ruling", **values, key=event.key, **{name: data[name] for name in OF_RULINGS})
        elif event.subject == "house":
            number = tables.add("house_step", **by, version_id=about, kind=event.kind, **data)
        else:
            made = {"player_id": event.player_id, "ruling_id": about, "kind": event.kind, "reason": data["reason"]}
            number = tables.add("ruling_step", **by, **made)
        rows[event.club_id, event.seq] = number
    for event, number in promoted:
        by = {"at": event.at, "device_id": event.device_id}
        ruling = rows[event.club_id, event.data["ruling"]]
        tables.add("ruling_step", **by, ruling_id=ruling, kind="promoted", reason="", version_id=number)
    return rows
