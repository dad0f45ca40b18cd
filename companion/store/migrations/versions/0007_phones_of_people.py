"""phones belong to people, and people stand in the log

Revision ID: 0007
Revises: 0006
"""

from companion.store.migrations.shared import add_columns, add_reference, drop_columns, drop_reference

revision = "0007"
down_revision = "0006"

WRITTEN = ("membership", "edit", "ruling", "ruling_step")


def upgrade() -> None:
    add_columns("membership", "label 40 ='', asked bool =false")
    for table in WRITTEN:
        add_reference(table, "player_id", "player")


def downgrade() -> None:
    for table in WRITTEN:
        drop_reference(table, "player_id", "player")
    drop_columns("membership", "asked label")
