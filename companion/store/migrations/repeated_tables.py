"""Tables of earlier versions that more than one migration creates: one when it is applied, another when reverted."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.shared import JSON, columns, reference


def create_edits(*more: sa.schema.SchemaItem) -> None:
    """Create the table of the edits of plays."""
    op.create_table(
        "edit",
        sa.Column("id", sa.Integer(), primary_key=True),
        reference("play"),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        *columns("slot undoes", sa.Integer(), nullable=True),
        *columns("entry seats", JSON, nullable=True),
        sa.Column("ended", sa.Boolean(), nullable=True),
        reference("device", nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        sa.UniqueConstraint("play_id", "client_id"),
        sa.UniqueConstraint("play_id", "revision"),
        *more,
    )


def create_hands() -> None:
    """Create the table of cards, which later went into drafts and edits."""
    op.create_table(
        "hand",
        reference("play", primary_key=True),
        sa.Column("slot", sa.Integer(), primary_key=True),
        sa.Column("data", JSON, nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        reference("device", nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
    )


def create_house_versions(day: sa.types.TypeEngine[Any], *more: sa.schema.SchemaItem) -> None:
    """Create the table of house rules. ``day``: the type of the day from which they apply."""
    op.create_table(
        "house_version",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("key", sa.String(length=24), nullable=False, unique=True),
        reference("club"),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        *columns("options amendments", JSON),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("holds_from", day, nullable=False),
        sa.Column("source", sa.String(length=100), nullable=False),
        sa.Column("proposed_at", sa.DateTime(), nullable=False),
        reference("device", nullable=True),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        sa.UniqueConstraint("club_id", "client_id"),
        sa.UniqueConstraint("club_id", "game", "number"),
        *more,
    )


def create_house_steps(*more: sa.schema.SchemaItem) -> None:
    """Create the table of agreements to house rules and their withdrawals."""
    op.create_table(
        "house_step",
        sa.Column("id", sa.Integer(), primary_key=True),
        reference("house_version", "version_id"),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("names", JSON, nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        reference("device", nullable=True),
        sa.UniqueConstraint("version_id", "kind"),
        *more,
    )


def create_rulings(*more: sa.schema.SchemaItem) -> None:
    """Create the table of rulings."""
    op.create_table(
        "ruling",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("key", sa.String(length=24), nullable=False, unique=True),
        reference("club"),
        *columns("game situation", sa.String(length=60)),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(length=300), nullable=False),
        sa.Column("decision", sa.String(length=1000), nullable=False),
        sa.Column("basis", sa.String(length=10), nullable=False),
        *columns("told rules agreed_by", JSON),
        sa.Column("facts", JSON, nullable=True),
        reference("play", nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        reference("device", nullable=True),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        sa.UniqueConstraint("club_id", "client_id"),
        sa.UniqueConstraint("club_id", "number"),
        *more,
    )


def create_ruling_steps(*more: sa.schema.SchemaItem) -> None:
    """Create the table of what became of rulings."""
    op.create_table(
        "ruling_step",
        sa.Column("id", sa.Integer(), primary_key=True),
        reference("ruling"),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        reference("house_version", "version_id", nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        reference("device", nullable=True),
        *more,
    )


def guard_withdrawals() -> None:
    """Let a ruling be withdrawn only once."""
    withdrawn = sa.text("kind = 'withdrawn'")
    op.create_index(
        "uq_ruling_step_withdrawn", "ruling_step", ["ruling_id"], unique=True, sqlite_where=withdrawn,
        postgresql_where=withdrawn,
    )  # fmt: skip


def create_night_steps() -> None:
    """Create the table of what was written about nights and their money."""
    op.create_table(
        "night_step",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("key", sa.String(length=24), nullable=False, unique=True),
        reference("club"),
        reference("night", nullable=True, index=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("data", JSON, nullable=False),
        reference("night_step", "undoes", nullable=True),
        *author_columns(),
        sa.CheckConstraint("kind IN ('told', 'paid', 'carried', 'kitty', 'back')", name=op.f("ck_night_step_kind")),
        sa.UniqueConstraint("club_id", "client_id"),
    )


def create_player_steps() -> None:
    """Create the table of changes of people."""
    kinds = "kind IN ('named', 'merged', 'parted', 'hidden', 'shown')"
    op.create_table(
        "player_step",
        sa.Column("id", sa.Integer(), primary_key=True),
        reference("club"),
        reference("player", "person_id", index=True),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("data", JSON, nullable=False),
        *author_columns(),
        sa.CheckConstraint(kinds, name=op.f("ck_player_step_kind")),
        sa.UniqueConstraint("club_id", "client_id"),
    )


def author_columns() -> tuple[sa.Column[Any], ...]:
    """Return the columns that record who wrote a row, and when."""
    return (
        sa.Column("at", sa.DateTime(), nullable=False),
        reference("device", nullable=True),
        reference("player", nullable=True),
        sa.Column("client_id", sa.String(length=40), nullable=False),
    )
