"""Opening, locking, copying and checking SQLite files."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

from companion.store.database.trouble import DatabaseBusyError, DatabaseDamagedError, sqlite_trouble_kind

PATIENCE = 4.0
"""Seconds to wait for another program that has locked the database."""

PAUSE = 0.02
"""Seconds between two tries if SQLite itself does not wait."""

PRAGMAS = ("foreign_keys=ON", "synchronous=FULL")


class ReadOnlyConnection(sqlite3.Connection):
    """A read-only connection to a database on a read-only disk.

    It does not see later writes, so the pool does not keep it.
    """


def connect(place: str, **options: Any) -> sqlite3.Connection:
    """Return a connection with durable writes, or on a read-only disk, a read-only one.

    ``place``: the path of the file; ``options``: of ``sqlite3.connect``.
    """
    # Transactions are begun by ``engine``, those of writers with BEGIN IMMEDIATE.
    options = {"timeout": PATIENCE, "isolation_level": None, **options}
    connection = sqlite3.connect(place, **options)
    try:
        return _set_pragmas(connection)
    except sqlite3.Error as fault:
        connection.close()
        if not _is_read_only(place, fault):
            raise
    uri = _sqlite_uri(Path(place), "immutable=1")
    return sqlite3.connect(uri, uri=True, factory=ReadOnlyConnection, **options)


def _set_pragmas(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Return a connection with foreign keys, the write-ahead log and synchronous writes on."""
    _retry_while_locked(lambda: connection.execute("PRAGMA journal_mode=WAL").fetchone())
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    return connection


def _retry_while_locked(act: Callable[[], object]) -> None:
    """Run an action, and run it again for up to ``PATIENCE`` seconds while SQLite reports a lock.

    SQLite itself does not wait if another process runs the same action.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            act()
        except sqlite3.OperationalError as fault:
            if sqlite_trouble_kind(fault) != "busy" or time.monotonic() > until:
                raise
            time.sleep(PAUSE)
        else:
            return


def _is_read_only(place: str, fault: sqlite3.Error) -> bool:
    """Return whether a database can be opened read-only after this error: its file is complete, but not writable."""
    path, log = Path(place), Path(f"{place}-wal")
    if sqlite_trouble_kind(fault) not in ("full", "read-only", "disk"):
        return False
    return path.is_file() and path.stat().st_size > 0 and not (log.exists() and log.stat().st_size)


def _sqlite_uri(path: Path, query: str) -> str:
    """Return the URI of a file for SQLite."""
    return f"file:{quote(path.as_posix())}?{query}"


@contextmanager
def exclusive_lock(path: Path, patience: float) -> Iterator[None]:
    """Hold an exclusive lock on this path during this block.

    The lock is an empty SQLite file, because SQLite can lock files on every system.

    :raises DatabaseBusyError: another process holds it for longer than ``patience`` seconds.
    """
    with closing(sqlite3.connect(path, timeout=patience, isolation_level=None)) as lock:
        try:
            lock.execute("PRAGMA journal_mode=MEMORY")  # so that it works on a full disk
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as fault:
            if sqlite_trouble_kind(fault) == "busy":
                raise DatabaseBusyError from None
            raise
        yield


def new_private_file(path: Path) -> IO[bytes]:
    """Create a file that only its owner can read, and open it for writing.

    :raises FileExistsError: it exists already.
    """
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o600)
    return os.fdopen(handle, "wb")


def copy_database(source: Path, target: Path) -> None:
    """Copy a database into one new file, even while others write to it, and check the copy.

    :raises FileExistsError: the new file exists already.
    :raises DatabaseBusyError: another program has locked it.
    :raises DatabaseDamagedError: the copy fails the check.
    """
    until = time.monotonic() + PATIENCE

    def give_up_if_locked(status: int, _left: int, _all: int) -> None:
        """Give up if another program still locks the database after ``PATIENCE`` seconds.

        :raises DatabaseBusyError: it does.
        """
        if status == sqlite3.SQLITE_BUSY and time.monotonic() > until:
            raise DatabaseBusyError

    new_private_file(target).close()
    with closing(_open_unchanged(source)) as old, closing(sqlite3.connect(target)) as new:
        old.backup(new, progress=give_up_if_locked)
        try:
            new.execute("PRAGMA journal_mode=DELETE")  # no write-ahead log beside it, so that any tool can open it
        except sqlite3.DatabaseError as fault:
            raise _damaged_if_corrupt(fault) from None
        _check_integrity(new)
    with target.open("rb+") as file:
        os.fsync(file.fileno())


def _open_unchanged(path: Path) -> sqlite3.Connection:
    """Return a connection that leaves the file unchanged, also on a read-only disk.

    :raises DatabaseDamagedError: the file is damaged.
    """
    connection = sqlite3.connect(_sqlite_uri(path, "mode=rw"), uri=True, timeout=PATIENCE)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as fault:
        connection.close()
        if not _is_read_only(str(path), fault):
            raise _damaged_if_corrupt(fault) from None
        connection = sqlite3.connect(_sqlite_uri(path, "immutable=1"), uri=True)
    return connection


def check(path: Path) -> None:
    """Check the integrity of a whole database.

    :raises DatabaseDamagedError: it is damaged.
    """
    with closing(_open_unchanged(path)) as connection:
        _check_integrity(connection)


def _check_integrity(connection: sqlite3.Connection) -> None:
    """Check the integrity of the database of a connection.

    :raises DatabaseDamagedError: it is damaged.
    """
    try:
        found = connection.execute("PRAGMA quick_check(1)").fetchall()
    except sqlite3.DatabaseError as fault:
        raise _damaged_if_corrupt(fault) from None
    if found != [("ok",)]:
        raise DatabaseDamagedError(str(found[0][0]) if found else "")


def _damaged_if_corrupt(fault: sqlite3.Error) -> Exception:
    """Return ``DatabaseDamagedError`` if SQLite reports a damaged file, otherwise the error itself."""
    return DatabaseDamagedError(str(fault)) if sqlite_trouble_kind(fault) == "damaged" else fault
