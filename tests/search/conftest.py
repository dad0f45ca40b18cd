"""The index of all rules texts, built once."""

import pytest

from companion.games import all_games
from companion.search.library import Library
from companion.search.shelf import Shelf


@pytest.fixture(scope="session")
def library() -> Library:
    """Return the index of all rules."""
    return Library(all_games())


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    """Return the index of all games."""
    return Shelf(all_games())
