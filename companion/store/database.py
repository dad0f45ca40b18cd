"""The database: SQLite inside the instance folder by default, any other by its address."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import Migrate
from flask_migrate import upgrade as run_migrations
from sqlalchemy import Engine, event

from companion.store import models, plays
from companion.store.base import db
from companion.store.reading import init_reading

MIGRATIONS = Path(__file__).parent / "migrations"
migrate = Migrate(directory=str(MIGRATIONS))

assert models.Play.metadata is db.metadata, "migrations look at the app's own rows"  # noqa: S101 - a fault of the program


def init_store(app: Flask) -> None:
    """Tie the database to an app."""
    uri = app.config["SQLALCHEMY_DATABASE_URI"]
    if uri.startswith("sqlite:///") and ":memory:" not in uri:
        app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {"connect_args": {"timeout": 30}, "pool_size": 32})
    elif not uri.startswith("sqlite"):
        app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {"pool_pre_ping": True, "pool_size": 32})
    db.init_app(app)
    migrate.init_app(app, db)
    init_reading(app)
    with app.app_context():
        if uri.startswith("sqlite"):
            _prepare_sqlite(db.engine)


def _prepare_sqlite(engine: Engine) -> None:
    """What was answered is on disk, rows that others point at stay, and writers wait for one another."""

    @event.listens_for(engine, "connect")
    def _connected(connection: Any, _: object) -> None:
        connection.isolation_level = None  # transactions are ours, so that a writer can say so from the start
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "foreign_keys=ON", "synchronous=FULL", "busy_timeout=30000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _begun(connection: Any) -> None:
        options = connection.get_execution_options()
        if not options.get("reads", False):
            connection.exec_driver_sql("BEGIN IMMEDIATE" if options.get("writes", False) else "BEGIN")


def sqlite_file(app: Flask) -> Path | None:
    """The file of the embedded database; None where another database is used, or one in memory."""
    with app.app_context():
        url = db.engine.url
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)


def upgrade(app: Flask) -> None:
    """Bring the database up to date, with a copy of the embedded one made first."""
    with app.app_context():
        with db.engine.connect() as connection:
            before = MigrationContext.configure(connection).get_current_revision()
        newest = ScriptDirectory(str(MIGRATIONS)).get_current_head()
        if before == newest:
            return
        path = sqlite_file(app)
        if before is not None and path is not None and path.exists():
            _copy(path, _free(path.with_name(f"{path.name}.before-{newest}")))
        run_migrations(directory=str(MIGRATIONS))


def _free(path: Path) -> Path:
    """This path, or where something lies there already, the same with a number: no copy is ever written over."""
    tries = (path, *(path.with_name(f"{path.name}-{number}") for number in range(2, 1000)))
    return next(one for one in tries if not one.exists())


def backup(app: Flask, target: Path, *, replace: bool = False) -> None:
    """A consistent copy of the embedded database, while the app runs or not.

    :raises click.ClickException: there is no embedded database, or the file is there already.
    """
    path = sqlite_file(app)
    if path is None:
        raise click.ClickException("Only the embedded database is copied this way; use your database's own tool.")
    if not path.exists():
        raise click.ClickException(f"There is no database at {path} yet.")
    if target.exists() and target.samefile(path):
        raise click.ClickException(f"{target} is the database itself; choose another name.")
    if target.exists() and not replace:
        raise click.ClickException(f"{target} is there already; choose another name.")
    _copy(path, target)


def _copy(source: Path, target: Path) -> None:
    """Copy whole or not at all: what was at the target stays until the copy is complete."""
    half = target.with_name(target.name + ".part")
    half.unlink(missing_ok=True)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(half)) as new:
        old.backup(new)
    half.replace(target)


def rebuild(app: Flask) -> int:
    """Work out anew everything that is cached; gives how many plays were off."""
    with app.app_context():
        return plays.rebuild_caches()
