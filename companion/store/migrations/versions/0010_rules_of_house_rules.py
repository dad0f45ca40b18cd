"""Rules versions of house rules, and the type DATE for days

Revision ID: 0010
Revises: 0009
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.shared import add_columns

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    add_columns("house_version", "rules_version int ='1'")
    _change_day_type(sa.String(length=10), sa.Date())


def downgrade() -> None:
    _change_day_type(sa.Date(), sa.String(length=10))
    op.drop_column("house_version", "rules_version")


def _change_day_type(old: sa.types.TypeEngine[Any], new: sa.types.TypeEngine[Any]) -> None:
    """Change the type of the column ``day.date``."""
    cast = "date::date" if isinstance(new, sa.Date) else "date::text"
    with op.batch_alter_table("day") as batch:
        batch.alter_column("date", type_=new, existing_type=old, existing_nullable=False, postgresql_using=cast)
