"""Owners of phones, and the author of each row in the log

Revision ID: 0007
Revises: 0006
"""

from companion.store.migrations.shared import add_columns, add_foreign_key_column, drop_columns, drop_foreign_key_column

revision = "0007"
down_revision = "0006"

TABLES = ("membership", "edit", "ruling", "ruling_step")


def upgrade() -> None:
    add_columns("membership", "label 40 ='', asked bool =false")
    for table in TABLES:
        add_foreign_key_column(table, "player_id", "player")


def downgrade() -> None:
    for table in TABLES:
        drop_foreign_key_column(table, "player_id", "player")
    drop_columns("membership", "asked label")
