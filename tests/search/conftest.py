"""The index of all rules texts, built once."""

import pytest

from companion.games import all_games
from companion.search.find_games import GameFinder
from companion.search.library import Library


@pytest.fixture(scope="session")
def library() -> Library:
    """Return the index of all rules."""
    return Library(all_games())


@pytest.fixture(scope="session")
def game_finder() -> GameFinder:
    """Return the index of all games."""
    return GameFinder(all_games())
