"""What lies on the disk is for the eyes of whoever runs the app. Windows keeps a user's folders apart by itself."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.settings import DATABASE, FILE, KEY_FILE

OURS = (f"{DATABASE}*", f"{KEY_FILE}*", FILE, "copies", "copies/*")
"""What is kept in the instance folder, as patterns: the database with its logs, the key, the settings, and copies."""


@contextmanager
def written_privately() -> Iterator[None]:
    """Nobody else can read what is written as long as this lasts."""
    if sys.platform == "win32":
        yield
        return
    before = os.umask(0o077)
    try:
        yield
    finally:
        os.umask(before)


def tighten(instance: Path, *others: Path) -> None:
    """Let nobody else read what lies in the instance folder already, nor these other files.

    Where the disk knows no such thing, or the file is somebody else's, it stays as it is.
    """
    if sys.platform == "win32":
        return
    found = [path for pattern in OURS for path in instance.glob(pattern)]
    if _is_its_own(instance):
        found.append(instance)
    for path in (*found, *others):
        with suppress(OSError):
            mode = stat.S_IMODE(path.lstat().st_mode)
            if mode & 0o077 and not path.is_symlink():
                path.chmod(mode & ~0o077)


def _is_its_own(folder: Path) -> bool:
    """Whether a folder is there for Companion, and not one that others need, too."""
    with suppress(OSError, RuntimeError):
        home = Path.home()
        return folder != home and folder not in home.parents and not folder.stat().st_mode & stat.S_ISVTX
    return False
