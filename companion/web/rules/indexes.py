"""The search indexes of the rules, which a process builds once, soon after its start."""

import gc
from threading import Condition, Timer

from cachetools import cached

from companion.games import all_games
from companion.search.find_games import GameFinder
from companion.search.rules_search import RulesSearch

SECONDS_BEFORE_INDEXING = 30.0
"""Seconds between the start of the app and building the search indexes, so that waiting phones are served first."""


@cached({}, condition=Condition())
def rules_search() -> RulesSearch:
    """Return the search index of all rules texts, made at the first call; other threads wait for it."""
    return RulesSearch(all_games())


@cached({}, condition=Condition())
def game_finder() -> GameFinder:
    """Return the finder of games by players and cards, made at the first call; other threads wait for it."""
    return GameFinder(all_games())


def warm_up() -> None:
    """Build the search indexes in the background, so that the first search need not wait.

    The garbage collector then ignores all objects made so far, since examining them would stop all threads for 0.15
    seconds each time. It also runs less often, because hardly any objects of requests are in reference cycles.
    """

    def build_indexes() -> None:
        rules_search()  # the first call of each builds it
        game_finder()
        gc.collect()
        gc.freeze()
        gc.set_threshold(5_000)

    soon = Timer(SECONDS_BEFORE_INDEXING, build_indexes)
    soon.name, soon.daemon = "indexes", True
    soon.start()
