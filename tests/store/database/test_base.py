"""The clock, moments in the database, and background threads."""

import sqlite3
import time
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from threading import Event, current_thread
from types import SimpleNamespace

import pytest
from flask import Flask
from flask_sqlalchemy.session import Session
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.exc import OperationalError

from companion.store.access import members
from companion.store.database import background, engine
from companion.store.database.background import in_background, repeat_in_background
from companion.store.database.backups.backup_paths import BackupPaths
from companion.store.database.base import Base, Moment, clock_at, db, now
from companion.store.database.engine import Connections, engine_options, sqlite_file
from companion.store.database.runtime import Quota, runtime
from companion.store.database.writing import bump_club_mark, bump_play_mark, writing
from tests.database import embedded_only
from tests.store.tables import Club, Table, rows

NOON = datetime(2026, 11, 12, 12, tzinfo=UTC)


def test_the_clock_can_be_set_for_a_block() -> None:
    with clock_at(NOON):
        assert now() == NOON
        with clock_at(NOON + timedelta(days=1)):
            assert now() == NOON + timedelta(days=1)
        assert now() == NOON
    assert abs(now() - datetime.now(UTC)) < timedelta(minutes=1)
    assert now().tzinfo is UTC


def test_a_moment_is_stored_in_utc_without_its_zone() -> None:
    moment, dialect = Moment(), create_engine("sqlite://").dialect
    east = NOON.astimezone(timezone(timedelta(hours=9)))
    assert moment.process_bind_param(east, dialect) == datetime(2026, 11, 12, 12)
    assert moment.process_result_value(datetime(2026, 11, 12, 12), dialect) == NOON
    assert moment.process_bind_param(None, dialect) is moment.process_result_value(None, dialect) is None


def test_a_stored_moment_does_not_depend_on_the_zone_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    dialect = create_engine("sqlite://").dialect
    try:
        with monkeypatch.context() as patched:
            patched.setenv("TZ", "Asia/Tokyo")
            time.tzset()
            assert datetime.fromtimestamp(0).hour == 9
            assert Moment().process_result_value(datetime(2026, 11, 12, 12), dialect) == NOON
            assert Moment().process_bind_param(NOON, dialect) == datetime(2026, 11, 12, 12)
    finally:
        time.tzset()


def test_a_session_whose_connection_is_lost_is_closed_all_the_same(
    own_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []

    def lost(_: object) -> None:
        raise OperationalError("", {}, Exception("the connection is lost"))

    with monkeypatch.context() as patched:
        patched.setattr(Session, "close", lost)
        patched.setattr(Session, "invalidate", lambda _: done.append("invalidated"))
        db.session().close()
    assert done == ["invalidated"]


def test_tables_are_named_after_their_models() -> None:
    assert {"club", "earlier_part", "api_call", "operator_act", "key_mark", "play"} <= set(Base.metadata.tables)


def test_a_function_runs_in_the_background_until_the_block_ends() -> None:
    started, ended = Event(), Event()

    def run(stopped: Event) -> None:
        assert (current_thread().name, current_thread().daemon) == ("tidying", True)
        started.set()
        stopped.wait(60)
        ended.set()

    with in_background(run, "tidying"):
        assert started.wait(60)
        assert not ended.is_set()
    assert ended.is_set(), "it was waited for"


def test_a_function_is_repeated_in_the_background() -> None:
    calls: list[str] = []
    enough, first = Event(), Event()

    def act() -> None:
        calls.append(current_thread().name)
        first.set()
        if len(calls) == 3:
            enough.set()

    with repeat_in_background(act, 0.01, "copies"):
        assert enough.wait(60)
    assert set(calls) == {"copies"}
    first.clear()
    before = len(calls)
    with repeat_in_background(act, 3600, "copies"):
        assert first.wait(60), "at once"
    assert len(calls) == before + 1


def test_a_thread_that_does_not_stop_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "LAST_SECONDS", 0.01)
    go_on = Event()
    with in_background(lambda _: bool(go_on.wait(60)) and None, "stuck"):
        pass
    go_on.set()


# Writing.


