"""Clubs, devices, plays and edits

Revision ID: 0001
Revises:
"""

from alembic import op

from companion.store.migrations.repeated_tables import EDIT
from companion.store.migrations.shared import create_table

revision = "0001"
down_revision = None


def upgrade() -> None:
    create_table(
        "club",
        "id int key, key 24 unique, name 60, created_at time, code_generation int, recovery_generation int,"
        "scorer_code_hash 64 unique, viewer_code_hash 64 unique, recovery_hash 64 unique",
    )
    create_table("device", "id int key, token_hash 64 unique, label 40, created_at time, seen_at time")
    create_table(
        "membership",
        "id int key, club_id club, device_id device index, role 10, joined_at time, revoked_at time null;"
        "club_id device_id",
    )
    create_table(
        "play",
        "id int key, key 24 unique, club_id club, game 60, title 60, options json, sides json, dealer 40,"
        "rules_version int, stake json null, started_at time, client_id 40, parent_id play null, revision int,"
        "over bool, totals json, winners json, players json, rounds int, last_at time; club_id client_id",
    )
    op.create_index("ix_play_club_id_last_at", "play", ["club_id", "last_at"])
    create_table("player", "id int key, club_id club, name 40, name_key 120, created_at time; club_id name_key")
    create_table(
        "draft", "play_id play key, slot int, data json, locked bool, revision int, device_id device null, at time"
    )
    create_table("edit", EDIT)


def downgrade() -> None:
    for table in ("edit", "draft", "player", "play", "membership", "device", "club"):
        op.drop_table(table)
