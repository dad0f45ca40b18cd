"""The engine: SQLite inside the instance folder by default, or another database by URL."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Engine, event, inspect, text

from companion.store.database import models, service_models, sqlite_files
from companion.store.database.backups.backup_paths import BackupPaths
from companion.store.database.base import db
from companion.store.database.caches.cache import Cache
from companion.store.database.caches.listen_notify import NAME as LISTENING
from companion.store.database.caches.poll_cache import MOST, PollCache
from companion.store.database.revisions import known_revisions, newest_revision, reached_revision
from companion.store.database.runtime import Quota, Runtime, runtime, set_runtime
from companion.store.database.sqlite_files import PATIENCE
from companion.store.database.write_lock import WriteLock
from companion.store.plays.edits import projection

LOCK = 0x636F6D70616E
"""The key of PostgreSQL's advisory lock during migrations."""

MIGRATION_SECONDS = 600
"""Seconds for which a starting process waits for another one that migrates the database."""

# Importing the models declares their tables; they must all be in the metadata that creates and migrates the database.
assert models.Play.metadata is service_models.Day.metadata is db.metadata, "one metadata"  # noqa: S101 - fails only after a mistake in the models


class CannotMigrateError(Exception):
    """The database cannot be migrated; the message says why and what to do, to follow “The database in …”."""


@dataclass(frozen=True, slots=True)
class Connections:
    """How a process connects to a database server."""

    size: int
    """How many connections the pool keeps."""

    overflow: int
    """How many more it opens while those are in use."""

    seconds: int
    """How long a request waits for a connection."""

    statement_seconds: int
    """How long a statement may take; 0: unlimited."""

    through_pgbouncer: bool
    """Whether PgBouncer may give each transaction another connection, so that a connection can have no settings."""


USUAL_CACHE_MB = 12
"""Megabytes of the cache for which ``MOST`` pollers are remembered; a larger cache remembers more."""


def engine_options(uri: str, server: Connections) -> dict[str, Any]:
    """Return the pool size and timeouts of the engine for a database, on which each statement is a transaction.

    For SQLite, each thread gets as many connections as it needs, those first that were returned last and have cached
    pages.
    """
    if not uri.startswith("sqlite"):
        pool = {"pool_size": server.size, "max_overflow": server.overflow, "pool_timeout": server.seconds}
        unprepared = {"connect_args": {"prepare_threshold": None}} if server.through_pgbouncer else {}
        return {"isolation_level": "AUTOCOMMIT", "pool_pre_ping": True, **pool, **unprepared}
    if uri.startswith("sqlite:///") and ":memory:" not in uri:
        return {"connect_args": {"timeout": PATIENCE}, "pool_size": 32, "max_overflow": -1, "pool_use_lifo": True}
    return {}


def set_up_engine(key: Path, most_waiting: int, cache_mb: int, server: Connections, quota: Quota) -> None:
    """Set up the engine and the runtime state of an app's database, inside the context of that app.

    ``key``: the path of the secret key; ``most_waiting``: how many writers may wait while another program has locked
    SQLite; ``cache_mb``: megabytes of the cache; ``quota``: the usual limits of a club.
    """
    dialect = db.engine.dialect.name
    embedded = dialect == "sqlite"
    lock = WriteLock(most_waiting) if embedded else None
    polls = PollCache(most=MOST * max(1, cache_mb // USUAL_CACHE_MB))
    set_runtime(Runtime(BackupPaths(sqlite_file(), key), lock, Cache(cache_mb), quota, polls=polls))
    if embedded:
        _prepare_sqlite(db.engine)
    elif dialect == "postgresql":
        runtime().notifies = not server.through_pgbouncer
        _prepare_postgresql(db.engine, server)

    @event.listens_for(db.engine, "begin")
    def _begin(connection: Any) -> None:
        """Begin a transaction only for connections that write, or that read all at one moment."""
        options = connection.get_execution_options()
        if options.get("writes"):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if embedded else "BEGIN")
            if options.get("unlimited") and dialect == "postgresql":
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        elif options.get("snapshot"):
            connection.exec_driver_sql("BEGIN" if embedded else "BEGIN ISOLATION LEVEL REPEATABLE READ")


def _prepare_sqlite(engine: Engine) -> None:
    """Make SQLite connections by ``sqlite_files.connect``, and let them wait for locks as their options say."""
    own = runtime()

    @event.listens_for(engine, "do_connect")
    def _connect(_dialect: Any, _record: Any, arguments: list[str], options: dict[str, Any]) -> Any:
        """Connect with the pragmas and options of the app."""
        return sqlite_files.connect(*arguments, **options)

    @event.listens_for(engine, "engine_disposed")
    def _close_kept(_engine: Any) -> None:
        """Close the connections that threads keep."""
        while own.kept:
            _, connection = own.kept.popitem()
            connection.invalidate()
            connection.close()

    @event.listens_for(engine, "checkin")
    def _drop_read_only(connection: Any, record: Any) -> None:
        """Keep no read-only connection in the pool: it does not see later writes."""
        if isinstance(connection, sqlite_files.ReadOnlyConnection):
            record.invalidate()

    @event.listens_for(engine, "begin")
    def _set_busy_timeout(connection: Any) -> None:
        """Set how long a connection waits for locks: as many seconds as its option ``patience`` says."""
        milliseconds = int(1000 * connection.get_execution_options().get("patience", PATIENCE))
        # Rounded so that most transactions need no statement for it.
        rounded = round(milliseconds, -3 if milliseconds > 1000 else -2)
        if connection.info.get("patience", int(1000 * PATIENCE)) != rounded:
            connection.connection.driver_connection.execute(f"PRAGMA busy_timeout={rounded}")
            connection.info["patience"] = rounded


def _prepare_postgresql(engine: Engine, server: Connections) -> None:
    """Set the timeouts of PostgreSQL connections, and an adapter that accepts texts with NUL.

    Behind PgBouncer, timeouts would affect other clients: there the database's role must have them.
    """
    from psycopg.types.string import StrDumperUnknown  # comes with the extra "postgresql"

    class WithoutNul(StrDumperUnknown):
        """Replaces NUL, which PostgreSQL cannot store, by U+FFFD."""

        def dump(self, obj: str) -> Any:
            """Return the encoded text with U+FFFD for NUL."""
            return super().dump(obj.replace("\0", "\N{REPLACEMENT CHARACTER}"))

    @event.listens_for(engine, "connect")
    def _set_up_connection(connection: Any, _: object) -> None:
        """Prepare a new connection."""
        connection.adapters.register_dumper(str, WithoutNul)
        if server.through_pgbouncer:
            return
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {int(1000 * PATIENCE)}")
            cursor.execute(f"SET statement_timeout = {1000 * server.statement_seconds}")
        connection.commit()


def sqlite_file() -> Path | None:
    """Return the path of the app's SQLite file; None: it has another database, or one in memory."""
    url = db.engine.url
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


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
                "has tables, but does not say of which version of Companion they are: its table alembic_version is "
                "empty or missing. Restore a backup. Nothing was changed."
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
            projection.rebuild_plays()  # migrations move events; projections are computed anew


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
    """Lock the database against migrations by other processes during this block."""
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


def lock_path(path: Path) -> Path:
    """Return the path of the lock file for migrating or replacing a SQLite file."""
    return path.with_name(f"{path.name}.lock")


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


def free_path(path: Path) -> Path:
    """Return this path, or else the first unused path with a number, so that no copy is overwritten."""
    tries = (path, *(path.with_name(f"{path.name}-{number}") for number in range(2, 1000)))
    return next(one for one in tries if not one.exists())
