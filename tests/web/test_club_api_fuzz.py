"""Whatever is sent to the API of a club, with a token of each kind and without one, it answers as its document says."""

import json
import sys
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.store import plays
from companion.store.base import db
from tests.laws.strategies import JUNK
from tests.web.api_app import api_app
from tests.web.phones import Club
from tests.web.programs import BASE, Program, new_id, took
from tests.web.test_api_fuzz import CHECKS, CLUB, FEW, PLUGIN, described

pytest_plugins = [PLUGIN] if PLUGIN not in sys.modules else []

HOME = Club(api_app())
WRITER = Program(HOME)
READER = Program(HOME, "read")
PLAY = WRITER.write(WRITER.start(), took(5))
ANN = WRITER.get("")["people"][0]["key"]
DICE = Random(1)


def aimed(case: schemathesis.Case) -> None:
    """Half of the time it is about something that is there, as it stands."""
    if DICE.random() < 0.5:
        return
    where = case.path_parameters or {}
    if "key" in where:
        where["key"] = ANN if "/people" in case.path else PLAY["night"] if "/nights" in case.path else PLAY["key"]
    with api_app().app_context():
        state = plays.load(HOME.id, PLAY["key"])
        db.session.remove()
    assert state is not None
    for sent in (case.body, case.query):
        if isinstance(sent, dict) and "base" in sent:
            sent["base"] = state.revision
        if isinstance(sent, dict) and "entry" in sent and DICE.random() < 0.5:
            sent["entry"] = took(*DICE.sample([0, 0, 5, 2, 3], 3))


def asked(case: schemathesis.Case, token: str | None) -> None:
    aimed(case)
    case.headers.pop("Authorization", None)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = case.call_and_validate(checks=CHECKS, headers=headers)
    if token is None:
        assert answer.status_code in (401, 405)


@described().include(path_regex=CLUB).parametrize()
@FEW
def test_with_a_token_that_writes(case: schemathesis.Case) -> None:
    asked(case, WRITER.token)


@described().include(path_regex=CLUB).parametrize()
@FEW
def test_with_a_token_that_reads(case: schemathesis.Case) -> None:
    asked(case, READER.token)


@described(phases={"coverage": {"enabled": False}}).include(path_regex=CLUB).parametrize()
@FEW
def test_without_a_token(case: schemathesis.Case) -> None:
    asked(case, None)


ADDRESSES = [
    ("POST", "/plays"), ("PATCH", "/plays/{key}"), ("POST", "/plays/{key}/rounds"), ("PUT", "/plays/{key}/rounds/1"),
    ("POST", "/nights/{night}/payments"), ("POST", "/nights/{night}/carry"),
    ("POST", "/plays/{key}/end"), ("POST", "/plays/{key}/reopen"), ("POST", "/plays/{key}/discard"),
    ("POST", "/plays/{key}/seats"),
]  # fmt: skip
KEYS = st.sampled_from(
    [
        "game",
        "players",
        "dealer",
        "options",
        "sides",
        "stake",
        "played_at",
        "base",
        "entry",
        "counts",
        "night",
        "x",
        "from",
        "to",
        "amount",
        "at",
    ]
)


@pytest.mark.parametrize(("method", "path"), ADDRESSES)
@settings(max_examples=40, deadline=None)
@given(body=st.dictionaries(KEYS, JUNK), right=st.booleans())
def test_bodies_of_junk_are_refused_or_taken(method: str, path: str, body: dict[str, Any], right: bool) -> None:
    play = WRITER.start()
    if right:
        body = (
            {"base": 1, "game": "rage", "players": ["Ann", "Bob"], **body} if path == "/plays" else {**body, "base": 1}
        )
    sent = json.dumps({**body, "client_id": new_id()}).encode()
    answer = WRITER.ask(method, path.format(**play), data=sent)
    assert answer.status_code in (200, 201, 400, 404, 409, 422), answer.text
    assert json.loads(answer.data.decode("utf-8"))


@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=30))
def test_any_address_is_answered(text: str) -> None:
    lists = ("/plays?cursor=", "/nights?limit=", "/games/rage?with=", "/plays?")
    for below in ("/plays/", "/nights/", "/people/", "/games/", *lists, "/"):
        path = f"{BASE}{below}{quote(text, errors='replace')}"
        answer = api_app().test_client().get(path, headers={"Authorization": f"Bearer {READER.token}"})
        assert answer.status_code in (200, 308, 404, 405, 422), (path, answer.text)
