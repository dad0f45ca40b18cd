"""The app's secret key, from which codes and links of clubs are derived.

All functions need the context of the app.
"""

import shlex

from flask import current_app

from companion.core.words import counted
from companion.key_file import read_or_create_key, stored_key
from companion.settings import (
    DATABASE,
    KEY_FILE,
    PREFIX,
    Settings,
    SettingsError,
    default_instance,
)
from companion.store.access import recovery
from companion.store.access.codes import key_mark
from companion.store.club.club_list import number_of_clubs
from companion.store.database.runtime import runtime


class KeyLostError(SettingsError):
    """There are clubs, but their secret key is lost; the message says what to do."""


def load_key(settings: Settings) -> None:
    """Load the secret key, or create one if there are no clubs yet; record in the database which key is its own.

    :raises KeyLostError: there are clubs and their key is missing or another one, or the database belongs to another
        folder.
    """
    clubs, path = number_of_clubs(), settings.instance / KEY_FILE
    own = f"{PREFIX}SECRET_KEY" if settings.secret_key else path
    database = "the database" if settings.database_url else settings.instance / DATABASE
    if clubs and stored_key(settings) is None:
        raise _key_lost(
            settings,
            f"The key of {counted(clubs, 'club')} is missing: there is no {path}, and {database} needs it. "
            "Put that file back from your backup, or set COMPANION_SECRET_KEY.",
        )
    _apply_key(settings)
    if clubs and len(recovery.clubs_of_another_key()) == clubs:
        raise _key_lost(
            settings,
            f"{own} is not the key of {counted(clubs, 'club')} in {database}: it belongs to another folder, or was "
            "created after the right one was lost. Put the right one back from your backup.",
        )
    mark = key_mark(runtime().secret)
    if settings.database_url and not clubs and recovery.stored_key_mark(mark) != mark:
        raise _key_lost(
            settings,
            f"This database was used with another instance folder before: {own} is not its key. Start Companion with "
            "that folder, put its key here, or use another database with this folder.",
        )
    recovery.set_key_mark(mark)


def accept_key(settings: Settings) -> str:
    """Continue with the secret key of the instance folder, or a new one, after the key of the clubs was lost.

    Clubs of another key get new codes and recovery links. Return a text about what was changed, or an empty text.
    """
    path = settings.instance / KEY_FILE
    made = f"There was no key, so a new one was created: {path}. Back it up.\n"
    created = made if stored_key(settings) is None else ""
    _apply_key(settings)
    recovery.set_key_mark(key_mark(runtime().secret))
    renewed = recovery.renew_codes_of_another_key()
    if not renewed:
        return created
    return (
        f"{created}New codes and recovery links for {counted(renewed, 'club')}: older ones no longer work. "
        "Phones that have joined stay in.\nIf Companion is running, restart it."
    )


def other_keys_notice(settings: Settings) -> str:
    """Return a warning about clubs with another key, or an empty text."""
    strange = len(recovery.clubs_of_another_key())
    if not strange:
        return ""
    return (
        f"The codes and links of {counted(strange, 'club')} do not work, since the key in {settings.instance} "
        f"is not theirs. To make new ones: {_recover_command(settings)}"
    )


def _apply_key(settings: Settings) -> None:
    """Read or create the secret key, and use it in the current app, whose session cookie is named after it.

    From then on it is also ``runtime().secret``, from which the store derives codes.
    """
    key = read_or_create_key(settings)
    current_app.config.update(SECRET_KEY=key, SESSION_COOKIE_NAME=f"companion-{key_mark(key)}")
    runtime().secret = key


def _key_lost(settings: Settings, message: str) -> KeyLostError:
    """Return the error with this message, followed by what to do if the key is lost for good."""
    return KeyLostError(
        f"{message}\nIf it is lost for good, go on without it: {_recover_command(settings)}\n"
        "Phones that have joined stay in, and nothing that was saved is lost. But earlier codes, QR codes and recovery "
        "links stop working, and there are new ones."
    )


def _recover_command(settings: Settings) -> str:
    """Return the command that continues without the lost key."""
    if settings.instance == default_instance():
        return "companion recover"
    return f"companion recover --instance {shlex.quote(str(settings.instance))}"
