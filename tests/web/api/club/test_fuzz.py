"""Random requests to the API of a club, with each kind of token and without, are answered as documented."""

import json
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.store.database.base import db
from companion.store.plays.play_state import load_play
from tests.laws.strategies import JUNK, few
from tests.web.api.api_app import api_app
from tests.web.api.club.programs import BASE, Program, new_id, took
from tests.web.api.test_api_fuzz import CHECKS, CLUB, UNPACKED, described, each, only_drawn
from tests.web.phones import Club


class Home:
    """A club with a program that scores, one that reads, and some plays."""

    def __init__(self) -> None:
        self.club = Club(api_app())
        self.writer, self.reader = Program(self.club), Program(self.club, "read")
        self.play = self.writer.write(self.writer.start(), took(5))
        self.ann = self.writer.get("")["people"][0]["key"]


@pytest.fixture(scope="module")
def home() -> Home:
    """Return the club that all requests are about."""
    return Home()


DICE = Random(1)


def aimed(case: schemathesis.Case, home: Home) -> None:
    """Replace half of the random ids by existing ones."""
    if DICE.random() < 0.5:
        return
    where = case.path_parameters or {}
    if "key" in where:
        where["key"] = home.ann if "/people" in case.path else home.play["night" if "/nights" in case.path else "key"]
    with api_app().app_context():
        state = load_play(home.club.id, home.play["key"])
        db.session.remove()
    assert state is not None
    for sent in (case.body, case.query):
        if isinstance(sent, dict) and "base" in sent:
            sent["base"] = state.revision
        if isinstance(sent, dict) and "entry" in sent and DICE.random() < 0.5:
            sent["entry"] = took(*DICE.sample([0, 0, 5, 2, 3], 3))


def asked(case: schemathesis.Case, home: Home, token: str | None) -> None:
    aimed(case, home)
    case.headers.pop("Authorization", None)
    headers = {**UNPACKED, **({"Authorization": f"Bearer {token}"} if token else {})}
    answer = case.call_and_validate(checks=CHECKS, headers=headers)
    if token is None:
        assert answer.status_code in (401, 405)


def test_any_request_with_a_token_that_may_score(home: Home, subtests: pytest.Subtests) -> None:
    each(described().include(path_regex=CLUB), subtests, lambda case: asked(case, home, home.writer.token))


def test_any_request_with_a_token_that_may_read(home: Home, subtests: pytest.Subtests) -> None:
    """Only drawn values: the token that may write has tried all operations at the bounds of their types."""
    each(only_drawn().include(path_regex=CLUB), subtests, lambda case: asked(case, home, home.reader.token))


def test_any_request_without_a_token(home: Home, subtests: pytest.Subtests) -> None:
    each(only_drawn().include(path_regex=CLUB), subtests, lambda case: asked(case, home, None))


ADDRESSES = [
    ("POST", "/plays"), ("PATCH", "/plays/{key}"), ("POST", "/plays/{key}/rounds"), ("PUT", "/plays/{key}/rounds/1"),
    ("POST", "/nights/{night}/payments"), ("POST", "/nights/{night}/carry"),
    ("POST", "/plays/{key}/end"), ("POST", "/plays/{key}/reopen"), ("POST", "/plays/{key}/discard"),
    ("POST", "/plays/{key}/seats"),
]  # fmt: skip
KEYS = st.sampled_from(
    ["game", "players", "dealer", "options", "sides", "stake", "played_at", "base", "entry", "counts", "night", "x",
     "from", "to", "amount", "at"]
)  # fmt: skip


@pytest.mark.parametrize(("method", "path"), ADDRESSES)
@settings(max_examples=few(40))
@given(body=st.dictionaries(KEYS, JUNK), right=st.booleans())
def test_junk_in_bodies_is_refused_or_accepted(
    home: Home, method: str, path: str, body: dict[str, Any], right: bool
) -> None:
    play = home.writer.start()
    if right:
        body = (
            {"base": 1, "game": "rage", "players": ["Ann", "Bob"], **body} if path == "/plays" else {**body, "base": 1}
        )
    sent = json.dumps({**body, "client_id": new_id()}).encode()
    answer = home.writer.ask(method, path.format(**play), data=sent)
    assert answer.status_code in (200, 201, 400, 404, 409, 422), answer.text
    assert json.loads(answer.data.decode("utf-8"))


@settings(max_examples=few(60))
@given(text=st.text(max_size=30))
def test_any_url_is_answered(home: Home, text: str) -> None:
    lists = ("/plays?cursor=", "/nights?limit=", "/games/rage?with=", "/plays?")
    for below in ("/plays/", "/nights/", "/people/", "/games/", *lists, "/"):
        path = f"{BASE}{below}{quote(text, errors='replace')}"
        answer = api_app().test_client().get(path, headers={"Authorization": f"Bearer {home.reader.token}"})
        assert answer.status_code in (200, 308, 404, 405, 422), (path, answer.text)
