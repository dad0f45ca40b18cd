"""Apps with a database of 21 or 22 November 2026, before and after its migration."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from companion.settings import DATABASE
from companion.store.migrations import upgrading
from tests.database import URL
from tests.store.migrations.old_rows import filled, go_back


@pytest.fixture(scope="module", autouse=True)
def _filled_once() -> Iterator[None]:
    """Databases that were filled are kept for the tests of this file."""
    yield
    for database in filled.values():
        database.close()
    filled.clear()


@pytest.fixture
def old_app(own_app: Flask, tmp_path: Path) -> Flask:
    """Return an app whose database is of that day."""
    go_back(tmp_path, "0002", "database.sql")
    return own_app


@pytest.fixture
def migrated_app(old_app: Flask, tmp_path: Path) -> Flask:
    """Return the app after the migration of that database, which is copied if that was done before."""
    if "migrated" in filled:
        go_back(tmp_path, "", "migrated")
        return old_app
    upgrading.upgrade_database()
    if not URL:
        filled["migrated"] = sqlite3.connect(":memory:")
        with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
            database.backup(filled["migrated"])
    return old_app


@pytest.fixture
def laid_app(own_app: Flask, tmp_path: Path) -> Flask:
    """Return an app whose database is of that day, with cards."""
    go_back(tmp_path, "0007", "cards.sql")
    return own_app
