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

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True)
LAW = "what was written down is never changed"
MONEY = ("paid", "carried", "kitty")
WRITER = ("at", "device_id", "player_id", "client_id")


def _columns(table: str, numbers: str, texts: str) -> sa.TableClause:
    return sa.table(
        table,
        *(sa.column(name, sa.Integer) for name in ("id", "club_id", "device_id", "player_id", *numbers.split())),
        *(sa.column(name, sa.String) for name in ("kind", "client_id", *texts.split())),
        sa.column("at", sa.DateTime),
        sa.column("data", JSON),
    )


EVENT = _columns("event", "seq subject_id undoes", "key subject")
HOUSE_VERSION = sa.table(
    "house_version",
    *(sa.column(name, sa.Integer) for name in ("id", "club_id", "number", "rules_version", "device_id")),
    *(sa.column(name, sa.String) for name in ("key", "game", "note", "source", "client_id")),
    *(sa.column(name, JSON) for name in ("options", "amendments")),
    sa.column("holds_from", sa.Date), sa.column("proposed_at", sa.DateTime),
)  # fmt: skip
HOUSE_STEP = sa.table(
    "house_step", *(sa.column(name, sa.Integer) for name in ("id", "version_id", "device_id")),
    *(sa.column(name, sa.String) for name in ("kind", "reason")), sa.column("names", JSON),
    sa.column("at", sa.DateTime),
)  # fmt: skip
RULING = sa.table(
    "ruling",
    *(sa.column(name, sa.Integer) for name in ("id", "club_id", "number", "play_id", "slot", "device_id", "player_id")),
    *(sa.column(name, sa.String) for name in ("key", "game", "situation", "question", "decision", "basis")),
    sa.column("client_id", sa.String),
    *(sa.column(name, JSON) for name in ("facts", "told", "rules", "agreed_by")), sa.column("at", sa.DateTime),
)  # fmt: skip
RULING_STEP = sa.table(
    "ruling_step",
    *(sa.column(name, sa.Integer) for name in ("id", "ruling_id", "version_id", "device_id", "player_id")),
    *(sa.column(name, sa.String) for name in ("kind", "reason")), sa.column("at", sa.DateTime),
)  # fmt: skip
OF_HOUSE_RULES = ("game", "number", "options", "rules_version", "amendments", "note", "source")
OF_RULINGS = (
    "game", "number", "situation", "question", "facts", "told", "decision", "rules", "basis", "agreed_by", "play_id",
    "slot",
)  # fmt: skip
EDIT = sa.table(
    "edit",
    *(sa.column(name, sa.Integer) for name in ("id", "play_id", "revision", "slot", "undoes", "rules_version")),
    *(sa.column(name, sa.Integer) for name in ("device_id", "player_id")),
    *(sa.column(name, sa.String) for name in ("kind", "client_id")), sa.column("ended", sa.Boolean),
    *(sa.column(name, JSON) for name in ("entry", "cards", "note", "seats", "about", "outcome")),
    sa.column("at", sa.DateTime),
)  # fmt: skip
OF_EDITS = ("slot", "entry", "cards", "note", "ended", "seats", "about", "rules_version", "outcome")
KINDS_OF_EDITS = (
    "kind IN ('start', 'round', 'correct', 'remove', 'end', 'reopen', 'seats', 'note', 'undo', 'redo', 'about',"
    " 'totals')"
)
CLUB_OF = {
    "edit": "(SELECT club_id FROM play WHERE play.id = OLD.play_id)",
    "night_step": "OLD.club_id",
    "player_step": "OLD.club_id",
    "house_step": "(SELECT club_id FROM house_version WHERE house_version.id = OLD.version_id)",
    "ruling_step": "(SELECT club_id FROM ruling WHERE ruling.id = OLD.ruling_id)",
    "house_version": "OLD.club_id",
    "ruling": "OLD.club_id",
}
"""The tables that were logs of their own, with the club that a row of each belongs to."""

PLAY = sa.table("play", *(sa.column(name, sa.Integer) for name in ("id", "club_id", "house_id")))
NIGHT_STEP = _columns("night_step", "night_id undoes", "key")
PLAYER_STEP = _columns("player_step", "person_id", "")
CLUB = sa.table("club", sa.column("id", sa.Integer), sa.column("names_mark", sa.Integer))


