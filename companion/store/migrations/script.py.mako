"""${message}

Revision ID: ${up_revision}
Revises: ${down_revision | comma,n}
"""

from companion.store.migrations.shared import add_columns, drop_columns

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}


def upgrade() -> None:
    add_columns("table", "name int ='0'")


def downgrade() -> None:
    drop_columns("table", "name")
