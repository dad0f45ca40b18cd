"""The file of the app's secret key, in the instance folder."""

import os
import secrets
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.settings import KEY_BYTES, KEY_FILE, PREFIX, Settings, SettingsError


def read_or_create_key(settings: Settings) -> bytes:
    """Return the app's secret key: from the settings, or from its file, which is created at the first start.

    :raises SettingsError: it cannot be created or read, or is too short.
    """
    key, path = stored_key(settings), settings.instance / KEY_FILE
    if key is None:
        with _as_settings_error(path):
            _make_key(path)
        key = stored_key(settings)
    if key is None:
        raise SettingsError(f"{path} was removed right after it was created. Start again.")
    return key


def stored_key(settings: Settings) -> bytes | None:
    """Return the app's secret key; None: there is none yet. Create the instance folder if it is missing.

    :raises SettingsError: it cannot be read, or is too short.
    """
    path = settings.instance / KEY_FILE
    with _as_settings_error(path):
        settings.instance.mkdir(mode=0o700, parents=True, exist_ok=True)
        if settings.secret_key:
            return settings.secret_key.encode()
        try:
            key = path.read_bytes().strip()
        except FileNotFoundError:
            return None
    if len(key) < KEY_BYTES:
        raise SettingsError(
            f"{path} is too short. Put the old one back from your backup; if you have none, remove the file and run "
            "companion recover."
        )
    return key


@contextmanager
def _as_settings_error(path: Path) -> Iterator[None]:
    """Turn an ``OSError`` into a ``SettingsError`` about a path."""
    try:
        yield
    except OSError as fault:
        raise SettingsError(
            f"{path} cannot be created or read ({fault.strerror}). Choose a folder that the app may write to, with "
            f"--instance or {PREFIX}INSTANCE."
        ) from None


def _make_key(path: Path) -> None:
    """Create the file with a new key atomically; if another process has just created it, keep that."""
    handle, name = tempfile.mkstemp(prefix=KEY_FILE, dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(KEY_BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(name, path)
        except OSError:  # another process was faster, or the file system has no links
            if not path.exists():
                os.replace(name, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(name)
