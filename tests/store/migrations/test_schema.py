"""The tables after each migration: those of the databases of then, and the same on the way back."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from alembic import command
from flask import Flask
from sqlalchemy import Engine, create_engine, inspect, text

from companion.store.database.base import db
from companion.store.database.revisions import known_revisions
from companion.store.migrations.run_migrations import alembic_config
from tests.database import URL, embedded_only
from tests.old_versions import OLD
from tests.store.tables import Club, Table

Schema = dict[tuple[str, ...], tuple[Any, ...]]

RECORDED = {"0002": "database.sql", "0007": "cards.sql"}
"""The files with a database of then, by its revision."""


def schema_of(engine: Engine) -> Schema:
    """Return all columns, keys, constraints, indexes and triggers of an embedded database, the tables of others."""
    tables, found = inspect(engine), Schema()
    names = set(tables.get_table_names()) - {"alembic_version"}
    if URL:
        return {(table,): () for table in names}
    for table in names:
        for one in tables.get_columns(table):
            found[table, "column", one["name"]] = (str(one["type"]), one["nullable"], one["default"])
        found[table, "key"] = (*tables.get_pk_constraint(table)["constrained_columns"],)
        for key in tables.get_foreign_keys(table):
            found[table, "foreign key", *key["constrained_columns"]] = (key["referred_table"], key["name"])
        for unique in tables.get_unique_constraints(table):
            found[table, "unique", *unique["column_names"]] = ()
        for check in tables.get_check_constraints(table):
            found[table, "check", str(check["name"])] = (check["sqltext"],)
        for index in tables.get_indexes(table):
            where = str(index["dialect_options"].get("sqlite_where"))
            found[table, "index", str(index["name"])] = (*index["column_names"], bool(index["unique"]), where)
    with engine.connect() as connection:
        for name, sql in connection.execute(text("select name, sql from sqlite_master where type = 'trigger'")):
            found[name, "trigger"] = (sql,)
    return found


def recorded_schema(path: Path) -> Schema:
    """Return the schema of the recorded database with this name, which is made again at the path."""
    with closing(sqlite3.connect(path)) as database:
        database.executescript((OLD / path.name).read_text("utf-8"))
    engine = create_engine(f"sqlite:///{path}")
    schema = schema_of(engine)
    engine.dispose()
    return schema


def differences(found: Mapping[Any, Any], expected: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return what differs, as found and as expected."""
    return {
        key: (found.get(key), expected.get(key)) for key in {**found, **expected} if found.get(key) != expected.get(key)
    }


def test_every_migration_leads_to_the_same_tables_upwards_and_downwards(own_app: Flask, tmp_path: Path) -> None:
    revisions = [*known_revisions()]
    after_downgrade = {revisions[-1]: schema_of(db.engine)}
    for revision in reversed(revisions[:-1]):
        command.downgrade(alembic_config(), revision)
        after_downgrade[revision] = schema_of(db.engine)
    command.downgrade(alembic_config(), "base")
    assert schema_of(db.engine) == {}
    for revision in revisions:
        command.upgrade(alembic_config(), revision)
        schema = schema_of(db.engine)
        # a required column that a downgrade adds to rows needs a default, which it keeps
        expected = {
            key: (*kind[:-1], schema[key][-1]) if key[1:2] == ("column",) and schema[key][-1] is None else kind
            for key, kind in after_downgrade[revision].items()
        }
        assert differences(schema, expected) == {}, revision
        if revision in RECORDED and not URL:
            assert differences(schema, recorded_schema(tmp_path / RECORDED[revision])) == {}, revision
    db.session.remove()
    assert Table(Club().scorer).totals == {"Ann": 0, "Bob": 0, "Cyd": 0}


@embedded_only
def test_the_log_refuses_changes_except_while_its_club_is_erased(own_app: Flask) -> None:
    """A later migration must repeat the triggers of a table that it recreates."""
    triggers = {key: sql for key, sql in schema_of(db.engine).items() if "trigger" in key}
    assert triggers == {
        (f"event_no_{verb}", "trigger"): (
            f"CREATE TRIGGER event_no_{verb} BEFORE {verb.upper()} ON event WHEN NOT EXISTS (SELECT 1"
            " FROM erasure WHERE erasure.open AND erasure.club_id = OLD.club_id)"
            " BEGIN SELECT RAISE(ABORT, 'what was written down is never changed'); END",
        )
        for verb in ("update", "delete")
    }
