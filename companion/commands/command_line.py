"""What all commands need: the option for the instance folder, its settings, and an app with its database."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from companion.commands.terminal import CommandRefused, WrongUsage, errors_as_messages, find_club
from companion.settings import DATABASE, Settings, SettingsError, load_settings

if TYPE_CHECKING:
    from flask import Flask

    from companion.store.club.club_list import ClubInfo

INSTANCE = click.Option(["--instance"], metavar="DIR", help="Folder of the database, the key and the settings.")
club_option = click.option(
    "--club",
    metavar="NAME",
    help="Name of the club, or its number as listed by companion clubs; only needed if there are several.",
)


class CommandOfInstance(click.Command):
    """A command with the option for the instance folder, after its own options."""

    def __init__(self, *, params: Sequence[click.Parameter] = (), **more: Any) -> None:
        super().__init__(params=[*params, INSTANCE], **more)


class ServeByDefault(click.Group):
    """The group of commands; without a command, ``serve`` runs."""

    command_class = CommandOfInstance

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Insert ``serve``, unless the arguments begin with a command or ask for help or the version."""
        if not args or (args[0].startswith("-") and args[0] not in ("-h", "--help", "--version")):
            args = ["serve", *args]
        return super().parse_args(ctx, args)


def settings_of(*, instance: str | None, host: str | None = None, port: str | None = None) -> Settings:
    """Return the settings in force; exit with a message if any is wrong."""
    try:
        return load_settings(instance=instance, host=host, port=port)
    except SettingsError as fault:
        raise WrongUsage(str(fault)) from None


def create_app_from(settings: Settings, *, checked: bool = False) -> "Flask":
    """Return the whole app with its database migrated; errors become messages of the command.

    ``checked``: check the database for damage first.
    """
    from companion.store.database import sqlite_files
    from companion.web import create_app

    with errors_as_messages(settings):
        database = settings.instance / DATABASE
        if checked and not settings.database_url and database.exists():
            sqlite_files.check(database)
        return create_app(settings)


@contextmanager
def open_app(instance: str | None) -> Iterator[Settings]:
    """Create the whole app with its database migrated, for this block; errors become messages of the command."""
    settings = settings_of(instance=instance)
    app = create_app_from(settings)
    with errors_as_messages(settings), app.app_context():
        yield settings


@contextmanager
def open_store(instance: str | None, *, migrated: bool = True) -> Iterator[Settings]:
    """Open the database during this block, without pages; errors become messages of the command.

    ``migrated``: upgrade the database first.
    """
    from flask import Flask

    from companion.app_database import open_database
    from companion.store.migrations.upgrading import upgrade_database

    settings, app = settings_of(instance=instance), Flask("companion")
    with errors_as_messages(settings):
        open_database(app, settings)
        with app.app_context():
            if migrated:
                upgrade_database()
            yield settings


@contextmanager
def open_club(instance: str | None, name_or_number: str | None, without_database: str = "") -> Iterator["ClubInfo"]:
    """Open and upgrade the database for this block; yield the club with this name or number, None: the only club.

    ``without_database``: if given, a missing database is not created, and this text ends the message about it.
    """
    from companion.store.club.club_list import clubs
    from companion.store.database.engine import sqlite_file
    from companion.store.migrations.upgrading import upgrade_database

    with open_store(instance, migrated=False):
        file = sqlite_file()
        if without_database and file is not None and not file.exists():
            raise CommandRefused(f"There is no database at {file} yet, so {without_database}.")
        upgrade_database()
        yield find_club(clubs(), name_or_number)


def check_folder_of(file: Path) -> None:
    """Check that a file can be written into its folder.

    :raises CommandRefused: there is no such folder, or it is read-only.
    """
    folder = file.absolute().parent
    if not folder.is_dir():
        raise CommandRefused(f"There is no folder {folder}. Create it, or choose another.")
    if not os.access(folder, os.W_OK):
        raise CommandRefused(f"Nothing can be written to the folder {folder}. Choose another.")
