"""seats that were handed on in mid-play

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

from companion.store.migrations.shared import columns, reference, table, unguarded

revision = "0012"
down_revision = "0011"

EDIT = table("edit", numbers="id play_id", values="seats")


def upgrade() -> None:
    op.create_table(
        "earlier_part",
        reference("play", primary_key=True),
        sa.Column("seat", sa.Integer(), primary_key=True),
        reference("player", primary_key=True, index=True),
        sa.Column("before_slot", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("high_round", sa.BigInteger(), nullable=True),
        sa.Column("high_in", sa.Integer(), nullable=True),
        sa.Column("low_round", sa.BigInteger(), nullable=True),
        sa.Column("low_in", sa.Integer(), nullable=True),
        *columns("bids made penalties", sa.Integer()),
        sa.Column("penalty_points", sa.BigInteger(), nullable=False),
    )


def downgrade() -> None:
    """Forget who held seats before: whoever holds one then held it all along."""
    with unguarded("edit"):
        _forget(op.get_bind())
    op.drop_table("earlier_part")


def _forget(bind: sa.Connection) -> None:
    for edit in bind.execute(sa.select(EDIT).where(EDIT.c.seats.is_not(None))).all():
        seats = [{key: value for key, value in seat.items() if key != "earlier"} for seat in edit.seats or ()]
        if seats != (edit.seats or []):
            bind.execute(sa.update(EDIT).where(EDIT.c.id == edit.id).values(seats=seats))
