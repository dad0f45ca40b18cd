"""Databases of these tests: closed, and extracted from a backup."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

from flask import Flask

from companion.store.database.base import db

EVENING = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def leave(app: Flask) -> None:
    """Close the database, as an app that has stopped does."""
    db.session.remove()
    db.engine.dispose()


def taken_out(copy: Path, into: Path) -> Path:
    """Extract the database from a backup with an ordinary tool."""
    shutil.unpack_archive(copy, into, "zip")
    return into / "companion.sqlite3"
