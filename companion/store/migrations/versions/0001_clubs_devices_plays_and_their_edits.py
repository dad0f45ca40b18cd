"""clubs, devices, plays and their edits

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.repeated_tables import create_edits
from companion.store.migrations.shared import JSON, columns, reference

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("key", sa.String(length=24), nullable=False, unique=True),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("code_generation", sa.Integer(), nullable=False),
        sa.Column("recovery_generation", sa.Integer(), nullable=False),
        sa.Column("scorer_code_hash", sa.String(length=64), nullable=False, unique=True),
        sa.Column("viewer_code_hash", sa.String(length=64), nullable=False, unique=True),
        sa.Column("recovery_hash", sa.String(length=64), nullable=False, unique=True),
    )
    op.create_table(
        "device",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("token_hash", sa.String(length=64), nullable=False, unique=True),
        sa.Column("label", sa.String(length=40), nullable=False),
        *columns("created_at seen_at", sa.DateTime()),
    )
    op.create_table(
        "membership",
        sa.Column("id", sa.Integer(), primary_key=True),
        reference("club"),
        reference("device", index=True),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("joined_at", sa.DateTime(), nullable=False),
        sa.Column("revoked_at", sa.DateTime(), nullable=True),
        sa.UniqueConstraint("club_id", "device_id"),
    )
    op.create_table(
        "play",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("key", sa.String(length=24), nullable=False, unique=True),
        reference("club"),
        *columns("game title", sa.String(length=60)),
        *columns("options sides", JSON),
        sa.Column("dealer", sa.String(length=40), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("stake", JSON, nullable=True),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        reference("play", "parent_id", nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        *columns("totals winners players", JSON),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.DateTime(), nullable=False),
        sa.UniqueConstraint("club_id", "client_id"),
    )
    op.create_index("ix_play_club_id_last_at", "play", ["club_id", "last_at"])
    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), primary_key=True),
        reference("club"),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("name_key", sa.String(length=120), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.UniqueConstraint("club_id", "name_key"),
    )
    op.create_table(
        "draft",
        reference("play", primary_key=True),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("data", JSON, nullable=False),
        sa.Column("locked", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        reference("device", nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
    )
    create_edits()


def downgrade() -> None:
    for table in ("edit", "draft", "player", "play", "membership", "device", "club"):
        op.drop_table(table)
