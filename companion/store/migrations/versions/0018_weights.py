"""The number of games that a play counts as

Finished plays count as one game each, since their outcomes have no weights.

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
