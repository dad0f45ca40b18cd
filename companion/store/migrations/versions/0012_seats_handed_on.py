"""seats that were handed on in mid-play

Revision ID: 0012
Revises: 0011
"""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

JSON = sa.JSON(none_as_null=True)
EDIT = sa.table("edit", sa.column("id", sa.Integer), sa.column("play_id", sa.Integer), sa.column("seats", JSON))
LAW = "what was written down is never changed"
ERASING = (
    "EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id ="
    " (SELECT club_id FROM play WHERE play.id = OLD.play_id))"
)


def upgrade() -> None:
    op.create_table(
        "earlier_part",
        sa.Column("play_id", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=False),
        sa.Column("before_slot", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("high_round", sa.BigInteger(), nullable=True),
        sa.Column("high_in", sa.Integer(), nullable=True),
        sa.Column("low_round", sa.BigInteger(), nullable=True),
        sa.Column("low_in", sa.Integer(), nullable=True),
        sa.Column("bids", sa.Integer(), nullable=False),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.Column("penalties", sa.Integer(), nullable=False),
        sa.Column("penalty_points", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["play_id"], ["play.id"], name=op.f("fk_earlier_part_play_id_play")),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_earlier_part_player_id_player")),
        sa.PrimaryKeyConstraint("play_id", "seat", "player_id", name=op.f("pk_earlier_part")),
    )
    op.create_index("ix_earlier_part_player_id", "earlier_part", ["player_id"])


def downgrade() -> None:
    """Forget who held seats before: whoever holds one then held it all along."""
    with _unguarded():
        _forget(op.get_bind())
    op.drop_index("ix_earlier_part_player_id", "earlier_part")
    op.drop_table("earlier_part")


def _forget(bind: sa.Connection) -> None:
    for edit in bind.execute(sa.select(EDIT).where(EDIT.c.seats.is_not(None))).all():
        seats = [{key: value for key, value in seat.items() if key != "earlier"} for seat in edit.seats or ()]
        if seats != (edit.seats or []):
            bind.execute(sa.update(EDIT).where(EDIT.c.id == edit.id).values(seats=seats))


@contextmanager
def _unguarded() -> Iterator[None]:
    """Let the log be changed for as long as this lasts."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("update", "delete"):
            op.execute(f"DROP TRIGGER edit_no_{verb}")
        yield
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER edit_no_{verb.lower()} BEFORE {verb} ON edit WHEN NOT {ERASING}"
                f" BEGIN SELECT RAISE(ABORT, '{LAW}'); END"
            )
        return
    op.execute("ALTER TABLE edit DISABLE TRIGGER edit_is_kept")
    yield
    op.execute("ALTER TABLE edit ENABLE TRIGGER edit_is_kept")
