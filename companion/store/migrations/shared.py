"""Helpers for migrations: column declarations, foreign keys, rows for backfills, and append-only triggers."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from alembic import op

JSON = sa.JSON(none_as_null=True)
OWN_CLUB = "OLD.club_id"
CLUB_OF_PLAY = "(SELECT club_id FROM play WHERE play.id = OLD.play_id)"
CLUB_OF_HOUSE_RULES = "(SELECT club_id FROM house_version WHERE house_version.id = OLD.version_id)"
CLUB_OF_RULING = "(SELECT club_id FROM ruling WHERE ruling.id = OLD.ruling_id)"
CLUB_OF_ROW = {
    "edit": CLUB_OF_PLAY, "night_step": OWN_CLUB, "player_step": OWN_CLUB, "house_step": CLUB_OF_HOUSE_RULES,
    "ruling_step": CLUB_OF_RULING, "house_version": OWN_CLUB, "ruling": OWN_CLUB, "event": OWN_CLUB,
}  # fmt: skip
"""The append-only tables, each with the SQL expression of a row's club in a trigger."""


def is_sqlite() -> bool:
    """Return whether the database is SQLite, which needs other DDL than PostgreSQL for some changes."""
    return op.get_bind().dialect.name == "sqlite"


class ReflectedTables:
    """Tables as they are at this point of a migration, for backfills: reads and writes their rows."""

    def __init__(self, *names: str) -> None:
        """Reflect these tables. Create another instance after a change of their columns."""
        self._bind = op.get_bind()
        metadata = sa.MetaData()

        @sa.event.listens_for(metadata, "column_reflect")
        def _map_none_to_null(_inspector: object, _table: object, column: Any) -> None:
            """Reflect JSON columns so that None is NULL, not JSON's ``null``."""
            if isinstance(column["type"], sa.JSON):
                column["type"] = JSON

        metadata.reflect(self._bind, only=names, resolve_fks=False)
        self._tables = metadata.tables

    def rows(self, name: str, order: str = "id", **where: Any) -> Sequence[Any]:
        """Return the rows of a table that match ``where``.

        ``order``: the columns to sort by, separated by spaces; ``where``: the value of a column, or a list of values.
        """
        table = self._tables[name]
        query = sa.select(table).where(*_conditions(table, where))
        return self._bind.execute(query.order_by(*(table.c[column] for column in order.split()))).all()

    def update(self, name: str, where: Mapping[str, Any], **values: Any) -> None:
        """Set columns in the rows of a table that match ``where``, as in ``rows``."""
        table = self._tables[name]
        self._bind.execute(sa.update(table).where(*_conditions(table, where)).values(**values))

    def insert(self, name: str, *rows: Mapping[str, Any]) -> None:
        """Insert any number of rows into a table."""
        if rows:
            self._bind.execute(sa.insert(self._tables[name]), rows)

    def insert_one(self, name: str, **values: Any) -> int:
        """Insert a row into a table and return its id."""
        table = self._tables[name]
        return int(self._bind.execute(sa.insert(table).values(**values).returning(table.c.id)).scalar_one())


def _conditions(table: sa.Table, where: Mapping[str, Any]) -> list[sa.ColumnElement[bool]]:
    """Return the SQL condition ``column = value`` for each item, or ``column IN (...)`` if its value is a list."""
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
"""Types in a declaration of columns; see ``columns``."""


def columns(declaration: str) -> list[sa.Column[Any]]:
    """Return the columns of a declaration such as ``id int key, name 60, night_id night null``.

    Commas separate columns. Each has a name, a type, and any of the flags, separated by spaces::

        number int               a type of TYPES: int, large, bool, date, time, json
        name 60                  a number: text with at most so many characters
        night_id night           any other word: a foreign key to the id of this table
        night_id night null      null: nullable; other columns are NOT NULL
        id int key               key: the primary key, or a part of it
        token_hash 64 unique     unique: with a unique constraint
        device_id device index   index: with an index
        mark int =0              = and SQL: the server default, as the last flag, without spaces or commas
        is_hidden bool =false    =false: the server default false, in the database's own SQL
        currency 20 =''          = and a text in single quotes: the server default is this text
    """
    found = []
    for name, kind, *flags in (part.split() for part in declaration.split(",")):
        more: dict[str, Any] = {"nullable": "null" in flags, "primary_key": "key" in flags}
        more |= {flag: True for flag in flags if flag in ("unique", "index")}
        if flags and flags[-1].startswith("="):
            more["server_default"] = _server_default(flags[-1].removeprefix("="))
        if kind in TYPES or kind.isdigit():
            found.append(sa.Column(name, TYPES.get(kind) or sa.String(int(kind)), **more))
        else:
            found.append(sa.Column(name, sa.Integer(), sa.ForeignKey(f"{kind}.id"), **more))
    return found


