"""The cache of plays: hundreds that are played at once stay in it, and it has an end."""

from dataclasses import replace

import pytest

from companion.store.plays import play_cache
from companion.store.plays.play_cache import PlayCache
from companion.store.plays.states import PlayState
from tests.store.tables import Table, tricks


@pytest.fixture
def state(table: Table) -> PlayState:
    """A play with three rounds."""
    for _ in range(3):
        table.write(tricks(5))
    return table.state


def cached(cache: PlayCache, state: PlayState, plays: range) -> list[int]:
    """Which of these plays are cached as they stand."""
    return [play for play in plays if cache.get(play, state.revision, state.names_mark) is not None]


def test_500_plays_that_have_begun_stay_cached(state: PlayState) -> None:
    cache, plays = PlayCache(), range(500)
    for play in plays:
        cache.put(replace(state, id=play))
    assert cached(cache, state, plays) == [*plays]


def test_the_one_not_asked_for_the_longest_goes_first_and_long_plays_count_more(
    state: PlayState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_cache, "MOST_CACHED", 3 * (len(state.slots) + 1))
    cache, plays = PlayCache(), range(4)
    for play in (0, 1, 2):
        cache.put(replace(state, id=play))
    assert cached(cache, state, plays) == [0, 1, 2]
    assert cached(cache, state, range(1)) == [0]
    cache.put(replace(state, id=3))
    assert cached(cache, state, plays) == [0, 2, 3]
    cache.put(replace(state, id=3, slots=state.slots * 2))
    assert cached(cache, state, plays) == [2, 3]
    cache.put(replace(state, id=4, slots=state.slots * 20))
    assert cached(cache, state, range(5)) == [4]


def test_a_play_is_told_only_as_it_stands(state: PlayState) -> None:
    cache = PlayCache()
    cache.put(state)
    cache.put(replace(state, revision=state.revision - 1))
    assert cache.get(state.id, state.revision, state.names_mark) is state
    assert cache.get(state.id, state.revision + 1, state.names_mark) is None
    assert cache.get(state.id, state.revision, state.names_mark + 1) is None
    renamed = replace(state, names_mark=state.names_mark + 1)
    cache.put(renamed)
    cache.put(state)
    assert cache.get(state.id, state.revision, state.names_mark + 1) is renamed
