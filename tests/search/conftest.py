"""The index over all rules texts, made once."""

import pytest

from companion.games import all_games
from companion.search.library import Library
from companion.search.shelf import Shelf


@pytest.fixture(scope="session")
def library() -> Library:
    """All rules."""
    return Library(all_games())


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    """All games."""
    return Shelf(all_games())
