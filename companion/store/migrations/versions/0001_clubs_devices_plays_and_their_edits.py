"""clubs, devices, plays and their edits

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "club",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=24), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("code_generation", sa.Integer(), nullable=False),
        sa.Column("recovery_generation", sa.Integer(), nullable=False),
        sa.Column("scorer_code_hash", sa.String(length=64), nullable=False),
        sa.Column("viewer_code_hash", sa.String(length=64), nullable=False),
        sa.Column("recovery_hash", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_club")),
        sa.UniqueConstraint("key", name=op.f("uq_club_key")),
        sa.UniqueConstraint("recovery_hash", name=op.f("uq_club_recovery_hash")),
        sa.UniqueConstraint("scorer_code_hash", name=op.f("uq_club_scorer_code_hash")),
        sa.UniqueConstraint("viewer_code_hash", name=op.f("uq_club_viewer_code_hash")),
    )
    op.create_table(
        "device",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("label", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.Column("seen_at", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_device")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_device_token_hash")),
    )
    op.create_table(
        "membership",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=10), nullable=False),
        sa.Column("joined_at", sa.DateTime(), nullable=False),
        sa.Column("revoked_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_membership_club_id_club")),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_membership_device_id_device")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_membership")),
        sa.UniqueConstraint("club_id", "device_id", name=op.f("uq_membership_club_id_device_id")),
    )
    with op.batch_alter_table("membership", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_membership_device_id"), ["device_id"], unique=False)

    op.create_table(
        "play",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=24), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("title", sa.String(length=60), nullable=False),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("sides", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("dealer", sa.String(length=40), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("stake", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("started_at", sa.DateTime(), nullable=False),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        sa.Column("parent_id", sa.Integer(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("totals", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("winners", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("players", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_play_club_id_club")),
        sa.ForeignKeyConstraint(["parent_id"], ["play.id"], name=op.f("fk_play_parent_id_play")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_play")),
        sa.UniqueConstraint("club_id", "client_id", name=op.f("uq_play_club_id_client_id")),
        sa.UniqueConstraint("key", name=op.f("uq_play_key")),
    )
    with op.batch_alter_table("play", schema=None) as batch_op:
        batch_op.create_index("ix_play_club_id_last_at", ["club_id", "last_at"], unique=False)

    op.create_table(
        "player",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("name_key", sa.String(length=120), nullable=False),
        sa.Column("created_at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_player_club_id_club")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("club_id", "name_key", name=op.f("uq_player_club_id_name_key")),
    )
    op.create_table(
        "draft",
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("locked", sa.Boolean(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_draft_device_id_device")),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_draft_play_id_play")),
        sa.PrimaryKeyConstraint("play_id", name=op.f("pk_draft")),
    )
    op.create_table(
        "edit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=True),
        sa.Column("entry", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("ended", sa.Boolean(), nullable=True),
        sa.Column("seats", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_edit_device_id_device")),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_edit_play_id_play")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_edit")),
        sa.UniqueConstraint("play_id", "client_id", name=op.f("uq_edit_play_id_client_id")),
        sa.UniqueConstraint("play_id", "revision", name=op.f("uq_edit_play_id_revision")),
    )


def downgrade() -> None:
    op.drop_table("edit")
    op.drop_table("draft")
    op.drop_table("player")
    with op.batch_alter_table("play", schema=None) as batch_op:
        batch_op.drop_index("ix_play_club_id_last_at")

    op.drop_table("play")
    with op.batch_alter_table("membership", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_membership_device_id"))

    op.drop_table("membership")
    op.drop_table("device")
    op.drop_table("club")
