"""days on which the app ran

Revision ID: 0004
Revises: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0002"


def upgrade() -> None:
    op.create_table("day", sa.Column("date", sa.String(length=10), primary_key=True))


def downgrade() -> None:
    op.drop_table("day")
