"""Plays without the column ``is_left_out``

Nothing reads it. Whether a play counts for statistics is in ``counts``.

Revision ID: 0019
Revises: 0018
"""

from alembic import op

from companion.store.migrations.shared import add_columns

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    op.drop_column("play", "is_left_out")


def downgrade() -> None:
    add_columns("play", "is_left_out bool =false")
