"""Disks that are full or read-only, and programs that lock a database."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest


def _mount(*words: str) -> None:
    """Mount something, or skip the test if that is not permitted."""
    if not shutil.which("mount") or not hasattr(os, "geteuid") or os.geteuid():
        pytest.skip("only root can mount a disk here")
    done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")


@contextmanager
def small_disk(folder: Path, size: str = "6m") -> Iterator[None]:
    """Mount a small disk at this folder."""
    folder.mkdir(exist_ok=True)
    _mount("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder))
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Fill the disk of this folder; return the file that takes the space."""
    ballast = folder / "ballast"
    with ballast.open("ab", 0) as file, suppress(OSError):
        for size in (65536, 512, 1):
            with suppress(OSError):
                while True:
                    file.write(b"x" * size)
    return ballast


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make the disk at this folder read-only. ``folder``: a disk of its own."""
    _mount("-o", "remount,ro", str(folder))
    try:
        yield
    finally:
        subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)


@contextmanager
def held(database: Path, how: str = "IMMEDIATE") -> Iterator[None]:
    """Lock the database as another program."""
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute(f"BEGIN {how}")
        yield
        other.execute("ROLLBACK")


def damage(database: Path) -> None:
    """Overwrite the middle of a database that nobody uses."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        size, pages = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_size", "page_count"))
    with database.open("r+b") as file:
        for page in range(2, pages):
            file.seek(page * size)
            file.write(b"\xa5" * 200)
