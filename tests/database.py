"""Databases for tests: SQLite by default, or PostgreSQL with ``TEST_DATABASE_URL``."""

import os
import sqlite3
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4

import pytest
from flask import Flask
from jinja2 import BytecodeCache, Undefined
from jinja2.bccache import Bucket
from sqlalchemy import create_engine, event, make_url, text
from werkzeug.routing import Rule

from companion.settings import DATABASE, load_settings
from companion.store.database.base import db
from companion.store.database.runtime import runtime
from companion.web import create_app
from companion.web.support.static import assets

URL = os.environ.get("TEST_DATABASE_URL", "")

PATIENCE = 60.0
"""Time-out of writers in seconds, long enough for a busy machine."""


class CompiledOnce(BytecodeCache):
    """The templates of all apps of this process, each of which is compiled only once."""

    def __init__(self) -> None:
        self.compiled: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.compiled:
            bucket.bytecode_from_string(self.compiled[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.compiled[bucket.key] = bucket.bytecode_to_string()


Flask.jinja_options["bytecode_cache"] = CompiledOnce()
assets.read_assets = cache(assets.read_assets)

compile_builder = Rule._compile_builder
builders: dict[tuple[Hashable, ...], Callable[..., tuple[str, str]]] = {}
"""What writes the addresses of routes: to compile it takes longer than all else that a new app does."""


def builder_of(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    """Return the function of a route for all apps of this process that have it."""
    key = (rule.rule, str(rule.defaults), append_unknown)
    if key not in builders:
        builders[key] = compile_builder(rule, append_unknown)
    return builders[key]


Rule._compile_builder = builder_of

embedded_only = pytest.mark.skipif(bool(URL), reason="is about the embedded database, and TEST_DATABASE_URL is set")


@contextmanager
def own_database() -> Iterator[str | None]:
    """Yield the URL of an empty schema that is dropped afterwards; None: SQLite is used."""
    if not URL:
        yield None
        return
    schema = f"test_{uuid4().hex}"
    engine = create_engine(URL)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {schema}"))
    try:
        inside = make_url(URL).update_query_dict({"options": f"-csearch_path={schema}"})
        yield inside.render_as_string(hide_password=False)
    finally:
        with engine.begin() as connection:
            connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
        engine.dispose()


def forget_the_disk(connection: sqlite3.Connection, _record: object) -> None:
    """Do not wait for the disk: only tests that kill servers depend on that."""
    connection.execute("PRAGMA synchronous = OFF")


@cache
def empty_database() -> bytes:
    """Return an SQLite file after all migrations, which take three quarters of the time that an app needs."""
    with TemporaryDirectory() as folder:
        app = create_app(load_settings({}, instance=Path(folder)))
        with app.app_context():
            db.engine.dispose()
        return (Path(folder) / DATABASE).read_bytes()


def put_empty_database(instance: Path) -> None:
    """Give an app an empty, current database, unless it is to use another one."""
    if not URL:
        instance.mkdir(parents=True, exist_ok=True)
        (instance / DATABASE).write_bytes(empty_database())


def app_in(instance: Path, **settings: object) -> Flask:
    """Return an app on the database in a folder; an empty one is put there if there is none."""
    if not (instance / DATABASE).exists():
        put_empty_database(instance)
    return create_app(load_settings({}, instance=instance, **settings))


class NothingToPrint(Undefined):
    """A name that a template does not know: it may ask for it, but must not print it.

    To users it is an empty text, so that one mistake does not hide a page.
    """

    __str__ = __html__ = Undefined._fail_with_undefined_error


@contextmanager
def new_app(instance: Path, **settings: object) -> Iterator[Flask]:
    """Return an app with an empty database."""
    with new_apps(instance, 1, **settings) as (app,):
        yield app


@contextmanager
def new_apps(instance: Path, number: int, **settings: object) -> Iterator[list[Flask]]:
    """Return apps over one empty database, each as ignorant of the others as processes of a server."""
    with own_database() as url:
        put_empty_database(instance)
        chosen = load_settings({}, instance=instance, database_url=url, **settings)
        apps = [create_app(chosen) for _ in range(number)]
        for app in apps:
            app.jinja_env.undefined = NothingToPrint
            with app.app_context():
                runtime().patience = PATIENCE
                if not URL:
                    event.listen(db.engine, "connect", forget_the_disk)
                    db.engine.dispose()
        yield apps
        for app in apps:
            with app.app_context():
                db.engine.dispose()
