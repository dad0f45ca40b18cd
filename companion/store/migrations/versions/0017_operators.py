"""what the operator of a server says of a club, and a log of what the operator did

Revision ID: 0017
Revises: 0016
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

NUMBERS = {"most_plays": sa.Integer(), "most_rounds": sa.Integer(), "most_bytes": sa.BigInteger()}


def upgrade() -> None:
    op.add_column("club", sa.Column("is_blocked", sa.Boolean(), nullable=False, server_default=sa.false()))
    for name in ("removal_at", "kept_at"):
        op.add_column("club", sa.Column(name, sa.DateTime()))
    for name, kind in NUMBERS.items():
        op.add_column("club", sa.Column(name, kind))
    op.create_table(
        "operator_act",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("what", sa.String(length=20), nullable=False),
        sa.Column("club_id", sa.Integer()),
        sa.Column("detail", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_operator_act")),
    )
    op.create_index(op.f("ix_operator_act_club_id"), "operator_act", ["club_id"])


def downgrade() -> None:
    op.drop_table("operator_act")
    for name in ("is_blocked", "removal_at", "kept_at", *NUMBERS):
        op.drop_column("club", name)