def upgrade() -> None:
    op.add_column("club", sa.Column("names_mark", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "event",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=24), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("subject", sa.String(length=10), nullable=False),
        sa.Column("subject_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("data", JSON, nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        *_writer("event"),
        sa.CheckConstraint(
            "subject IN ('play', 'night', 'money', 'player', 'house', 'ruling')", name=op.f("ck_event_subject")
        ),
        sa.UniqueConstraint("key", name=op.f("uq_event_key")),
        sa.UniqueConstraint("club_id", "seq", name=op.f("uq_event_club_id_seq")),
    )
    op.create_index("ix_event_club_id_subject_subject_id_seq", "event", ["club_id", "subject", "subject_id", "seq"])
    for column, which in (("club_id", "subject <> 'play'"), ("subject_id", "subject = 'play'")):
        where = sa.text(which)
        op.create_index(
            f"uq_event_{column}_client_id", "event", [column, "client_id"], unique=True, sqlite_where=where,
            postgresql_where=where,
        )  # fmt: skip
    bind = op.get_bind()
    places: dict[int, int] = {}
    for club in bind.scalars(sa.select(CLUB.c.id)).all():
        places |= _bring_over(bind, club)
    _guard("event", "OLD.club_id")
    _let_plays_name(lambda play: places[play.house_id], is_key=False)
    for table in CLUB_OF:
        _unguard(table)
        op.drop_table(table)


def downgrade() -> None:
    op.create_table(
        "night_step",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=24), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("night_id", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("data", JSON, nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        *_writer("night_step"),
        _once("night_step"),
        sa.CheckConstraint("kind IN ('told', 'paid', 'carried', 'kitty', 'back')", name=op.f("ck_night_step_kind")),
        sa.ForeignKeyConstraint(["night_id"], ["night.id"], name=op.f("fk_night_step_night_id_night")),
        sa.ForeignKeyConstraint(["undoes"], ["night_step.id"], name=op.f("fk_night_step_undoes_night_step")),
        sa.UniqueConstraint("key", name=op.f("uq_night_step_key")),
    )
    op.create_index("ix_night_step_night_id", "night_step", ["night_id"])
    op.create_table(
        "player_step",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("person_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("data", JSON, nullable=False),
        *_writer("player_step"),
        _once("player_step"),
        sa.CheckConstraint(
            "kind IN ('named', 'merged', 'parted', 'hidden', 'shown')", name=op.f("ck_player_step_kind")
        ),
        sa.ForeignKeyConstraint(["person_id"], ["player.id"], name=op.f("fk_player_step_person_id_player")),
    )
    op.create_index("ix_player_step_person_id", "player_step", ["person_id"])
    _make_house_rules_and_rulings()
    _make_edits()
    rows = _take_apart(op.get_bind())
    _let_plays_name(lambda play: rows[play.club_id, play.house_id], is_key=True)
    for table, club in CLUB_OF.items():
        _guard(table, club)
    _unguard("event")
    op.drop_table("event")
    op.drop_column("club", "names_mark")


def _make_house_rules_and_rulings() -> None:
    op.create_table(
        "house_version",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=24), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("options", JSON, nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False, server_default="1"),
        sa.Column("amendments", JSON, nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("holds_from", sa.Date(), nullable=False),
        sa.Column("source", sa.String(length=100), nullable=False),
        sa.Column("proposed_at", sa.DateTime(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        *_keys("house_version", "club", "device"),
        sa.UniqueConstraint("key", name=op.f("uq_house_version_key")),
        sa.UniqueConstraint("club_id", "client_id", name=op.f("uq_house_version_club_id_client_id")),
        sa.UniqueConstraint("club_id", "game", "number", name=op.f("uq_house_version_club_id_game_number")),
    )
    op.create_table(
        "house_step",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("names", JSON, nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("kind IN ('agreed', 'withdrawn')", name=op.f("ck_house_step_kind")),
        *_keys("house_step", "device"),
        sa.ForeignKeyConstraint(
            ["version_id"], ["house_version.id"], name=op.f("fk_house_step_version_id_house_version")
        ),
        sa.UniqueConstraint("version_id", "kind", name=op.f("uq_house_step_version_id_kind")),
    )
    op.create_table(
        "ruling",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=24), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("situation", sa.String(length=60), nullable=False),
        sa.Column("question", sa.String(length=300), nullable=False),
        sa.Column("facts", JSON, nullable=True),
        sa.Column("told", JSON, nullable=False),
        sa.Column("decision", sa.String(length=1000), nullable=False),
        sa.Column("rules", JSON, nullable=False),
        sa.Column("basis", sa.String(length=10), nullable=False),
        sa.Column("agreed_by", JSON, nullable=False),
        sa.Column("play_id", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=True),
        sa.CheckConstraint("basis IN ('', 'book', 'house', 'open')", name=op.f("ck_ruling_basis")),
        *_keys("ruling", "club", "play", "device"),
        sa.UniqueConstraint("key", name=op.f("uq_ruling_key")),
        sa.UniqueConstraint("club_id", "client_id", name=op.f("uq_ruling_club_id_client_id")),
        sa.UniqueConstraint("club_id", "number", name=op.f("uq_ruling_club_id_number")),
    )
    _add_player("ruling")
    op.create_index("ix_ruling_play_id", "ruling", ["play_id"])
    op.create_table(
        "ruling_step",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ruling_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.CheckConstraint("kind IN ('withdrawn', 'promoted')", name=op.f("ck_ruling_step_kind")),
        *_keys("ruling_step", "ruling", "device"),
        sa.ForeignKeyConstraint(
            ["version_id"], ["house_version.id"], name=op.f("fk_ruling_step_version_id_house_version")
        ),
    )
    _add_player("ruling_step")
    op.create_index("ix_ruling_step_ruling_id", "ruling_step", ["ruling_id"])
    withdrawn = sa.text("kind = 'withdrawn'")
    op.create_index(
        "uq_ruling_step_withdrawn", "ruling_step", ["ruling_id"], unique=True, sqlite_where=withdrawn,
        postgresql_where=withdrawn,
    )  # fmt: skip


def _make_edits() -> None:
    op.create_table(
        "edit",
        *(sa.Column(name, sa.Integer(), nullable=False) for name in ("id", "play_id", "revision")),
        sa.Column("kind", sa.String(length=10), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=True) for name in ("slot", "undoes", "device_id")),
        sa.Column("ended", sa.Boolean(), nullable=True),
        sa.Column("rules_version", sa.Integer(), nullable=False, server_default="1"),
        *(sa.Column(name, JSON, nullable=True) for name in ("entry", "cards", "note", "seats", "about", "outcome")),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        sa.CheckConstraint(KINDS_OF_EDITS, name=op.f("ck_edit_kind")),
        *_keys("edit", "play", "device"),
        sa.UniqueConstraint("play_id", "client_id", name=op.f("uq_edit_play_id_client_id")),
        sa.UniqueConstraint("play_id", "revision", name=op.f("uq_edit_play_id_revision")),
    )
    _add_player("edit")


def _add_player(table: str) -> None:
    """Add the column of whose phone it was as an earlier migration did, which can take it away again."""
    name = op.f(f"fk_{table}_player_id_player")
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    key = [sa.ForeignKey("player.id", name=name)] if is_sqlite else []
    op.add_column(table, sa.Column("player_id", sa.Integer(), *key, nullable=True), inline_references=True)
    if not is_sqlite:
        op.create_foreign_key(name, table, "player", ["player_id"], ["id"])


def _keys(table: str, *others: str) -> tuple[sa.Constraint, ...]:
    """Return the number of a row, and the rows that it points at."""
    return (
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        *(
            sa.ForeignKeyConstraint([f"{other}_id"], [f"{other}.id"], name=op.f(f"fk_{table}_{other}_id_{other}"))
            for other in others
        ),
    )


def _writer(table: str) -> tuple[Any, ...]:
    """Return what all logs have in common: who wrote something, and when."""
    return (
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        *_keys(table, "club", "device", "player"),
    )


def _once(table: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint("club_id", "client_id", name=op.f(f"uq_{table}_club_id_client_id"))


def _bring_over(bind: sa.Connection, club: int) -> dict[int, int]:
    """Put the logs of a club into one: each in its order, all of them by their time.

    Gives the places of its house rules, by the numbers of their rows.
    """
    houses = _rows(bind, HOUSE_VERSION, HOUSE_VERSION.c.club_id == club)
    rulings = _rows(bind, RULING, RULING.c.club_id == club)
    plays = sa.select(PLAY.c.id).where(PLAY.c.club_id == club)
    logs = (
        [("play", row.at, row) for row in _rows(bind, EDIT, EDIT.c.play_id.in_(plays))],
        [("night", row.at, row) for row in _rows(bind, NIGHT_STEP, NIGHT_STEP.c.club_id == club)],
        [("player", row.at, row) for row in _rows(bind, PLAYER_STEP, PLAYER_STEP.c.club_id == club)],
        _with_steps("house", houses, _rows(bind, HOUSE_STEP, HOUSE_STEP.c.version_id.in_([row.id for row in houses]))),
        _with_steps(
            "ruling", rulings, _rows(bind, RULING_STEP, RULING_STEP.c.ruling_id.in_([row.id for row in rulings]))
        ),
    )
    log = _Log(club)
    for subject, at, row in heapq.merge(*logs, key=lambda one: one[1]):
        getattr(log, f"add_{subject}")(row, at)
    if log.events:
        bind.execute(sa.insert(EVENT), log.events)
    if log.named:
        bind.execute(sa.update(CLUB).where(CLUB.c.id == club).values(names_mark=log.named))
    return log.places["house"]


def _let_plays_name(house_of: Callable[[Any], int], *, is_key: bool) -> None:
    """Let plays name their house rules by another number. ``is_key``: it is that of a row."""
    bind, name = op.get_bind(), op.f("fk_play_house_id_house_version")
    found = {play.id: house_of(play) for play in _rows(bind, PLAY, PLAY.c.house_id.is_not(None))}
    is_sqlite = bind.dialect.name == "sqlite"
    if not is_key and not is_sqlite:
        op.drop_constraint(name, "play", type_="foreignkey")
    op.drop_column("play", "house_id")
    key = [sa.ForeignKey("house_version.id", name=name)] if is_key and is_sqlite else []
    op.add_column("play", sa.Column("house_id", sa.Integer(), *key, nullable=True), inline_references=True)
    for play, house in found.items():
        bind.execute(sa.update(PLAY).where(PLAY.c.id == play).values(house_id=house))
    if is_key and not is_sqlite:
        op.create_foreign_key(name, "play", "house_version", ["house_id"], ["id"])


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


def _rows(bind: sa.Connection, table: sa.TableClause, where: sa.ColumnElement[bool]) -> Sequence[Any]:
    return bind.execute(sa.select(table).where(where).order_by(table.c.id)).all()


def _take_apart(bind: sa.Connection) -> dict[tuple[int, int], int]:
    """Put the events back into the logs that they came from; gives the row of each, by club and place."""
    rows: dict[tuple[int, int], int] = {}
    promoted = []
    revisions: dict[int, int] = {}
    for event in bind.execute(sa.select(EVENT).order_by(EVENT.c.id)).all():
        by = {"at": event.at, "device_id": event.device_id}
        values = {**by, **{name: getattr(event, name) for name in ("club_id", "player_id", "client_id")}}
        data, about = event.data, rows.get((event.club_id, event.subject_id or 0))
        if event.subject == "play":
            revision = revisions[event.subject_id] = revisions.get(event.subject_id, 0) + 1
            rows[event.club_id, event.seq] = revision
            values = {name: value for name, value in values.items() if name != "club_id"}
            undoes = rows.get((event.club_id, event.undoes or 0))
            _insert(
                bind,
                EDIT,
                play_id=event.subject_id,
                revision=revision,
                kind=event.kind,
                undoes=undoes,
                **values,
                **data,
            )
            continue
        if event.subject == "player":
            _insert(bind, PLAYER_STEP, **values, kind=event.kind, data=data, person_id=event.subject_id)
            continue
        if event.subject in ("night", "money"):
            undoes = rows.get((event.club_id, event.undoes or 0))
            made = {"key": event.key, "kind": event.kind, "data": data, "night_id": event.subject_id, "undoes": undoes}
            number = _insert(bind, NIGHT_STEP, **values, **made)
        elif event.kind == "proposed":
            made = {name: data[name] for name in OF_HOUSE_RULES}
            made |= {"holds_from": date.fromisoformat(data["holds_from"]), "proposed_at": event.at, "key": event.key}
            made |= {name: values[name] for name in ("club_id", "device_id", "client_id")}
            number = _insert(bind, HOUSE_VERSION, **made)
            if "ruling" in data:
                promoted.append((event, number))
        elif event.kind == "recorded":
            number = _insert(bind, RULING, **values, key=event.key, **{name: data[name] for name in OF_RULINGS})
        elif event.subject == "house":
            number = _insert(bind, HOUSE_STEP, **by, version_id=about, kind=event.kind, **data)
        else:
            made = {"player_id": event.player_id, "ruling_id": about, "kind": event.kind, "reason": data["reason"]}
            number = _insert(bind, RULING_STEP, **by, **made)
        rows[event.club_id, event.seq] = number
    for event, number in promoted:
        by = {"at": event.at, "device_id": event.device_id}
        ruling = rows[event.club_id, event.data["ruling"]]
        _insert(bind, RULING_STEP, **by, ruling_id=ruling, kind="promoted", reason="", version_id=number)
    return rows


def _insert(bind: sa.Connection, table: sa.TableClause, **values: Any) -> int:
    return int(bind.execute(sa.insert(table).values(**values).returning(table.c.id)).scalar_one())


# The law of what is only added to.


def _guard(table: str, club: str) -> None:
    """Let nobody change or take away a row of a table, but while an erasure in its club is under way."""
    erasing = f"EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = {club})"
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} WHEN NOT {erasing}"
                f" BEGIN SELECT RAISE(ABORT, '{LAW}'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF NOT {erasing} THEN RAISE EXCEPTION '{LAW}'; END IF;"
        " IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_is_kept BEFORE UPDATE OR DELETE ON {table}"
        f" FOR EACH ROW EXECUTE FUNCTION {table}_is_kept()"
    )


def _unguard(table: str) -> None:
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("update", "delete"):
            op.execute(f"DROP TRIGGER {table}_no_{verb}")
        return
    op.execute(f"DROP TRIGGER {table}_is_kept ON {table}")
    op.execute(f"DROP FUNCTION {table}_is_kept()")
