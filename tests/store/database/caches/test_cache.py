"""The cache holds hundreds of plays, is bounded, and never replaces a later state by an earlier one."""

from dataclasses import replace

import pytest
from flask import Flask

from companion.store.database import runtime as module
from companion.store.database.caches.cache import MEGABYTE, Cache
from companion.store.database.runtime import runtime
from companion.store.plays import play_state
from companion.store.plays.play_state import PlayState
from tests.store.tables import Table, tricks


@pytest.fixture
def state(table: Table) -> PlayState:
    """Return a play with three rounds."""
    for _ in range(3):
        table.write(tricks(5))
    return table.state


@pytest.fixture
def cache(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Cache:
    """Return the empty cache of the app, of a megabyte."""
    own = replace(runtime(), cache=Cache(1))
    monkeypatch.setattr(module, "runtime", lambda: own)
    monkeypatch.setattr(play_state, "runtime", lambda: own)
    return own.cache


def test_the_default_cache_holds_500_plays(state: PlayState) -> None:
    runtime().cache.clear()
    for play in range(1000, 1500):
        play_state.cache_state(replace(state, id=play))
    assert all(runtime().cache.get("play", play) for play in range(1000, 1500))
    runtime().cache.clear()


def test_empty_values_are_cached_until_the_cache_is_cleared() -> None:
    cache, values = Cache(1), ("", 0, (), False)
    for number, value in enumerate(values):
        cache.put("empty", number, value=value, size=1)
    assert [cache.get("empty", number) for number in range(5)] == [*values, None]
    cache.clear()
    assert [cache.get("empty", number) for number in range(5)] == [None] * 5


def test_the_least_recently_used_entry_goes_first_and_larger_ones_count_more() -> None:
    cache, size = Cache(1), MEGABYTE // 4
    for key in "abcd":
        cache.put("letter", key, value=key, size=size)
    assert cache.get("letter", "a") == "a"
    cache.put("letter", "e", value="e", size=size)
    assert [key for key in "abcde" if cache.get("letter", key)] == [*"acde"]
    cache.put("letter", "e", value="E", size=3 * size)
    assert [cache.get("letter", key) for key in "abcde"] == [None, None, None, "d", "E"]
    cache.put("letter", "d", value="D", size=5 * size)
    assert [key for key in "abcde" if cache.get("letter", key)] == ["e"]
    cache.put("word", "e", value="other", size=1)
    assert cache.get("letter", "e") == "E"


def test_cleared_it_is_empty_and_can_be_filled_again() -> None:
    cache = Cache(1)
    cache.put("play", 1, value="first", size=MEGABYTE)
    cache.clear()
    assert cache.get("play", 1) is None
    cache.put("play", 2, value="second", size=MEGABYTE)
    assert cache.get("play", 2) == "second"


def test_longer_plays_count_more(cache: Cache, state: PlayState) -> None:
    play_state.cache_state(replace(state, id=1))
    play_state.cache_state(replace(state, id=2, slots=state.slots * 50))
    assert cache.get("play", 1)
    play_state.cache_state(replace(state, id=3, slots=state.slots * 40))
    assert [play for play in (1, 2, 3) if cache.get("play", play)] == [1, 3]


def test_an_earlier_state_never_replaces_a_later_one(cache: Cache, state: PlayState) -> None:
    play_state.cache_state(state)
    play_state.cache_state(replace(state, revision=state.revision - 1))
    assert cache.get("play", state.id) is state
    renamed = replace(state, names_mark=state.names_mark + 1)
    play_state.cache_state(renamed)
    play_state.cache_state(state)
    assert cache.get("play", state.id) is renamed


def test_a_play_that_has_changed_is_read_again(cache: Cache, table: Table, state: PlayState) -> None:
    play_state.cache_state(replace(state, slots=()))
    stands = (state.id, state.revision, state.names_mark)
    assert play_state.state_of(*stands).slots == ()
    assert len(play_state.state_of(state.id, state.revision + 1, state.names_mark).slots) == 3
    play_state.cache_state(replace(state, revision=state.revision + 1, slots=()))
    assert len(play_state.state_of(state.id, state.revision, state.names_mark + 1).slots) == 3
