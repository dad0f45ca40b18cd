"""Secret bids in drafts

Revision ID: 0014
Revises: 0013
"""

from alembic import op

from companion.store.migrations.shared import add_columns

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    add_columns("draft", "sealed json null")


def downgrade() -> None:
    op.drop_column("draft", "sealed")
