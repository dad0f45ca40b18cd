"""the database knows a mark of its key

Revision ID: 0015
Revises: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "key_mark",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("mark", sa.String(length=8), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_key_mark_only")),
    )


def downgrade() -> None:
    op.drop_table("key_mark")
