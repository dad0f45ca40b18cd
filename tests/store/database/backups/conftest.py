"""Paths of backups, and a play that another phone keeps writing."""

from collections.abc import Iterator
from threading import Event, Thread

import pytest
from flask import Flask

from companion.store.database.backups.backup_paths import BackupPaths
from companion.store.database.runtime import runtime
from tests.store.tables import Club, Table, done, tricks


@pytest.fixture
def paths(own_app: Flask) -> BackupPaths:
    return runtime().paths


@pytest.fixture
def busy(own_app: Flask) -> Iterator[Table]:
    """Keep a play in which another phone writes all the time."""
    table, stop = Table(Club().scorer, options={"target": 200}), Event()

    def write() -> None:
        with own_app.app_context():
            while not stop.is_set():
                done(table.save(tricks(0, 0, 5)))
                if len(table.state.slots) > 20:
                    done(table.remove(table.state.slots[-1].slot))

    thread = Thread(target=write)
    thread.start()
    yield table
    stop.set()
    thread.join()
