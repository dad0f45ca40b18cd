"""What all commands need: the option for the instance folder, its settings, and an app with its database."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from companion.settings import DATABASE, Settings, SettingsError, load_settings
from companion.terminal import Misused, errors_as_messages

if TYPE_CHECKING:
    from flask import Flask

F = TypeVar("F", bound=Callable[..., Any])


def instance_option(command: F) -> F:
    """Add the option for the instance folder to a command."""
    return click.option("--instance", metavar="DIR", help="Folder in which everything is kept.")(command)


def settings_of(*, instance: str | None, host: str | None = None, port: str | None = None) -> Settings:
    """Return the settings in force; exit with a message if any is wrong."""
    try:
        return load_settings(instance=instance, host=host, port=port)
    except SettingsError as fault:
        raise Misused(str(fault)) from None


def app_of(settings: Settings, *, checked: bool = False) -> "Flask":
    """Return the whole app with its database migrated. ``checked``: check the database for damage first."""
    from companion.store.database import sqlite_files
    from companion.web import create_app

    with errors_as_messages(settings):
        database = settings.instance / DATABASE
        if checked and not settings.database_url and database.exists():
            sqlite_files.check(database)
        return create_app(settings)


def store_of(settings: Settings) -> "Flask":
    """Return an app without pages, with its database as it is, not migrated."""
    from flask import Flask

    from companion.opening import open_database

    app = Flask("companion")
    open_database(app, settings)
    return app
