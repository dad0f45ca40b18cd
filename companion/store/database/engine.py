"""The engine: SQLite inside the instance folder by default, or another database by URL."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from companion.store.database import models, service_models, sqlite_files
from companion.store.database.backups.backup_paths import BackupPaths
from companion.store.database.base import db
from companion.store.database.caches.cache import Cache
from companion.store.database.caches.poll_cache import MOST, PollCache
from companion.store.database.runtime import Quota, Runtime, runtime, set_runtime
from companion.store.database.sqlite_files import PATIENCE
from companion.store.database.write_lock import WriteLock

# Importing the models declares their tables; they must all be in the metadata that creates and migrates the database.
assert models.Play.metadata is service_models.Day.metadata is db.metadata, "one metadata"  # noqa: S101 - fails only after a mistake in the models


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
    """Return the options of the engine for a database: pool, timeouts, and autocommit for each statement.

    For SQLite, the pool opens as many connections as threads need. It reuses the one that was returned last, because
    that one has cached pages.
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
        """Begin a transaction only for connections that write, or that need a snapshot for reading."""
        options = connection.get_execution_options()
        if options.get("writes"):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if embedded else "BEGIN")
            if options.get("unlimited") and dialect == "postgresql":
                connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        elif options.get("snapshot"):
            connection.exec_driver_sql("BEGIN" if embedded else "BEGIN ISOLATION LEVEL REPEATABLE READ")


def _prepare_sqlite(engine: Engine) -> None:
    """Open SQLite connections by ``sqlite_files.connect``, and set how long each waits for locks."""
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
        # Rounded, so that most transactions need no PRAGMA.
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


def lock_path(path: Path) -> Path:
    """Return the path of the lock file for migrating or replacing a SQLite file."""
    return path.with_name(f"{path.name}.lock")


def free_path(path: Path) -> Path:
    """Return this path if it is unused, or else the first unused one with a number, so that no copy is overwritten."""
    tries = (path, *(path.with_name(f"{path.name}-{number}") for number in range(2, 1000)))
    return next(one for one in tries if not one.exists())