def test_change_counters_grow_with_each_change(club: Club) -> None:
    table, other = Table(club.scorer), Table(club.scorer)
    there = club.scorer.club_id
    columns = "select mark, sheet_mark, club_mark, rounds from play where id = :id"
    before = rows(columns, id=other.id)

    def marks() -> tuple[int, ...]:
        [play] = rows("select mark, sheet_mark, club_mark from play where id = :id", id=table.id)
        [(mark,)] = rows("select mark from club where id = :id", id=there)
        return (mark, *play)

    mark, all_, _, own = marks()
    with writing() as connection:
        assert bump_play_mark(connection, table.id, on_sheet=False) == all_ + 1
        assert bump_play_mark(connection, table.id, on_sheet=True, rounds=7) == all_ + 2
        assert bump_club_mark(connection, there) == mark + 1
    assert marks() == (mark + 1, all_ + 2, all_ + 2, own)
    assert rows("select rounds from play where id = :id", id=table.id) == [(7,)]
    with writing() as connection:
        assert bump_club_mark(connection, there, table.id, name="The Aces") == mark + 2
    assert marks() == (mark + 2, all_ + 2, all_ + 2, mark + 2)
    with writing() as connection:
        bump_play_mark(connection, table.id, on_sheet=False)
    assert marks() == (mark + 2, all_ + 3, all_ + 2, mark + 2)
    assert club.member(club.token).club_name == "The Aces"
    assert rows(columns, id=other.id) == before


def test_a_failed_transaction_writes_nothing_and_outdates_polls(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    polls = SimpleNamespace(note_write=lambda: written.append("written"))
    monkeypatch.setattr(runtime(), "polls", polls)
    with suppress(KeyError), writing() as connection:
        bump_club_mark(connection, club.scorer.club_id, name="The Aces")
        raise KeyError
    monkeypatch.undo()
    assert written == ["written"]
    assert club.member(club.token).club_name == ""


@embedded_only
def test_a_writer_waits_as_long_as_it_says(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime(), "patience", 7)
    with writing() as connection:
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 7000
    for patience, milliseconds in ((0.34, 300), (4, 4000), (6.26, 6000)):
        with writing(patience) as connection:
            assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == milliseconds
    with db.engine.connect().execution_options(snapshot=True) as connection:
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 4000
    assert members.device_id(club.token) == club.device


# The engine.


def test_a_database_in_memory_has_the_usual_pool() -> None:
    server = Connections(3, 2, 4, 30, through_pgbouncer=False)
    assert engine_options("sqlite:///:memory:", server) == engine_options("sqlite://", server) == {}
    assert engine_options("sqlite:///a/file", server) == {
        "connect_args": {"timeout": 4.0}, "pool_size": 32, "max_overflow": -1, "pool_use_lifo": True
    }  # fmt: skip


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("sqlite://", None), ("sqlite:///:memory:", None), ("sqlite:////a/b", "/a/b"),
        ("postgresql+psycopg://host/name", None),
    ],
)  # fmt: skip
def test_the_file_of_the_database_is_known(
    app: Flask, monkeypatch: pytest.MonkeyPatch, url: str, name: str | None
) -> None:
    monkeypatch.setattr(engine, "db", SimpleNamespace(engine=SimpleNamespace(url=make_url(url))))
    found = sqlite_file()
    assert (None if found is None else str(found)) == name


def test_a_larger_cache_remembers_more_pollers(own_app: Flask, tmp_path: Path) -> None:
    server, key, quota = Connections(3, 2, 4, 30, through_pgbouncer=False), tmp_path / "a_key", Quota(1, 2, 3)
    for megabytes, most in ((1, 4096), (12, 4096), (23, 4096), (24, 8192)):
        engine.set_up_engine(key, 1, megabytes, server, quota)
        assert runtime().polls._most == most
    assert (runtime().paths, runtime().quota) == (BackupPaths(sqlite_file(), key), quota)


@embedded_only
def test_a_writer_has_the_database_from_the_beginning_and_a_reader_may_read_it_at_one_moment(
    own_app: Flask, tmp_path: Path
) -> None:
    count = text("select count(*) from club")
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3", timeout=0, isolation_level=None)) as other:
        with writing(), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        other.execute("BEGIN IMMEDIATE")
    engines = db.engine, db.engine.execution_options(snapshot=True)
    with engines[0].connect() as latest, engines[1].connect() as at_one_moment:
        found = [(latest.scalar(count), at_one_moment.scalar(count))]
        Club()
        found.append((latest.scalar(count), at_one_moment.scalar(count)))
    assert found == [(0, 0), (1, 0)]
