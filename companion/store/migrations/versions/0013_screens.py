"""Links by which everybody may watch a play

Revision ID: 0013
Revises: 0012
"""

from alembic import op

from companion.store.migrations.shared import create_table

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    create_table(
        "screen",
        "id int key, club_id club index, play_id play, number int, code_hash 64 unique, made_at time,"
        "taken_back_at time null; play_id number",
    )


def downgrade() -> None:
    op.drop_table("screen")
