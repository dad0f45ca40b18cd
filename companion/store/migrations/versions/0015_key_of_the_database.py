"""The mark of the secret key that belongs to the database

Revision ID: 0015
Revises: 0014
"""

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.shared import create_table

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    create_table("key_mark", "id int key, mark 8", sa.CheckConstraint("id = 1", name=op.f("ck_key_mark_only")))


def downgrade() -> None:
    op.drop_table("key_mark")
