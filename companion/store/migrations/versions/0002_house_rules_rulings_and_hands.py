"""house rules, rulings and hands

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.repeated_tables import (
    create_hands,
    create_house_steps,
    create_house_versions,
    create_ruling_steps,
    create_rulings,
)
from companion.store.migrations.shared import add_reference, drop_reference

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    create_house_versions("10")
    create_rulings("round_number")
    create_hands()
    create_house_steps()
    create_ruling_steps(sa.UniqueConstraint("ruling_id", "kind"))
    add_reference("play", "house_id", "house_version")


def downgrade() -> None:
    drop_reference("play", "house_id", "house_version")
    for table in ("ruling_step", "house_step", "hand", "ruling", "house_version"):
        op.drop_table(table)
