"""what the operator says of a club and did, word of every change of a mark, and longer codes

Revision ID: 0017
Revises: 0016
"""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"

NUMBERS = {"most_plays": sa.Integer(), "most_rounds": sa.Integer(), "most_bytes": sa.BigInteger()}


def upgrade() -> None:
    op.add_column("club", sa.Column("is_blocked", sa.Boolean(), nullable=False, server_default=sa.false()))
    for name in ("removal_at", "kept_at"):
        op.add_column("club", sa.Column(name, sa.DateTime()))
    for name, kind in NUMBERS.items():
        op.add_column("club", sa.Column(name, kind))
    op.add_column("club", sa.Column("code_letters", sa.Integer(), nullable=False, server_default="6"))
    op.add_column("screen", sa.Column("letters", sa.Integer(), nullable=False, server_default="8"))
    op.create_table(
        "operator_act",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("who", sa.String(length=60), nullable=False),
        sa.Column("what", sa.String(length=20), nullable=False),
        sa.Column("club_id", sa.Integer(), index=True),
        sa.Column("detail", sa.String(length=200), nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        _tell("play", "club_id", "INSERT OR UPDATE OF mark")
        _tell("club", "id", "UPDATE OF mark OR DELETE")


def _tell(table: str, club: str, when: str) -> None:
    """Notify all processes of the number of the club in which a mark has changed."""
    op.execute(
        f"CREATE FUNCTION {table}_mark_told() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" PERFORM pg_notify('companion_marks', COALESCE(NEW.{club}, OLD.{club})::text); RETURN NULL; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_mark_told AFTER {when} ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_mark_told()"
    )


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        for table in ("play", "club"):
            op.execute(f"DROP TRIGGER {table}_mark_told ON {table}")
            op.execute(f"DROP FUNCTION {table}_mark_told()")
    op.drop_table("operator_act")
    op.drop_column("screen", "letters")
    for name in ("code_letters", "is_blocked", "removal_at", "kept_at", *NUMBERS):
        op.drop_column("club", name)
