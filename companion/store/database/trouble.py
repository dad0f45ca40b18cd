"""Errors of the database or its disk, explained in sentences that say what to do."""

import os
import shutil
import sqlite3
from pathlib import Path
from typing import Literal

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

TroubleKind = Literal["busy", "full", "read-only", "disk", "damaged", "away"]

LEAST_FREE = 64 * 1024
"""A disk with fewer free bytes counts as full: a small save needs about as many."""

SENTENCES: dict[TroubleKind, str] = {
    "busy": "The database is busy: another program is using it.",
    "full": "The disk of Companion's computer is full.",
    "read-only": "Companion cannot write to the disk of its computer: the disk is read-only, or locked.",
    "disk": "Companion cannot read or write its database: the disk of its computer reports an error.",
    "damaged": "The database is damaged.",
    "away": "The database server does not answer, or refuses the connection.",
}
"""What is wrong, for users."""

_SQLITE: dict[int, TroubleKind] = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_IOERR: "disk",
    sqlite3.SQLITE_CANTOPEN: "disk",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
}

_POSTGRESQL: dict[str, TroubleKind] = {
    "55P03": "busy",  # lock not available
    "40P01": "busy",  # deadlock
    "40001": "busy",  # could not serialize
    "57014": "busy",  # a statement took too long
    "53100": "full",
    "25006": "read-only",
    "58030": "disk",
    "XX001": "damaged",
    "XX002": "damaged",
    "53300": "away",  # too many connections
}


class DatabaseBusyError(Exception):
    """Another program holds the database, or too many already wait for it."""


class DatabaseDamagedError(Exception):
    """The database file is damaged."""


def seconds_to_wait(trouble: TroubleKind) -> int:
    """Return the seconds until another try may succeed."""
    return 5 if trouble in ("busy", "away") else 60


def trouble_of(error: BaseException, database: Path | None = None) -> TroubleKind | None:
    """Return what is wrong with the database or its disk; None: the exception is a bug of the program.

    ``database``: the SQLite file, to check whether its disk is full or read-only.
    """
    if isinstance(error, DatabaseBusyError | NoConnection):
        return "busy"
    if isinstance(error, DatabaseDamagedError):
        return "damaged"
    fault = error.orig if isinstance(error, DBAPIError) else error
    kind = sqlite_trouble_kind(fault) if isinstance(fault, sqlite3.Error) else _server_trouble_kind(fault)
    if kind in ("full", "read-only", "disk") and database is not None:
        kind = _disk_trouble_kind(database) or kind
    return kind


def sqlite_trouble_kind(fault: sqlite3.Error) -> TroubleKind | None:
    """Return the kind of an error of SQLite; None: it is a bug of the program."""
    return _SQLITE.get(getattr(fault, "sqlite_errorcode", 0) & 0xFF)  # the rest is detail


def _server_trouble_kind(fault: BaseException | None) -> TroubleKind | None:
    """Return the kind of an error of a database server; None: it is a bug of the program."""
    if fault is None or not hasattr(fault, "sqlstate"):
        return None
    state = fault.sqlstate
    if state is None:  # there is no connection to the server
        return "away" if type(fault).__name__ == "OperationalError" else None
    return _POSTGRESQL.get(state, "away" if state.startswith(("08", "57P")) else None)


def _disk_trouble_kind(database: Path) -> TroubleKind | None:
    """Check the disk itself, since SQLite may report only its first error; return the kind, or None if it is sound."""
    try:
        if not os.access(database if database.exists() else database.parent, os.W_OK):
            return "read-only"
        return "full" if shutil.disk_usage(database.parent).free < LEAST_FREE else None
    except OSError:
        return "disk"
