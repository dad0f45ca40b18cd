"""House rules, rulings and cards

Revision ID: 0002
Revises: 0001
"""

from alembic import op

from companion.store.migrations.repeated_tables import HAND, HOUSE_STEP, HOUSE_VERSION, RULING, RULING_STEP
from companion.store.migrations.shared import add_foreign_key_column, columns, create_table, drop_foreign_key_column

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    create_table("house_version", HOUSE_VERSION.format(date_type="10"))
    create_table("ruling", RULING, *columns("round_number int null"))
    create_table("hand", HAND)
    create_table("house_step", HOUSE_STEP)
    create_table("ruling_step", f"{RULING_STEP}; ruling_id kind")
    add_foreign_key_column("play", "house_id", "house_version")


def downgrade() -> None:
    drop_foreign_key_column("play", "house_id", "house_version")
    for table in ("ruling_step", "house_step", "hand", "ruling", "house_version"):
        op.drop_table(table)
