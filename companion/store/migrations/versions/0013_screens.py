"""links by which everybody may look at a play

Revision ID: 0013
Revises: 0012
"""

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.shared import reference

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "screen",
        sa.Column("id", sa.Integer(), primary_key=True),
        reference("club", index=True),
        reference("play"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False, unique=True),
        sa.Column("made_at", sa.DateTime(), nullable=False),
        sa.Column("taken_back_at", sa.DateTime(), nullable=True),
        sa.UniqueConstraint("play_id", "number"),
    )


def downgrade() -> None:
    op.drop_table("screen")
