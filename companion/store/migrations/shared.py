"""What migrations share: tables to read and write, references added in place, and the triggers that protect the log."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from alembic import op

JSON = sa.JSON(none_as_null=True)
KINDS: dict[str, sa.types.TypeEngine[Any]] = {
    "numbers": sa.Integer(),
    "large": sa.BigInteger(),
    "texts": sa.String(),
    "flags": sa.Boolean(),
    "days": sa.Date(),
    "moments": sa.DateTime(),
    "values": JSON,
}
OLD = "OLD.club_id"
OF_PLAY = "(SELECT club_id FROM play WHERE play.id = OLD.play_id)"
OF_HOUSE_RULES = "(SELECT club_id FROM house_version WHERE house_version.id = OLD.version_id)"
OF_RULING = "(SELECT club_id FROM ruling WHERE ruling.id = OLD.ruling_id)"
CLUB_OF = {
    "edit": OF_PLAY, "night_step": OLD, "player_step": OLD, "house_step": OF_HOUSE_RULES, "ruling_step": OF_RULING,
    "house_version": OLD, "ruling": OLD, "event": OLD,
}  # fmt: skip
"""The tables that are only added to, each with the club of a row as SQL."""


def is_sqlite() -> bool:
    """Return whether the database is SQLite, which checks and changes tables in its own way."""
    return op.get_bind().dialect.name == "sqlite"


def table(name: str, **columns: str) -> sa.TableClause:
    """Return a table with those of its columns that a migration reads or writes, by the ``KINDS`` of their types."""
    return sa.table(
        name, *(sa.column(column, KINDS[kind]) for kind, names in columns.items() for column in names.split())
    )


Tables = Mapping[str, sa.Table]
"""Tables by name, with all of their columns."""


def reflect(*names: str) -> Tables:
    """Return tables as they are at this moment of a migration."""
    found = sa.MetaData()

    @sa.event.listens_for(found, "column_reflect")
    def _none_is_null(_inspector: object, _table: object, column: Any) -> None:
        """Read and write JSON in which None is NULL."""
        if isinstance(column["type"], sa.JSON):
            column["type"] = JSON

    found.reflect(op.get_bind(), only=names, resolve_fks=False)
    return found.tables


def columns(names: str, kind: sa.types.TypeEngine[Any], *, nullable: bool = False) -> list[sa.Column[Any]]:
    """Return columns of the same type for a new table."""
    return [sa.Column(name, kind, nullable=nullable) for name in names.split()]


# References.


def reference(to: str, column: str = "", *, nullable: bool = False, **more: Any) -> sa.Column[Any]:
    """Return a column of a new table that refers to another table, by default called after that."""
    key = sa.ForeignKey(f"{to}.id")
    return sa.Column(column or f"{to}_id", sa.Integer(), key, nullable=nullable, **more)


def add_reference(of: str, column: str, to: str) -> None:
    """Add a column that refers to another table, without building the table anew, so that its triggers stay.

    SQLite accepts a foreign key only together with its column; PostgreSQL gives it a name only afterwards.
    """
    name = op.f(f"fk_{of}_{column}_{to}")
    if is_sqlite():
        key = sa.ForeignKey(f"{to}.id", name=name)
        op.add_column(of, sa.Column(column, sa.Integer(), key, nullable=True), inline_references=True)
    else:
        op.add_column(of, sa.Column(column, sa.Integer(), nullable=True))
        op.create_foreign_key(name, of, to, [column], ["id"])


def drop_reference(of: str, column: str, to: str) -> None:
    """Remove a column that refers to another table."""
    if not is_sqlite():
        op.drop_constraint(op.f(f"fk_{of}_{column}_{to}"), of, type_="foreignkey")
    op.drop_column(of, column)


# Triggers.


def guard(name: str) -> None:
    """Refuse changes of rows of a table, and their removal, except during an erasure in the row's club."""
    erasing = f"EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = {CLUB_OF[name]})"
    message = "what was written down is never changed"
    if is_sqlite():
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {name}_no_{verb.lower()} BEFORE {verb} ON {name} WHEN NOT {erasing}"
                f" BEGIN SELECT RAISE(ABORT, '{message}'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {name}_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF NOT {erasing} THEN RAISE EXCEPTION '{message}'; END IF;"
        " IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {name}_is_kept BEFORE UPDATE OR DELETE ON {name}"
        f" FOR EACH ROW EXECUTE FUNCTION {name}_is_kept()"
    )


def unguard(name: str) -> None:
    """Remove the triggers of ``guard``."""
    if is_sqlite():
        for verb in ("update", "delete"):
            op.execute(f"DROP TRIGGER {name}_no_{verb}")
    else:
        op.execute(f"DROP TRIGGER {name}_is_kept ON {name}")
        op.execute(f"DROP FUNCTION {name}_is_kept()")


@contextmanager
def unguarded(name: str) -> Iterator[None]:
    """Allow changes of a guarded table during this block."""
    unguard(name)
    yield
    guard(name)
