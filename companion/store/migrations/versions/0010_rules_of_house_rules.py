"""the version of the game's rules by which house rules were written; a day is a date

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column("house_version", sa.Column("rules_version", sa.Integer(), nullable=False, server_default="1"))
    with op.batch_alter_table("day") as batch:
        batch.alter_column(
            "date", type_=sa.Date(), existing_type=sa.String(length=10), existing_nullable=False,
            postgresql_using="date::date",
        )  # fmt: skip


def downgrade() -> None:
    with op.batch_alter_table("day") as batch:
        batch.alter_column(
            "date", type_=sa.String(length=10), existing_type=sa.Date(), existing_nullable=False,
            postgresql_using="date::text",
        )  # fmt: skip
    op.drop_column("house_version", "rules_version")
