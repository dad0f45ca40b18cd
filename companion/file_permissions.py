"""File permissions: only the user who runs the app can read its data. Windows separates users by itself."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.settings import DATABASE, FILE, KEY_FILE

OURS = (f"{DATABASE}*", f"{KEY_FILE}*", FILE, "copies", "copies/*")
"""Patterns of the files in the instance folder: database with its logs, key, settings, and copies."""


@contextmanager
def private_umask() -> Iterator[None]:
    """Make files that are created during this block readable only by their owner. Windows needs nothing of this."""
    if sys.platform == "win32":
        yield
        return
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def restrict_permissions(instance: Path, *others: Path) -> None:
    """Make the instance folder and these files readable only by their owner.

    Errors are ignored: some disks have no permissions, and some files belong to others.
    """
    if sys.platform == "win32":
        return
    found = [path for pattern in OURS for path in instance.glob(pattern)]
    if _is_own_folder(instance):
        found.append(instance)
    for path in (*found, *others):
        with suppress(OSError):
            mode = stat.S_IMODE(path.lstat().st_mode)
            if mode & 0o077 and not path.is_symlink():
                path.chmod(mode & ~0o077)


def _is_own_folder(folder: Path) -> bool:
    """Return whether a folder is the app's own: no home folder, none above it, and none shared like ``/tmp``."""
    with suppress(OSError, RuntimeError):
        home = Path.home()
        return folder != home and folder not in home.parents and not folder.stat().st_mode & stat.S_ISVTX
    return False
