"""Fixtures: an app with an empty database, a club with a phone for each role, and a play."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.database import new_app
from tests.web.phones import Club, Table


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """Return the app that all tests of pages share; each test has a club of its own."""
    with new_app(tmp_path_factory.mktemp("web")) as app:
        yield app


@pytest.fixture
def club(app: Flask) -> Club:
    """Return a club with an organiser, a scorer, a viewer and a stranger."""
    return Club(app)


@pytest.fixture
def table(club: Club) -> Table:
    """Return a play of Raise the Stakes for three, with a round in which Ann took all five tricks."""
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    table.write({"tricks": {"Ann": 5}})
    return table
