"""links by which everybody may look at a play

Revision ID: 0013
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "screen",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club_id", sa.Integer(), nullable=False),
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.DateTime(), nullable=False),
        sa.Column("taken_back_at", sa.DateTime(), nullable=True),
        sa.ForeignKeyConstraint(["club_id"], ["club.id"], name=op.f("fk_screen_club_id_club")),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_screen_play_id_play")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_screen")),
        sa.UniqueConstraint("code_hash", name=op.f("uq_screen_code_hash")),
        sa.UniqueConstraint("play_id", "number", name=op.f("uq_screen_play_id_number")),
    )
    op.create_index("ix_screen_club_id", "screen", ["club_id"])


def downgrade() -> None:
    op.drop_index("ix_screen_club_id", "screen")
    op.drop_table("screen")
