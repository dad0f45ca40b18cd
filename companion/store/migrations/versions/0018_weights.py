"""how many games a play counts as

Plays that ended before count as one game each: their outcomes say no more.

Revision ID: 0018
Revises: 0017
"""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("play", sa.Column("games", sa.Integer(), nullable=False, server_default="1"))


def downgrade() -> None:
    op.drop_column("play", "games")
