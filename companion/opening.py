"""The database that the settings name, opened for an app: the store itself knows no apps."""

from flask import Flask

from companion.settings import KEY_FILE, Settings
from companion.store.database.base import db
from companion.store.database.engine import engine_options, prepare


def open_database(app: Flask, settings: Settings) -> None:
    """Let an app work with the database of its settings, which is left as it is."""
    uri = settings.database_uri
    app.config["SQLALCHEMY_DATABASE_URI"] = uri
    app.config["SQLALCHEMY_ENGINE_OPTIONS"] = engine_options(uri)
    db.init_app(app)
    with app.app_context():
        waiting = max(0, settings.threads // 2 - 1)
        prepare(settings.instance / KEY_FILE, waiting, settings.cache_mb)
