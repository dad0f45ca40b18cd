"""Whatever is sent, the API answers as its document says and never with a fault of its own."""

import json
import re
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.games import SLUGS, game_of
from companion.web.openapi import PREFIX
from tests.laws.strategies import JUNK, requests, spoiled
from tests.web.api_app import APP, post

GAMES = pytest.mark.parametrize("slug", SLUGS)
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
FEW = settings(
    max_examples=4,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def described(**config: Any) -> Any:
    """The API as its document has it, in every phase that the configuration leaves on."""
    settings = schemathesis.Config.from_dict(config)
    return schemathesis.openapi.from_wsgi(f"{PREFIX}/openapi.json", APP, config=settings)


NEXT = re.compile("next(?!Round)")
"""The operations that take what those of the scores take, game by game."""

JUDGE = re.compile("judge.")
"""The questions to the referees, game by game."""

CLUB = re.compile("^/club")
"""What a club keeps."""


@described().exclude(operation_id_regex=NEXT).exclude(operation_id_regex=JUDGE).exclude(path_regex=CLUB).parametrize()
@FEW
def test_the_api_does_as_its_document_says_at_every_bound(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)


@described(phases={"coverage": {"enabled": False}}).include(operation_id_regex=NEXT).parametrize()
@FEW
def test_the_forms_of_the_games_are_as_the_document_says(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)


@described(phases={"coverage": {"enabled": False}}).include(operation_id_regex=JUDGE).parametrize()
@FEW
def test_the_referees_answer_as_the_document_says(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)


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
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_plays_that_are_spoiled_or_merely_well_formed_are_scored_or_refused(slug: str, data: st.DataObject) -> None:
    game = game_of(slug)
    play: Any = data.draw(spoiled(game) | requests(game))
    assert answered(slug, json.dumps(play).encode()) in (200, 400, 422)


@settings(max_examples=100, deadline=None)
@given(body=st.binary(max_size=200) | st.recursive(JUNK, st.lists).map(lambda value: json.dumps(value).encode()))
def test_what_is_no_play_is_refused(body: bytes) -> None:
    assert answered(SLUGS[0], body) in (400, 422)


@settings(max_examples=200, deadline=None)
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
