"""Seats handed on during a play

Revision ID: 0012
Revises: 0011
"""

from alembic import op

from companion.store.migrations.shared import ReflectedTables, create_table, temporarily_mutable

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    create_table(
        "earlier_part",
        "play_id play key, seat int key, player_id player key index, before_slot int, won bool, rounds int,"
        "high_round large null, high_in int null, low_round large null, low_in int null, bids int, made int,"
        "penalties int, penalty_points large",
    )


def downgrade() -> None:
    """Drop the table, and the earlier players of seats in edits: the last player then had the seat from the start."""
    tables = ReflectedTables("edit")
    with temporarily_mutable("edit"):
        for edit in tables.rows("edit"):
            seats = [{key: value for key, value in seat.items() if key != "earlier"} for seat in edit.seats or ()]
            if seats != (edit.seats or []):
                tables.update("edit", {"id": edit.id}, seats=seats)
    op.drop_table("earlier_part")
