"""What migrations share: rows to read and write, columns, references, and triggers that protect the log."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from alembic import op

JSON = sa.JSON(none_as_null=True)
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


class Tables:
    """The rows of some tables, with the columns that these have at this moment of a migration."""

    def __init__(self, *names: str) -> None:
        """Read the columns of these tables."""
        self._bind = op.get_bind()
        found = sa.MetaData()

        @sa.event.listens_for(found, "column_reflect")
        def _none_is_null(_inspector: object, _table: object, column: Any) -> None:
            """Read and write JSON in which None is NULL."""
            if isinstance(column["type"], sa.JSON):
                column["type"] = JSON

        found.reflect(self._bind, only=names, resolve_fks=False)
        self._tables = found.tables

    def rows(self, name: str, order: str = "id", **where: Any) -> Sequence[Any]:
        """Return the rows with these values, or with any of a list of values. ``order``: names of columns."""
        table = self._tables[name]
        asked = sa.select(table).where(*_conditions(table, where))
        return self._bind.execute(asked.order_by(*(table.c[column] for column in order.split()))).all()

    def update(self, name: str, where: Mapping[str, Any], **values: Any) -> None:
        """Change the rows with the values of ``where``."""
        table = self._tables[name]
        self._bind.execute(sa.update(table).where(*_conditions(table, where)).values(**values))

    def insert(self, name: str, *rows: Mapping[str, Any]) -> None:
        """Insert rows."""
        if rows:
            self._bind.execute(sa.insert(self._tables[name]), rows)

    def add(self, name: str, **values: Any) -> int:
        """Insert a row and return its id."""
        table = self._tables[name]
        return int(self._bind.execute(sa.insert(table).values(**values).returning(table.c.id)).scalar_one())


def _conditions(table: sa.Table, where: Mapping[str, Any]) -> list[sa.ColumnElement[bool]]:
    """Return the conditions that columns have these values, or one of a list of values."""
    return [table.c[key].in_(one) if isinstance(one, list) else table.c[key] == one for key, one in where.items()]


# Columns.

TYPES: dict[str, sa.types.TypeEngine[Any]] = {
    "int": sa.Integer(),
    "large": sa.BigInteger(),
    "bool": sa.Boolean(),
    "date": sa.Date(),
    "time": sa.DateTime(),
    "json": JSON,
}


def columns(text: str) -> list[sa.Column[Any]]:
    """Return the columns that a text declares, between commas: ``id int key, name 60, night_id night null``.

    After its name, each has its type: one of ``TYPES``, the most letters of a text, or the table that it refers to; and
    then ``null``, ``key``, ``unique``, ``index``, or a default such as ``=0``, ``=false`` or ``='text'``.
    """
    found = []
    for name, kind, *flags in (part.split() for part in text.split(",")):
        more: dict[str, Any] = {"nullable": "null" in flags, "primary_key": "key" in flags}
        more |= {flag: True for flag in flags if flag in ("unique", "index")}
        if flags and flags[-1].startswith("="):
            more["server_default"] = _default(flags[-1].removeprefix("="))
        if kind in TYPES or kind.isdigit():
            found.append(sa.Column(name, TYPES.get(kind) or sa.String(int(kind)), **more))
        else:
            found.append(sa.Column(name, sa.Integer(), sa.ForeignKey(f"{kind}.id"), **more))
    return found


def _default(text: str) -> Any:
    """Return the default of a column: a text in quotation marks, ``false``, or SQL."""
    return text[1:-1] if text.startswith("'") else sa.false() if text == "false" else sa.text(text)


def create_table(name: str, text: str, *more: sa.schema.SchemaItem) -> None:
    """Create a table. ``text``: its columns, see ``columns``; ``more``: further columns, and constraints."""
    op.create_table(name, *columns(text), *more)


def add_columns(name: str, text: str) -> None:
    """Add columns to a table; see ``columns``."""
    for column in columns(text):
        op.add_column(name, column)


def drop_columns(name: str, names: str) -> None:
    """Remove columns from a table."""
    for column in names.split():
        op.drop_column(name, column)


def create_partial_index(name: str, of: str, names: list[str], where: str) -> None:
    """Create a unique index over the rows of a table that meet a condition."""
    law = sa.text(where)
    op.create_index(name, of, names, unique=True, sqlite_where=law, postgresql_where=law)


def check(of: str, column: str, *values: str) -> sa.CheckConstraint:
    """Return the constraint that a column has one of these values."""
    return sa.CheckConstraint(f"{column} IN ({', '.join(map(repr, values))})", name=op.f(f"ck_{of}_{column}"))


# References.


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
