"""A database that another program is using, so that nothing can be saved."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from companion.store.database.base import db
from companion.store.database.runtime import runtime
from tests.store.database.disks import held


@contextmanager
def busy(app: Flask) -> Iterator[None]:
    """Let another program use the database."""
    with app.app_context():
        own, path = runtime(), db.engine.url.database
    patience, own.patience = own.patience, 0.01
    try:
        with held(Path(path or "")):
            yield
    finally:
        own.patience = patience
