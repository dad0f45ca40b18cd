"""Alembic's way in: our rows, on the app's own engine."""

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import context
from sqlalchemy import Connection, event

from companion.store.database.base import db

config = context.config


@contextmanager
def rows_stay(connection: Connection) -> Iterator[None]:
    """Let SQLite build a table anew without a word about rows that point at it; afterwards all must point at some."""
    if connection.dialect.name != "sqlite":
        yield
        return
    plain = connection.connection.driver_connection
    if plain is None:
        raise RuntimeError("there is no connection to the database")
    plain.execute("PRAGMA foreign_keys=OFF")  # has no effect inside a transaction, so before the first begins
    try:
        yield
        astray = plain.execute("PRAGMA foreign_key_check").fetchall()
        if astray:
            raise RuntimeError(f"rows point at nothing: {astray[:5]}")
    finally:
        plain.execute("PRAGMA foreign_keys=ON")


def no_timeout(connection: Connection) -> None:
    """Let the statements of a migration take as long as they do."""
    connection.exec_driver_sql("SET LOCAL statement_timeout = 0")


def run() -> None:
    """Apply the migrations in one transaction each."""
    connectable = db.engine.execution_options(writes=True)
    with connectable.connect() as connection, rows_stay(connection):
        context.configure(connection=connection, target_metadata=db.metadata, transaction_per_migration=True)
        if connection.dialect.name == "postgresql":
            event.listen(connection, "begin", no_timeout)
        with context.begin_transaction():
            context.run_migrations()


run()
