"""Limits of clubs, the operator's log, notifications about changed marks, and longer codes

Revision ID: 0017
Revises: 0016
"""

from alembic import op

from companion.store.migrations.shared import add_columns, create_table, drop_columns

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    add_columns(
        "club",
        "is_blocked bool =false, removal_at time null, kept_at time null, most_plays int null, most_rounds int null,"
        "most_bytes large null, code_letters int ='6'",
    )
    add_columns("screen", "letters int ='8'")
    create_table("operator_act", "id int key, at time, who 60, what 20, club_id int null index, detail 200")
    if op.get_bind().dialect.name == "postgresql":
        _create_notify_trigger("play", "club_id", "INSERT OR UPDATE OF mark")
        _create_notify_trigger("club", "id", "UPDATE OF mark OR DELETE")


def _create_notify_trigger(table: str, column: str, operations: str) -> None:
    """Create a trigger that notifies all processes of a club in which a mark changed. ``column``: has the club's id."""
    op.execute(
        f"CREATE FUNCTION {table}_mark_told() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" PERFORM pg_notify('companion_marks', COALESCE(NEW.{column}, OLD.{column})::text); RETURN NULL; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_mark_told AFTER {operations} ON {table}"
        f" FOR EACH ROW EXECUTE FUNCTION {table}_mark_told()"
    )


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        for table in ("play", "club"):
            op.execute(f"DROP TRIGGER {table}_mark_told ON {table}")
            op.execute(f"DROP FUNCTION {table}_mark_told()")
    op.drop_table("operator_act")
    op.drop_column("screen", "letters")
    drop_columns("club", "code_letters is_blocked removal_at kept_at most_plays most_rounds most_bytes")
