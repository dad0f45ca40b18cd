"""The database: tables, projections, connections, and files on disk."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from companion.settings import load_settings
from companion.store.database import sqlite_files
from companion.store.database.base import Base, db
from companion.store.database.engine import Connections, engine_options
from companion.store.database.plain_connection import plain_connection
from companion.store.database.revisions import known_revisions, newest_revision
from companion.store.database.runtime import runtime
from companion.store.database.sqlite_files import ReadOnlyConnection
from companion.store.database.trouble import trouble_of
from companion.store.database.writing import writing
from companion.store.migrations.run_migrations import alembic_config
from companion.store.plays.edits import change_log, projection
from companion.web import create_app
from tests.database import URL, embedded_only, new_app
from tests.store.tables import SCRATCH, Club, Table, done, rows, tricks


def test_migrations_and_models_agree(own_app: Flask) -> None:
    with db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_new_rows_have_these_values_unless_others_are_given() -> None:
    found: dict[str, set[str]] = {}
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            if column.default is not None:
                value = getattr(column.default, "arg", None)
                found.setdefault(getattr(value, "__name__", repr(value)), set()).add(f"{table.name}.{column.name}")
    assert {value: " ".join(sorted(columns)) for value, columns in found.items()} == {
        "now": "api_call.at club.created_at club.kept_at device.created_at device.seen_at erasure.at "
        "membership.joined_at operator_act.at player.created_at",
        "''": "club.currency club.name club.timezone membership.label night.name night.notes night.place "
        "play.currency play.title",
        "False": "club.asks_stake club.is_blocked draft.locked membership.asked membership.is_program play.counts "
        "play.is_discarded play.is_later play.over play.turned_last player.is_hidden",
        "0": "club.code_generation club.mark club.names_mark club.recovery_generation draft.cards_mark part.balance "
        "play.club_mark play.kitty play.revision play.rounds",
        "1": "play.games play.mark play.sheet_mark",
        "6": "club.code_letters",
        "8": "screen.letters",
        "list": "night.present play.sides",
        "dict": "draft.data",
    }


@embedded_only
def test_an_answered_write_is_on_disk(tmp_path: Path) -> None:
    app = create_app(load_settings({}, instance=tmp_path))
    with app.app_context():
        with db.engine.connect() as connection:
            wanted = {"journal_mode": "wal", "foreign_keys": 1, "synchronous": 2}
            found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in wanted}
        db.engine.dispose()
    assert found == wanted


def test_many_readers_connect_at_once(own_app: Flask) -> None:
    with ExitStack() as readers:
        for _ in range(32):
            connection = readers.enter_context(db.engine.connect())
            assert connection.execute(text("SELECT 1")).scalar() == 1


@embedded_only
def test_each_thread_keeps_a_connection_for_reading_and_one_for_writing(own_app: Flask) -> None:
    def in_a_transaction() -> Connection:
        with writing() as connection:
            return connection

    def connections() -> tuple[Connection, Connection]:
        with own_app.app_context():
            return plain_connection(), in_a_transaction()

    reads, writes = connections()
    assert (plain_connection(), in_a_transaction()) == (reads, writes)
    with ThreadPoolExecutor(1) as pool:
        assert not {reads, writes} & {*pool.submit(connections).result()}
    for lose in (Connection.close, Connection.invalidate):
        lose(reads)
        before, reads = reads, plain_connection()
        assert reads is not before
        assert reads.scalar(text("SELECT 1")) == 1
    with pytest.raises(KeyError), writing():
        raise KeyError
    assert writes.closed
    assert in_a_transaction() is not writes
    kept = [*runtime().kept.values()]
    assert len(kept) == 4
    db.engine.dispose()
    assert runtime().kept == {}
    assert all(one.closed for one in kept)


@embedded_only
def test_a_connection_that_only_reads_is_not_kept(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(place: str, **options: Any) -> ReadOnlyConnection:
        return sqlite3.connect(place, factory=ReadOnlyConnection, **options)

    db.session.remove()
    db.engine.dispose()
    monkeypatch.setattr(sqlite_files, "connect", connect)
    assert plain_connection() is db.session.connection()
    assert runtime().kept == {}
    db.session.remove()
    with db.engine.connect() as first:
        driver = first.connection.driver_connection
    with db.engine.connect() as second:
        assert second.connection.driver_connection is not driver


def test_rows_with_references_cannot_be_deleted(own_app: Flask) -> None:
    Table(Club().scorer)
    with pytest.raises(Exception, match=r"(?i)foreign key"), db.engine.begin() as connection:
        connection.execute(text("delete from device"))


def test_revisions_are_read_without_loading_alembic() -> None:
    script = ScriptDirectory.from_config(alembic_config())
    assert list(known_revisions()) == [one.revision for one in script.walk_revisions()][::-1]
    assert newest_revision() == script.get_current_head()


# Projections.


def spoil(table: str, column: str, value: str) -> None:
    with db.engine.begin() as connection:
        connection.execute(text(f"update {table} set {column} = {value}"))


def standing(table: str) -> list[dict[str, Any]]:
    """Return the rows of a table, without the mark that says that something was corrected."""
    found = rows(f"select * from {table} order by 1, 2")
    return [{key: value for key, value in row._mapping.items() if key != "club_mark"} for row in found]


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("play", "over", "false"), ("play", "rounds", "7"), ("play", "last_at", "'2001-01-01 00:00:00'"),
        ("play", "revision", "9"), ("part", "total", "99"), ("part", "place", "2"), ("part", "won", "true"),
        ("part", "rounds", "1"), ("part", "seat", "5"), ("part", "dealt_first", "false"), ("part", "side", "1"),
        ("play", "night_id", "null"), ("play", "played_at", "'2001-01-01 00:00:00'"), ("play", "counts", "false"),
        ("play", "until", "'2001-01-01 00:00:00'"), ("play", "is_discarded", "true"), ("play", "currency", "'EUR'"),
        ("play", "turned_last", "true"), ("play", "kitty", "5"), ("part", "high_round", "77"), ("part", "balance", "3"),
    ],
)  # fmt: skip
def test_rebuild_corrects_projections(own_app: Flask, table: str, column: str, value: str) -> None:
    played = Table(Club().scorer)
    Table(Club().scorer)
    played.write(SCRATCH, tricks(0, 5, 0), SCRATCH)
    done(played.end())
    assert projection.rebuild_plays() == 0, "nothing was off"
    before = standing(table)
    db.session.remove()
    spoil(table, column, value)
    assert standing(table) != before
    db.session.remove()
    assert projection.rebuild_plays() > 0
    assert standing(table) == before
    db.session.remove()
    assert projection.rebuild_plays() == 0
    done(played.reopen())


def test_another_process_reads_the_same_play(own_app: Flask) -> None:
    table = Table(Club().scorer)
    table.write(SCRATCH)
    done(table.seat("Dee"))
    table.write(tricks(0, 0, 0, 5))
    done(table.save(tricks(0, 5, 0), slot=1))
    before = table.state
    with create_app(own_app.config["COMPANION"]).app_context():
        after = table.state
        assert after is not before
        assert (after.slots, after.seats, after.revision, after.undoable) == (
            before.slots, before.seats, before.revision, before.undoable,
        )  # fmt: skip
        assert after.sheet.table.totals == before.sheet.table.totals
        assert change_log.changes(after)[0].label == "correction of round 1"
        db.session.remove()
        db.engine.dispose()


@pytest.mark.skipif(not URL.startswith("postgresql"), reason="is about PostgreSQL")
def test_a_statement_that_takes_too_long_is_reported_as_trouble(tmp_path: Path) -> None:
    with new_app(tmp_path, statement_seconds=1) as app, app.app_context():
        with pytest.raises(DBAPIError) as fault, db.engine.connect() as connection:
            connection.execute(text("select pg_sleep(60)"))
        assert trouble_of(fault.value) == "busy"


def test_connections_follow_the_settings() -> None:
    server = Connections(3, 2, 4, 30, through_pgbouncer=True)
    assert engine_options("postgresql+psycopg://host/name", server) == {
        "isolation_level": "AUTOCOMMIT", "pool_pre_ping": True, "pool_size": 3, "max_overflow": 2, "pool_timeout": 4,
        "connect_args": {"prepare_threshold": None},
    }  # fmt: skip
    assert "connect_args" not in engine_options(
        "postgresql+psycopg://host/name", replace(server, through_pgbouncer=False)
    )
    assert engine_options("sqlite:///file", server) == engine_options("sqlite:///file", replace(server, size=9))
