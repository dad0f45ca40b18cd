"""An app with an empty database, a club with three devices, and a play of Raise the Stakes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.database import new_app
from tests.store.tables import FOUR, Club, Table


@pytest.fixture(scope="session")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Return the app that all tests share whose clubs are their own.

    Another club has rows already, so that no test takes the id of a club for that of a night, play or person unnoticed.
    """
    with new_app(tmp_path_factory.mktemp("store")) as app:
        with app.app_context():
            clubs = Club(), Club()
            for _ in range(3):
                Table(clubs[0].scorer, players=FOUR)
        yield app


@pytest.fixture
def app(shared_app: Flask) -> Iterator[Flask]:
    """Return the app, inside its context."""
    with shared_app.app_context():
        yield shared_app


@pytest.fixture
def own_app(tmp_path: Path) -> Iterator[Flask]:
    """Return an app with its own database in ``tmp_path``, inside its context."""
    with new_app(tmp_path) as app, app.app_context():
        yield app


@pytest.fixture
def club(app: Flask) -> Club:
    """Return a club with three devices: its organiser, a scorer and a viewer."""
    return Club()


@pytest.fixture
def table(club: Club) -> Table:
    """Return a play of Raise the Stakes for three, kept by the scorer."""
    return Table(club.scorer)
