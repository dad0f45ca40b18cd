"""Errors of the database or its disk as sentences."""

import os
import shutil
import sqlite3
from collections import namedtuple
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

from companion.store.database import trouble
from companion.store.database.trouble import DatabaseBusyError, DatabaseDamagedError, seconds_to_wait, trouble_of

Usage = namedtuple("Usage", "total used free")


def of_sqlite(code: int) -> sqlite3.OperationalError:
    fault = sqlite3.OperationalError("x")
    fault.sqlite_errorcode = code
    return fault


class OperationalError(Exception):
    """An error of a database server, with its state."""

    def __init__(self, sqlstate: str | None) -> None:
        self.sqlstate = sqlstate


class ProgrammingError(OperationalError):
    """Another error of it."""


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        (of_sqlite(sqlite3.SQLITE_BUSY), "busy"), (of_sqlite(sqlite3.SQLITE_BUSY_SNAPSHOT), "busy"),
        (of_sqlite(sqlite3.SQLITE_LOCKED), "busy"), (of_sqlite(sqlite3.SQLITE_FULL), "full"),
        (of_sqlite(sqlite3.SQLITE_READONLY), "read-only"), (of_sqlite(sqlite3.SQLITE_PERM), "read-only"),
        (of_sqlite(sqlite3.SQLITE_IOERR_FSYNC), "disk"), (of_sqlite(sqlite3.SQLITE_CANTOPEN), "disk"),
        (of_sqlite(sqlite3.SQLITE_CORRUPT), "damaged"), (of_sqlite(sqlite3.SQLITE_NOTADB), "damaged"),
        (of_sqlite(sqlite3.SQLITE_CONSTRAINT), None), (sqlite3.OperationalError("x"), None),
        (OperationalError("55P03"), "busy"), (OperationalError("40P01"), "busy"), (OperationalError("40001"), "busy"),
        (OperationalError("57014"), "busy"), (OperationalError("53100"), "full"),
        (OperationalError("25006"), "read-only"), (OperationalError("58030"), "disk"),
        (OperationalError("XX001"), "damaged"), (OperationalError("XX002"), "damaged"),
        (OperationalError("53300"), "away"), (OperationalError("08006"), "away"), (OperationalError("57P01"), "away"),
        (OperationalError(None), "away"), (ProgrammingError(None), None), (OperationalError("42P01"), None),
    ],
)  # fmt: skip
def test_an_error_of_the_database_has_a_kind(fault: Exception, kind: str | None) -> None:
    for error in (fault, DBAPIError("select", {}, fault)):
        assert trouble_of(error) == kind


def test_errors_of_the_app_have_a_kind_and_bugs_have_none() -> None:
    assert trouble_of(DatabaseBusyError()) == trouble_of(NoConnection()) == "busy"
    assert trouble_of(DatabaseDamagedError()) == "damaged"
    without_cause: Any = None
    assert trouble_of(KeyError("x")) is trouble_of(DBAPIError("select", {}, without_cause)) is None


def test_each_kind_has_a_sentence_and_a_time_to_wait() -> None:
    assert {kind: (sentence, seconds_to_wait(kind)) for kind, sentence in trouble.SENTENCES.items()} == {
        "busy": ("The database is busy: another program is using it.", 5),
        "full": ("The disk of Companion's computer is full.", 60),
        "read-only": (
            "Companion cannot write to the disk of its computer: the disk is read-only, or locked.", 60,
        ),
        "disk": (
            "Companion cannot read or write its database: the disk of its computer reports an error.", 60,
        ),
        "damaged": ("The database is damaged.", 60),
        "away": ("The database server does not answer, or refuses the connection.", 5),
    }  # fmt: skip


def test_the_disk_itself_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database, free, asked = tmp_path / "companion.sqlite3", [10**9], []
    monkeypatch.setattr(shutil, "disk_usage", lambda path: {tmp_path: Usage(10**9, 0, free[0])}[path])

    def kind(code: int) -> str:
        found = trouble_of(of_sqlite(code), database)
        assert found is not None
        return found

    assert [kind(code) for code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)] == ["disk", "full"]
    free[0] = 64 * 1024 - 1
    assert [kind(code) for code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)] == ["full", "full"]
    assert [kind(code) for code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_BUSY)] == ["damaged", "busy"]
    free[0] = 64 * 1024
    assert kind(sqlite3.SQLITE_IOERR) == "disk"
    monkeypatch.setattr(os, "access", lambda *given: bool(asked.append(given)))
    assert [kind(code) for code in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL)] == ["read-only", "read-only"]
    database.touch()
    kind(sqlite3.SQLITE_IOERR)
    assert asked == [(path, os.W_OK) for path in (tmp_path, tmp_path, database)]

    def fails(*_: object) -> bool:
        raise OSError

    monkeypatch.setattr(os, "access", fails)
    assert kind(sqlite3.SQLITE_READONLY) == "disk"