def _server_default(text: str) -> Any:
    """Return the server default for the text after ``=`` in a declaration of columns."""
    return text[1:-1] if text.startswith("'") else sa.false() if text == "false" else sa.text(text)


def create_table(name: str, declaration: str, *more: sa.schema.SchemaItem) -> None:
    """Create a table from a declaration: its columns (see ``columns``), then after each semicolon a unique constraint.

    The names of the columns of a constraint are separated by spaces. ``more``: further columns and constraints.
    """
    own, *unique = declaration.split(";")
    op.create_table(name, *columns(own), *(sa.UniqueConstraint(*names.split()) for names in unique), *more)


def add_columns(table: str, declaration: str) -> None:
    """Add the columns of a declaration (see ``columns``) to a table."""
    for column in columns(declaration):
        op.add_column(table, column)


def drop_columns(table: str, names: str) -> None:
    """Drop columns of a table. ``names``: separated by spaces."""
    for column in names.split():
        op.drop_column(table, column)


def create_partial_unique_index(name: str, table: str, names: list[str], where: str) -> None:
    """Create a unique index on columns, over the rows that meet the SQL condition ``where``."""
    condition = sa.text(where)
    op.create_index(name, table, names, unique=True, sqlite_where=condition, postgresql_where=condition)


def value_constraint(table: str, column: str, *values: str) -> sa.CheckConstraint:
    """Return the check constraint that a column has one of these values."""
    return sa.CheckConstraint(f"{column} IN ({', '.join(map(repr, values))})", name=op.f(f"ck_{table}_{column}"))


# Foreign keys.


def add_foreign_key_column(table: str, column: str, to: str) -> None:
    """Add a nullable column with a foreign key to ``to``, without recreating the table, so that its triggers stay.

    SQLite can add a foreign key only together with its column. On PostgreSQL it is added afterwards, to have a name.
    """
    if is_sqlite():
        key = sa.ForeignKey(f"{to}.id")
        op.add_column(table, sa.Column(column, sa.Integer(), key, nullable=True), inline_references=True)
    else:
        op.add_column(table, sa.Column(column, sa.Integer(), nullable=True))
        op.create_foreign_key(op.f(f"fk_{table}_{column}_{to}"), table, to, [column], ["id"])


def drop_foreign_key_column(table: str, column: str, to: str) -> None:
    """Drop a column that ``add_foreign_key_column`` added."""
    if not is_sqlite():
        op.drop_constraint(op.f(f"fk_{table}_{column}_{to}"), table, type_="foreignkey")
    op.drop_column(table, column)


# Append-only tables.


def make_append_only(table: str) -> None:
    """Create triggers that refuse UPDATE and DELETE on a table, except during an erasure in the row's club."""
    erasing = f"EXISTS (SELECT 1 FROM erasure WHERE erasure.open AND erasure.club_id = {CLUB_OF_ROW[table]})"
    message = "what was written down is never changed"
    if is_sqlite():
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} WHEN NOT {erasing}"
                f" BEGIN SELECT RAISE(ABORT, '{message}'); END"
            )
        return
    op.execute(
        f"CREATE FUNCTION {table}_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
        f" IF NOT {erasing} THEN RAISE EXCEPTION '{message}'; END IF;"
        " IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$"
    )
    op.execute(
        f"CREATE TRIGGER {table}_is_kept BEFORE UPDATE OR DELETE ON {table}"
        f" FOR EACH ROW EXECUTE FUNCTION {table}_is_kept()"
    )


def make_mutable(table: str) -> None:
    """Drop the triggers that ``make_append_only`` created on a table."""
    if is_sqlite():
        for verb in ("update", "delete"):
            op.execute(f"DROP TRIGGER {table}_no_{verb}")
    else:
        op.execute(f"DROP TRIGGER {table}_is_kept ON {table}")
        op.execute(f"DROP FUNCTION {table}_is_kept()")


@contextmanager
def temporarily_mutable(table: str) -> Iterator[None]:
    """Drop the triggers of an append-only table during this block, and create them again afterwards."""
    make_mutable(table)
    yield
    make_append_only(table)
