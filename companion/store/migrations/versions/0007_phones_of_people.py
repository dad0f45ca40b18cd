"""phones belong to people, and people stand in the log

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

WRITTEN = ("membership", "edit", "ruling", "ruling_step")


def upgrade() -> None:
    op.add_column("membership", sa.Column("label", sa.String(length=40), nullable=False, server_default=""))
    op.add_column("membership", sa.Column("asked", sa.Boolean(), nullable=False, server_default=sa.false()))
    # In place, as in the second migration: no table is built anew, and its triggers stay.
    for table in WRITTEN:
        name = op.f(f"fk_{table}_player_id_player")
        if op.get_bind().dialect.name == "sqlite":
            key = sa.ForeignKey("player.id", name=name)
            op.add_column(table, sa.Column("player_id", sa.Integer(), key, nullable=True), inline_references=True)
        else:
            op.add_column(table, sa.Column("player_id", sa.Integer(), nullable=True))
            op.create_foreign_key(name, table, "player", ["player_id"], ["id"])


def downgrade() -> None:
    for table in WRITTEN:
        if op.get_bind().dialect.name != "sqlite":
            op.drop_constraint(op.f(f"fk_{table}_player_id_player"), table, type_="foreignkey")
        op.drop_column(table, "player_id")
    op.drop_column("membership", "asked")
    op.drop_column("membership", "label")
