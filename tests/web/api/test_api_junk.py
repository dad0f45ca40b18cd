"""Plays with a fault, and what is no play at all: scored or refused, and never a fault of the API."""

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
    """The status of the answer; a fault of the program is none."""
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
def test_plays_that_are_spoiled_or_merely_well_formed_are_scored_or_refused(slug: str, data: st.DataObject) -> None:
    game = game_of(slug)
    play: Any = data.draw(spoiled(game) | requests(game))
    assert answered(slug, json.dumps(play).encode()) in (200, 400, 422)


@settings(max_examples=few(100))
@given(body=st.binary(max_size=200) | st.recursive(JUNK, st.lists).map(lambda value: json.dumps(value).encode()))
def test_what_is_no_play_is_refused(body: bytes) -> None:
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
