"""Screens without the column ``made_at``

Nothing reads it.

Revision ID: 0020
Revises: 0019
"""

from alembic import op

from companion.store.migrations.shared import add_columns

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    op.drop_column("screen", "made_at")


def downgrade() -> None:
    add_columns("screen", "made_at time ='1970-01-01T00:00:00'")
