"""secret bids lie in the draft of their round

Revision ID: 0014
Revises: 0013
"""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.add_column("draft", sa.Column("sealed", sa.JSON(none_as_null=True), nullable=True))


def downgrade() -> None:
    op.drop_column("draft", "sealed")
