"""The index of all rules texts, built once."""

import pytest

from companion.games import all_games
from companion.search.find_games import GameFinder
from companion.search.rules_search import RulesSearch


@pytest.fixture(scope="session")
def rules_search() -> RulesSearch:
    """Return the index of all rules."""
    return RulesSearch(all_games())


@pytest.fixture(scope="session")
def game_finder() -> GameFinder:
    """Return the index of all games."""
    return GameFinder(all_games())
