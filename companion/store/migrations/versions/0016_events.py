"""one log of a club for what is said of nights, of money and of people

Revision ID: 0016
Revises: 0015
"""

import heapq
import secrets
from collections.abc import Iterable
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
        sa.CheckConstraint("subject IN ('night', 'money', 'player')", name=op.f("ck_event_subject")),
        sa.UniqueConstraint("key", name=op.f("uq_event_key")),
        sa.UniqueConstraint("club_id", "seq", name=op.f("uq_event_club_id_seq")),
    )
    op.create_index("ix_event_club_id_subject_subject_id", "event", ["club_id", "subject", "subject_id"])
    bind = op.get_bind()
    for club in bind.scalars(sa.select(CLUB.c.id)).all():
        _bring_over(bind, club)
    _guard("event")
    for table in ("night_step", "player_step"):
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
        sa.CheckConstraint(
            "kind IN ('named', 'merged', 'parted', 'hidden', 'shown')", name=op.f("ck_player_step_kind")
        ),
        sa.ForeignKeyConstraint(["person_id"], ["player.id"], name=op.f("fk_player_step_person_id_player")),
    )
    op.create_index("ix_player_step_person_id", "player_step", ["person_id"])
    _take_apart(op.get_bind())
    for table in ("night_step", "player_step"):
        _guard(table)
    _unguard("event")
    op.drop_table("event")
    op.drop_column("club", "names_mark")


def _writer(table: str) -> tuple[Any, ...]:
    """What all logs have in common: who wrote something, when, and that the same is not written twice."""
    return (
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f(f"fk_{table}_club_id_club")),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f(f"fk_{table}_device_id_device")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f(f"fk_{table}_player_id_player")),
        sa.PrimaryKeyConstraint("id", name=op.f(f"pk_{table}")),
        sa.UniqueConstraint("club_id", "client_id", name=op.f(f"uq_{table}_club_id_client_id")),
    )


def _bring_over(bind: sa.Connection, club: int) -> None:
    """Put the steps of a club into one log: those of each kind in their order, all of them by their time."""
    nights = _rows(bind, NIGHT_STEP, club)
    people = _rows(bind, PLAYER_STEP, club)
    places: dict[int, int] = {}
    money: set[int] = set()
    taps: set[str] = set()
    named = 0
    events = []
    for seq, step in enumerate(heapq.merge(nights, people, key=lambda one: one.at), start=1):
        values = {name: getattr(step, name) for name in ("club_id", "kind", "data", *WRITER)}
        if values["client_id"] in taps:
            values["client_id"] = f"{seq}~{step.client_id}"[:40]
        taps.add(values["client_id"])
        if hasattr(step, "person_id"):
            named = named if step.kind in ("hidden", "shown") else seq
            about = {"key": secrets.token_urlsafe(9), "subject": "player", "subject_id": step.person_id, "undoes": None}
        else:
            places[step.id] = seq
            if step.kind in MONEY or step.undoes in money:
                money.add(step.id)
            subject = "money" if step.id in money else "night"
            undoes = places.get(step.undoes)
            about = {"key": step.key, "subject": subject, "subject_id": step.night_id, "undoes": undoes}
        events.append({**values, **about, "seq": seq})
    if events:
        bind.execute(sa.insert(EVENT), events)
    if named:
        bind.execute(sa.update(CLUB).where(CLUB.c.id == club).values(names_mark=named))


def _rows(bind: sa.Connection, table: sa.TableClause, club: int) -> Iterable[Any]:
    return bind.execute(sa.select(table).where(table.c.club_id == club).order_by(table.c.id)).all()


def _take_apart(bind: sa.Connection) -> None:
    """Put the events back into steps of nights and steps of people."""
    rows: dict[tuple[int, int], int] = {}
    for event in bind.execute(sa.select(EVENT).order_by(EVENT.c.id)).all():
        values = {name: getattr(event, name) for name in ("club_id", "kind", "data", *WRITER)}
        if event.subject == "player":
            bind.execute(sa.insert(PLAYER_STEP).values(**values, person_id=event.subject_id))
            continue
        undoes = rows.get((event.club_id, event.undoes or 0))
        step = sa.insert(NIGHT_STEP).values(**values, key=event.key, night_id=event.subject_id, undoes=undoes)
        rows[event.club_id, event.seq] = bind.execute(step.returning(NIGHT_STEP.c.id)).scalar_one()


# The law of what is only added to.


def _guard(table: str) -> None:
    """Let nobody change or take away a row of a table, but while an erasure in its club is under way."""
    erasing = "EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = OLD.club_id)"
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
