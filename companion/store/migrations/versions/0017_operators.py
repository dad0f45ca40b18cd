"""what the operator says of a club and did, word of every change of a mark, and longer codes

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
    drop_columns("club", "code_letters is_blocked removal_at kept_at most_plays most_rounds most_bytes")
