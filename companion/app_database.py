"""Connecting an app with the database of its settings, which the store itself does not know."""

from flask import Flask

from companion.settings import KEY_FILE, Settings
from companion.store.database.base import db
from companion.store.database.caches.cache import MEGABYTE
from companion.store.database.engine import Connections, engine_options, set_up_engine
from companion.store.database.runtime import Quota, runtime


def open_database(app: Flask, settings: Settings) -> None:
    """Connect an app with the database of its settings, without migrating it."""
    uri = settings.database_uri
    pool = settings.pool_size, settings.pool_overflow, settings.pool_seconds
    server = Connections(*pool, settings.statement_seconds, settings.pgbouncer)
    quota = Quota(settings.club_plays, settings.club_rounds, settings.club_mb * MEGABYTE)
    app.config["SQLALCHEMY_DATABASE_URI"] = uri
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = engine_options(uri, server)
    db.init_app(app)
    with app.app_context():
        most_waiting = max(0, settings.threads // 2 - 1)
        set_up_engine(settings.instance / KEY_FILE, most_waiting, settings.cache_mb, server, quota)
        runtime().code_letters = settings.code_letters
