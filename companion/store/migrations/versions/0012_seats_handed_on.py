"""Seats handed on during a play

Revision ID: 0012
Revises: 0011
"""

from companion.store.migrations.shared import create_table

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    create_table(
        "earlier_part",
        "play_id play key, seat int key, player_id player key index, before_slot int, won bool, rounds int,"
        "high_round large null, high_in int null, low_round large null, low_in int null, bids int, made int,"
        "penalties int, penalty_points large",
    )
