"""the database knows a mark of its key

Revision ID: 0015
Revises: 0014
"""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "key_mark",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("mark", sa.String(length=8), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_key_mark_only")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_key_mark")),
    )


def downgrade() -> None:
    op.drop_table("key_mark")
