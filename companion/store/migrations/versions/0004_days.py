"""Days on which the app ran

Revision ID: 0004
Revises: 0002
"""

from alembic import op

from companion.store.migrations.shared import create_table

revision = "0004"
down_revision = "0002"


def upgrade() -> None:
    create_table("day", "date 10 key")


def downgrade() -> None:
    op.drop_table("day")
