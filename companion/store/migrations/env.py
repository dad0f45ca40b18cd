"""Alembic's environment: runs the migrations on the engine of the current app."""

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import context
from sqlalchemy import Connection

from companion.store.database.base import db

config = context.config


@contextmanager
def foreign_keys_disabled(connection: Connection) -> Iterator[None]:
    """Disable SQLite's foreign keys during this block, so that batch mode can recreate tables; then check them all.

    It must begin outside a transaction, in which it has no effect. Other databases are left as they are.

    :raises RuntimeError: a row refers to one that does not exist.
    """
    if connection.dialect.name != "sqlite":
        yield
        return
    driver = connection.connection.driver_connection
    if driver is None:
        raise RuntimeError("there is no connection to the database")
    driver.execute("PRAGMA foreign_keys=OFF")  # before the first transaction
    try:
        yield
        violations = driver.execute("PRAGMA foreign_key_check").fetchall()
        if violations:
            raise RuntimeError(f"foreign keys are violated: {violations[:5]}")
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def run() -> None:
    """Run the migrations that Alembic asks for, each in a transaction of its own."""
    connectable = db.engine.execution_options(writes=True, unlimited=True)
    with connectable.connect() as connection, foreign_keys_disabled(connection):
        context.configure(connection=connection, target_metadata=db.metadata, transaction_per_migration=True)
        with context.begin_transaction():
            context.run_migrations()


run()
