"""House rules, rulings and cards

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa

from companion.store.migrations.shared import add_foreign_key_column, create_table

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    create_table(
        "house_version",
        "id int key, key 24 unique, club_id club, game 60, number int, options json, amendments json, note 500,"
        "holds_from 10, source 100, proposed_at time, device_id device null, client_id 40",
        sa.UniqueConstraint("club_id", "client_id"),
        sa.UniqueConstraint("club_id", "game", "number"),
    )
    create_table(
        "ruling",
        "id int key, key 24 unique, club_id club, game 60, situation 60, number int, question 300, decision 1000,"
        "basis 10, told json, rules json, agreed_by json, facts json null, play_id play null, at time,"
        "device_id device null, client_id 40, round_number int null",
        sa.UniqueConstraint("club_id", "client_id"),
        sa.UniqueConstraint("club_id", "number"),
    )
    create_table("hand", "play_id play key, slot int key, data json, revision int, device_id device null, at time")
    create_table(
        "house_step",
        "id int key, version_id house_version, kind 10, names json, reason 500, at time, device_id device null",
        sa.UniqueConstraint("version_id", "kind"),
    )
    create_table(
        "ruling_step",
        "id int key, ruling_id ruling, kind 10, reason 500, version_id house_version null, at time,"
        "device_id device null",
        sa.UniqueConstraint("ruling_id", "kind"),
    )
    add_foreign_key_column("play", "house_id", "house_version")
