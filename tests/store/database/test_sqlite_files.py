"""SQLite files that others have locked, or that are on a disk which only reads."""

import sqlite3
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.store.database import sqlite_files
from companion.store.database.sqlite_files import ReadOnlyConnection
from companion.store.database.trouble import DatabaseBusyError, DatabaseDamagedError
from tests.store.database.disks import held


def fault(code: int) -> sqlite3.OperationalError:
    """Return an error of SQLite with this code."""
    error = sqlite3.OperationalError("an error")
    error.sqlite_errorcode = code
    return error


class Faulty(sqlite3.Connection):
    """A connection to a disk that reports errors."""

    def execute(self, *_: object) -> sqlite3.Cursor:
        raise fault(sqlite3.SQLITE_IOERR)


@pytest.mark.parametrize(
    ("code", "is_read_only"),
    [
        (sqlite3.SQLITE_READONLY, True), (sqlite3.SQLITE_CANTOPEN, True), (sqlite3.SQLITE_IOERR_WRITE, True),
        (sqlite3.SQLITE_FULL, True), (sqlite3.SQLITE_BUSY, False), (sqlite3.SQLITE_CORRUPT, False),
    ],
)  # fmt: skip
def test_a_complete_file_is_opened_read_only_if_the_disk_refuses_writes(
    tmp_path: Path, code: int, is_read_only: bool
) -> None:
    place = tmp_path / "companion.sqlite3"
    assert not sqlite_files._is_read_only(str(place), fault(code)), "there is no file"
    place.touch()
    assert not sqlite_files._is_read_only(str(place), fault(code)), "it is empty"
    place.write_bytes(b"x")
    assert sqlite_files._is_read_only(str(place), fault(code)) == is_read_only
    log = tmp_path / "companion.sqlite3-wal"
    log.touch()
    assert sqlite_files._is_read_only(str(place), fault(code)) == is_read_only
    log.write_bytes(b"x")
    assert not sqlite_files._is_read_only(str(place), fault(code)), "a part of it is in the log"


def database_at(place: Path) -> Path:
    """Return the path of a new database with a table of 90 long rows."""
    with sqlite3.connect(place) as connection:
        connection.execute("create table club (id integer primary key, name text)")
        connection.executemany("insert into club (name) values (?)", [("x" * 900,)] * 90)
    connection.close()
    return place


def test_a_connection_waits_for_locks_and_begins_no_transaction_by_itself(tmp_path: Path) -> None:
    place = str(database_at(tmp_path / "companion.sqlite3"))
    for given, milliseconds in (({}, 4000), ({"timeout": 0.5}, 500)):
        connection = sqlite_files.connect(place, **given)
        assert connection.execute("pragma busy_timeout").fetchone() == (milliseconds,)
        connection.execute("delete from club where id = 1")
        assert not connection.in_transaction
        connection.close()


def test_on_a_disk_that_refuses_writes_a_connection_reads_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = database_at(tmp_path / "companion.sqlite3")
    opened: list[sqlite3.Connection] = []
    codes = [sqlite3.SQLITE_READONLY, sqlite3.SQLITE_BUSY]

    def refuse(connection: sqlite3.Connection) -> sqlite3.Connection:
        opened.append(connection)
        raise fault(codes.pop(0))

    monkeypatch.setattr(sqlite_files, "_set_pragmas", refuse)
    reading = sqlite_files.connect(str(place))
    assert isinstance(reading, ReadOnlyConnection)
    with held(place, "EXCLUSIVE"):
        assert reading.execute("select count(*) from club").fetchone() == (90,)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reading.execute("delete from club")
    assert not reading.in_transaction
    reading.close()
    with pytest.raises(sqlite3.OperationalError, match="an error"):
        sqlite_files.connect(str(place))
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("select 1")


def test_what_is_locked_is_tried_again_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = [0.0]
    monkeypatch.setattr(sqlite_files.time, "monotonic", lambda: moments[-1])
    monkeypatch.setattr(sqlite_files.time, "sleep", lambda seconds: moments.append(moments[-1] + seconds))
    tries: list[float] = []

    def act(code: int, succeeds_at: float) -> None:
        tries.append(moments[-1])
        if moments[-1] < succeeds_at:
            raise fault(code)

    sqlite_files._retry_while_locked(lambda: act(sqlite3.SQLITE_BUSY, 1.0))
    assert 1.0 <= tries[-1] < 1.1
    with pytest.raises(sqlite3.OperationalError, match="an error"):
        sqlite_files._retry_while_locked(lambda: act(sqlite3.SQLITE_BUSY, 99.0))
    assert 5.0 <= tries[-1] < 5.2, "four seconds after the first try"
    count = len(tries)
    with pytest.raises(sqlite3.OperationalError, match="an error"):
        sqlite_files._retry_while_locked(lambda: act(sqlite3.SQLITE_IOERR, 99.0))
    assert len(tries) == count + 1


