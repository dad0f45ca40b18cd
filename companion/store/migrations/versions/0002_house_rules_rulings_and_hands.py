"""house rules, rulings and hands

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "house_version",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=24), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=60), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("options", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("amendments", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("holds_from", sa.String(length=10), nullable=False),
        sa.Column("source", sa.String(length=100), nullable=False),
        sa.Column("proposed_at", sa.DateTime(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_house_version_club_id_club")),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_house_version_device_id_device")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_house_version")),
        sa.UniqueConstraint("club_id", "client_id", name=op.f("uq_house_version_club_id_client_id")),
        sa.UniqueConstraint("club_id", "game", "number", name=op.f("uq_house_version_club_id_game_number")),
        sa.UniqueConstraint("key", name=op.f("uq_house_version_key")),
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
        sa.Column("facts", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("told", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("decision", sa.String(length=1000), nullable=False),
        sa.Column("rules", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("basis", sa.String(length=10), nullable=False),
        sa.Column("agreed_by", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("play_id", sa.Integer(), nullable=True),
        sa.Column("round_number", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("client_id", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_ruling_club_id_club")),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_ruling_device_id_device")),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_ruling_play_id_play")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ruling")),
        sa.UniqueConstraint("club_id", "client_id", name=op.f("uq_ruling_club_id_client_id")),
        sa.UniqueConstraint("club_id", "number", name=op.f("uq_ruling_club_id_number")),
        sa.UniqueConstraint("key", name=op.f("uq_ruling_key")),
    )
    op.create_table(
        "hand",
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("slot", sa.Integer(), nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_hand_device_id_device")),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_hand_play_id_play")),
        sa.PrimaryKeyConstraint("play_id", "slot", name=op.f("pk_hand")),
    )
    op.create_table(
        "house_step",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("names", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_house_step_device_id_device")),
        sa.ForeignKeyConstraint(
            ["version_id"], ["house_version.id"], name=op.f("fk_house_step_version_id_house_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_house_step")),
        sa.UniqueConstraint("version_id", "kind", name=op.f("uq_house_step_version_id_kind")),
    )
    op.create_table(
        "ruling_step",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("ruling_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("version_id", sa.Integer(), nullable=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("device_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["device_id"], ["device.id"], name=op.f("fk_ruling_step_device_id_device")),
        sa.ForeignKeyConstraint(["ruling_id"], ["ruling.id"], name=op.f("fk_ruling_step_ruling_id_ruling")),
        sa.ForeignKeyConstraint(
            ["version_id"], ["house_version.id"], name=op.f("fk_ruling_step_version_id_house_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ruling_step")),
        sa.UniqueConstraint("ruling_id", "kind", name=op.f("uq_ruling_step_ruling_id_kind")),
    )
    # A new column in place: the table is not built anew, so that nothing that points at a play is touched. SQLite takes
    # a foreign key only together with its column, PostgreSQL names it only by itself.
    house = op.f("fk_play_house_id_house_version")
    if op.get_bind().dialect.name == "sqlite":
        key = sa.ForeignKey("house_version.id", name=house)
        op.add_column("play", sa.Column("house_id", sa.Integer(), key, nullable=True), inline_references=True)
    else:
        op.add_column("play", sa.Column("house_id", sa.Integer(), nullable=True))
        op.create_foreign_key(house, "play", "house_version", ["house_id"], ["id"])


def downgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        op.drop_constraint(op.f("fk_play_house_id_house_version"), "play", type_="foreignkey")
    op.drop_column("play", "house_id")
    op.drop_table("ruling_step")
    op.drop_table("house_step")
    op.drop_table("hand")
    op.drop_table("ruling")
    op.drop_table("house_version")
