"""how many games a play counts as

Plays that ended before count as one game each: their outcomes say no more.

Revision ID: 0018
Revises: 0017
"""

from alembic import op

from companion.store.migrations.shared import add_columns

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    add_columns("play", "games int ='1'")


def downgrade() -> None:
    op.drop_column("play", "games")
