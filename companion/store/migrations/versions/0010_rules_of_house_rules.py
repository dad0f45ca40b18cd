"""Rules versions of house rules, and the type DATE for days

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.shared import add_columns

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    add_columns("house_version", "rules_version int ='1'")
    with op.batch_alter_table("day") as batch:
        batch.alter_column(
            "date", type_=sa.Date(), existing_type=sa.String(length=10), existing_nullable=False,
            postgresql_using="date::date",
        )  # fmt: skip