def test_an_exclusive_lock_is_held_by_one_at_a_time(tmp_path: Path) -> None:
    place = tmp_path / "companion.sqlite3.lock"
    with (
        sqlite_files.exclusive_lock(place, 0),
        pytest.raises(DatabaseBusyError),
        sqlite_files.exclusive_lock(place, 0),
    ):
        pytest.fail("it is held already")
    with sqlite_files.exclusive_lock(place, 0):
        pass
    with pytest.raises(sqlite3.OperationalError), sqlite_files.exclusive_lock(tmp_path / "nowhere" / "lock", 0):
        pytest.fail("there is no such folder")


def test_another_error_of_a_lock_is_not_taken_for_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_files.sqlite3, "connect", partial(sqlite3.connect, factory=Faulty))
    with pytest.raises(sqlite3.OperationalError, match="an error"), sqlite_files.exclusive_lock(tmp_path / "lock", 0):
        pytest.fail("it is not held")


def test_a_copy_waits_four_seconds_for_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    moments = [0.0]
    monkeypatch.setattr(sqlite_files.time, "monotonic", lambda: moments[-1])

    def backup(_: sqlite3.Connection, progress: Callable[[int, int, int], None]) -> None:
        for moment, status in ((4.0, sqlite3.SQLITE_BUSY), (4.1, sqlite3.SQLITE_OK), (4.2, sqlite3.SQLITE_BUSY)):
            moments.append(moment)
            progress(status, 1, 2)

    locked = SimpleNamespace(backup=backup, close=lambda: None)
    monkeypatch.setattr(sqlite_files, "_open_unchanged", lambda _: locked)
    with pytest.raises(DatabaseBusyError):
        sqlite_files.copy_database(tmp_path / "companion.sqlite3", tmp_path / "copy.sqlite3")
    assert moments[-1] == 4.2


def test_a_file_on_a_disk_that_refuses_writes_is_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, connect = database_at(tmp_path / "companion.sqlite3"), sqlite3.connect

    def open_with_fault(path: str | Path, **options: Any) -> sqlite3.Connection:
        return connect(path, factory=Faulty if str(path).endswith("mode=rw") else sqlite3.Connection, **options)

    monkeypatch.setattr(sqlite_files.sqlite3, "connect", open_with_fault)
    sqlite_files.copy_database(place, tmp_path / "copy.sqlite3")
    sqlite_files.check(tmp_path / "copy.sqlite3")
    place.with_name(f"{place.name}-wal").write_bytes(b"x")
    with pytest.raises(sqlite3.OperationalError, match="an error"):
        sqlite_files.check(place)


def test_a_file_that_is_missing_or_no_database_is_not_created_or_copied(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        sqlite_files.check(tmp_path / "missing")
    (tmp_path / "notes.txt").write_text("not a database, but long enough to be read as one " * 20)
    for act in (sqlite_files.check, lambda path: sqlite_files.copy_database(path, tmp_path / "copy.sqlite3")):
        with pytest.raises(DatabaseDamagedError, match="file is not a database"):
            act(tmp_path / "notes.txt")
    assert not (tmp_path / "missing").exists()


def test_a_copy_of_a_damaged_file_says_what_is_wrong(tmp_path: Path) -> None:
    place = database_at(tmp_path / "odd name?#%.sqlite3")
    sqlite_files.check(place)
    sqlite_files.copy_database(place, tmp_path / "copy.sqlite3")
    assert (tmp_path / "copy.sqlite3").stat().st_mode & 0o777 == 0o600
    with pytest.raises(FileExistsError):
        sqlite_files.copy_database(place, tmp_path / "copy.sqlite3")
    whole, schema_ends = place.read_bytes(), 4096
    for start, damage in ((8192, b"\0" * 4096), (schema_ends - 32, b"\xff" * 8)):
        place.write_bytes(whole[:start] + damage + whole[start + len(damage) :])
        for act in (sqlite_files.check, lambda path: sqlite_files.copy_database(path, tmp_path / "other.sqlite3")):
            with pytest.raises(DatabaseDamagedError, match=r"[a-z]"):
                act(place)
        (tmp_path / "other.sqlite3").unlink()
