"""House rules, rulings and cards

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.repeated_tables import (
    create_hand_table,
    create_house_step_table,
    create_house_version_table,
    create_ruling_step_table,
    create_ruling_table,
)
from companion.store.migrations.shared import add_foreign_key_column, drop_foreign_key_column

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    create_house_version_table("10")
    create_ruling_table("round_number")
    create_hand_table()
    create_house_step_table()
    create_ruling_step_table(sa.UniqueConstraint("ruling_id", "kind"))
    add_foreign_key_column("play", "house_id", "house_version")


def downgrade() -> None:
    drop_foreign_key_column("play", "house_id", "house_version")
    for table in ("ruling_step", "house_step", "hand", "ruling", "house_version"):
        op.drop_table(table)
