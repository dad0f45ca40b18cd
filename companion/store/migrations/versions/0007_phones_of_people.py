"""phones belong to people, and people stand in the log

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.shared import add_reference, drop_reference

revision = "0007"
down_revision = "0006"

WRITTEN = ("membership", "edit", "ruling", "ruling_step")


def upgrade() -> None:
    op.add_column("membership", sa.Column("label", sa.String(length=40), nullable=False, server_default=""))
    op.add_column("membership", sa.Column("asked", sa.Boolean(), nullable=False, server_default=sa.false()))
    for table in WRITTEN:
        add_reference(table, "player_id", "player")


def downgrade() -> None:
    for table in WRITTEN:
        drop_reference(table, "player_id", "player")
    op.drop_column("membership", "asked")
    op.drop_column("membership", "label")
