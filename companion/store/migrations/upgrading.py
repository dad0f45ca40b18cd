"""Migrating the database at start, if it is of an earlier version."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import inspect, text

from companion.store.database import sqlite_files
from companion.store.database.base import db
from companion.store.database.caches.listen_notify import NAME as LISTENING
from companion.store.database.engine import free_path, lock_path, sqlite_file
from companion.store.database.revisions import known_revisions, newest_revision, reached_revision
from companion.store.plays.edits import projection

LOCK = 0x636F6D70616E
"""The key of PostgreSQL's advisory lock during migrations."""

MIGRATION_SECONDS = 600
"""Seconds for which a starting process waits for another one that migrates the database."""


class CannotMigrateError(Exception):
    """The database cannot be migrated. The message continues “The database in …” and says why, and what to do."""


def upgrade_database() -> None:
    """Migrate the database if necessary; a SQLite file is copied first.

    If several processes start at once, one migrates and the others wait.

    :raises CannotMigrateError: a newer version has migrated it, it has tables but no recorded migration, or processes
        of an older version work with it.
    """
    if _is_up_to_date(reached_revision()):
        return
    with _migration_lock(sqlite_file()):
        before = reached_revision()
        if _is_up_to_date(before):
            return
        if before is None and inspect(db.engine).has_table("club"):
            raise CannotMigrateError(
                "has tables, but does not say which version of Companion made them: its table alembic_version is empty "
                "or missing. Restore a backup. Nothing was changed."
            )
        if before is not None and _is_in_use():
            raise CannotMigrateError(
                "has to be upgraded, but processes of an older version still use it. Stop all of them, then start this "
                "again. Nothing was changed."
            )
        _copy_before_migration(sqlite_file(), before)
        # Imported late, because Alembic takes a tenth of the memory.
        from companion.store.migrations.run_migrations import upgrade_to_head

        upgrade_to_head()
        if before is not None:
            projection.rebuild_plays()  # migrations change only events


def _is_in_use() -> bool:
    """Return whether a process of the app listens to this PostgreSQL database."""
    if db.engine.dialect.name != "postgresql":
        return False
    listening = text("SELECT 1 FROM pg_stat_activity WHERE application_name = :name AND datname = current_database()")
    with db.engine.connect() as connection:
        return connection.execute(listening, {"name": LISTENING}).first() is not None


def _is_up_to_date(reached: str | None) -> bool:
    """Return whether the database has reached the newest migration. ``reached``: its revision.

    :raises CannotMigrateError: this version does not know that revision.
    """
    if reached is not None and reached not in known_revisions():
        raise CannotMigrateError(
            "is of a newer version of Companion. Install that version, or restore an older backup."
        )
    return reached == newest_revision()


@contextmanager
def _migration_lock(path: Path | None) -> Iterator[None]:
    """Lock a SQLite file or a PostgreSQL database against migrations by other processes during this block.

    Waits for at most ``MIGRATION_SECONDS``. Databases in memory are not locked: only this process has them. ``path``:
    the SQLite file; None for other databases.
    """
    if path is not None:
        with sqlite_files.exclusive_lock(lock_path(path), MIGRATION_SECONDS):
            yield
    elif db.engine.dialect.name == "postgresql":
        with db.engine.execution_options(writes=True).begin() as connection:
            for timeout in ("lock_timeout", "statement_timeout"):
                connection.exec_driver_sql(f"SET LOCAL {timeout} = {1000 * MIGRATION_SECONDS}")
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCK})")
            yield
    else:
        yield


def _copy_before_migration(path: Path | None, before: str | None) -> None:
    """Copy the SQLite file beside itself before it is migrated.

    ``before``: its revision; None for a new database, which needs no copy.
    """
    if before is None or path is None or not path.exists():
        return
    with TemporaryDirectory(prefix=".companion-", dir=path.parent) as folder:
        copy = Path(folder) / path.name
        sqlite_files.copy_database(path, copy)
        copy.replace(free_path(path.with_name(f"{path.name}.before-{newest_revision()}")))
