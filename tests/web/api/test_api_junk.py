"""Spoiled plays and junk are scored or refused, and never an internal error."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import SLUGS, game_of
from tests.laws.strategies import JUNK, few, requests, spoiled
from tests.web.api.api_app import post

GAMES = pytest.mark.parametrize("slug", SLUGS)


def answered(slug: str, body: bytes) -> int:
    """Return the status of the response, which must not be an internal error."""
    statuses = set()
    for what in ("score", "next"):
        response = post(f"/games/{slug}/{what}", body)
        assert json.loads(response.data.decode("utf-8"))
        statuses.add(response.status_code)
    [status] = statuses
    return status


@GAMES
@settings(max_examples=few(25))
@given(data=st.data())
def test_spoiled_plays_and_random_json_are_scored_or_refused(slug: str, data: st.DataObject) -> None:
    game = game_of(slug)
    play: Any = data.draw(spoiled(game) | requests(game))
    assert answered(slug, json.dumps(play).encode()) in (200, 400, 422)


@settings(max_examples=few(100))
@given(body=st.binary(max_size=200) | st.recursive(JUNK, st.lists).map(lambda value: json.dumps(value).encode()))
def test_junk_is_refused(body: bytes) -> None:
    assert answered(SLUGS[0], body) in (400, 422)


@settings(max_examples=few(200))
@given(data=st.data())
def test_a_play_with_broken_bytes_is_scored_or_refused(data: st.DataObject) -> None:
    slug = data.draw(st.sampled_from(SLUGS))
    body = bytearray(json.dumps(data.draw(requests(game_of(slug)))).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(body) - 1))
        body[at : at + data.draw(st.integers(0, 3))] = data.draw(
            st.binary(max_size=3) | st.sampled_from([b"1e9", b"[{"])
        )
    assert answered(slug, bytes(body)) in (200, 400, 422)
