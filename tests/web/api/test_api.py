"""The scoring API as programs see it."""

import io
import json
from random import Random
from typing import Any

import pytest

from companion.core.play.scoring_api import NotPlayable, game_detail_json, next_round_json, score_json, score_request
from companion.core.strict_json import MOST_DEPTH, MOST_DIGITS
from companion.core.words import listed
from companion.games import SLUGS, game_of
from companion.web.api import views as module
from companion.web.api.answers import MOST_BYTES
from companion.web.api.bodies import MOST_ERRORS
from companion.web.support.public_cache import FRESH_SECONDS
from tests.games.examples import all_cases
from tests.laws.drawn import sampled
from tests.web.api.api_app import client, post

PLAY = {"players": ["A", "B", "C"], "dealer": "C", "options": {"first_hand": 2}}
ROUND = {"bid": {"A": 0, "B": 1, "C": 2}, "tricks": {"A": 0, "B": 1, "C": 1}}
GAMES = pytest.mark.parametrize("slug", SLUGS)


def problem(response: Any, status: int) -> Any:
    """Return the problem in a response, by RFC 9457."""
    assert response.status_code == status, response.text
    assert response.content_type == "application/problem+json"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    body = json.loads(response.data)
    assert body["type"] == "about:blank"
    assert body["status"] == status
    assert body["title"]
    return body


# Answers.


@GAMES
def test_every_example_is_scored_as_by_the_core(slug: str) -> None:
    game = game_of(slug)
    for _, _, case in (found for found in all_cases() if found[0] == slug):
        response = post(f"/games/{slug}/score", case["request"])
        try:
            wanted = score_json(score_request(game, case["request"]))
        except NotPlayable as refusal:
            wanted = refusal.problem_json()
        assert response.status_code == wanted.get("status", 200), case["name"]
        assert json.loads(response.data) == json.loads(json.dumps(wanted)), case["name"]


@GAMES
def test_next_returns_the_fields_of_the_coming_round_until_the_play_is_over(slug: str) -> None:
    game = game_of(slug)
    for seed in range(3):
        play = sampled(game, Random(seed), rounds=40, short=True)
        for length in range(len(play["rounds"]) + 1):
            request = {**play, "rounds": play["rounds"][:length]}
            answer = post(f"/games/{slug}/next", request).json
            assert answer == json.loads(json.dumps(next_round_json(score_request(game, request))))
            assert answer["over"] == (not answer["fields"])


def test_the_catalogue_lists_every_game() -> None:
    games = client().get("/api/v1/games").json["games"]
    assert [game["slug"] for game in games] == list(SLUGS)


@GAMES
def test_a_game_has_its_options_and_fields(slug: str) -> None:
    answer = client().get(f"/api/v1/games/{slug}").json
    assert answer == json.loads(json.dumps(game_detail_json(game_of(slug))))


@pytest.mark.parametrize(
    "kind", ["application/json", "text/plain", "application/x-www-form-urlencoded", "nonsense", ""]
)
def test_a_json_body_is_accepted_with_any_content_type(kind: str) -> None:
    assert post("/games/rage/score", json.dumps(PLAY).encode(), content_type=kind).status_code == 200


@pytest.mark.parametrize("address", ["/games", "/games/rage", "/openapi.json"])
def test_unchanging_responses_have_an_etag(address: str) -> None:
    first = client().get(f"/api/v1{address}")
    assert first.status_code == 200
    assert first.cache_control.public
    assert first.cache_control.max_age == FRESH_SECONDS
    again = client().get(f"/api/v1{address}", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    head = client().head(f"/api/v1{address}")
    assert (head.status_code, head.data, head.content_length) == (200, b"", len(first.data))


def test_the_api_sets_no_cookies() -> None:
    for response in (client().get("/api/v1/games"), post("/games/rage/score", PLAY), post("/games/rage/score", b"")):
        assert "Set-Cookie" not in response.headers
        assert "Cookie" not in response.headers.get("Vary", "")


# Pages of other origins.


@pytest.mark.parametrize("address", ["/games", "/games/rage", "/games/rage/score", "/games/rage/next", "/openapi.json"])
def test_requests_from_any_origin_are_allowed(address: str) -> None:
    asked = {"Origin": "https://example.org", "Access-Control-Request-Method": "POST"}
    response = client().options(f"/api/v1{address}", headers=asked)
    assert response.status_code == 200
    headers = response.headers
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert headers["Access-Control-Allow-Methods"] == "GET, HEAD, POST, OPTIONS"
    assert headers["Access-Control-Allow-Headers"] == "Content-Type, If-None-Match"
    assert headers["Access-Control-Max-Age"] == "86400"


def test_responses_can_be_read_by_any_origin() -> None:
    for response in (client().get("/api/v1/games"), post("/games/rage/score", PLAY)):
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert response.headers["Access-Control-Expose-Headers"] == "ETag"
        assert "Access-Control-Allow-Credentials" not in response.headers


def test_pages_of_the_app_cannot_be_read_by_other_origins() -> None:
    assert "Access-Control-Allow-Origin" not in client().get("/elsewhere").headers


# Errors.


NOTHING_HERE = "There is nothing at this address."
NO_GAME = "There is no game called “{}”; /api/v1/games lists them."
NO_QUESTION = "The referee of Rage cannot be asked about “weather”; /api/v1/games/rage/referee lists its questions."


@pytest.mark.parametrize(
    ("method", "address", "detail"),
    [
        ("GET", "/games/no-such-game", NO_GAME.format("no-such-game")),
        ("POST", "/games/no-such-game/score", NO_GAME.format("no-such-game")),
        ("POST", "/games/no-such-game/next", NO_GAME.format("no-such-game")),
        ("GET", "/games/no-such-game/referee", NO_GAME.format("no-such-game")),
        ("POST", "/games/rage/referee/weather", NO_QUESTION),
        ("GET", "/games/RAGE", NO_GAME.format("RAGE")),
        ("GET", "/games/%F0%9F%82%A1%ff%00", NO_GAME.format("🂡��")),
        ("GET", "/no/such/thing", NOTHING_HERE),
        ("POST", "/games/rage/no-such-thing", NOTHING_HERE),
        ("GET", "/games/", NOTHING_HERE),
        ("GET", "/", NOTHING_HERE),
        ("GET", "", NOTHING_HERE),
    ],
)
def test_a_missing_resource_is_404_and_says_what_there_is(method: str, address: str, detail: str) -> None:
    found = problem(client().open(f"/api/v1{address}", method=method), 404)
    assert (found["title"], found["detail"]) == ("Not Found", detail)


@pytest.mark.parametrize(
    ("method", "address", "allowed"),
    [
        ("GET", "/games/rage/score", {"POST", "OPTIONS"}),
        ("DELETE", "/games/rage/next", {"POST", "OPTIONS"}),
        ("POST", "/games", {"GET", "HEAD", "OPTIONS"}),
        ("PUT", "/games/rage", {"GET", "HEAD", "OPTIONS"}),
        ("NONSENSE", "/openapi.json", {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_an_unsupported_method_is_405_and_names_the_supported_ones(
    method: str, address: str, allowed: set[str]
) -> None:
    response = client().open(f"/api/v1{address}", method=method)
    assert problem(response, 405)["detail"] == f"This address takes {listed(sorted(allowed))}."
    assert response.allow.as_set(preserve_casing=True) == allowed


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b" ",
        b"{",
        b"null",
        b"[]",
        b'"text"',
        b"17",
        b"{'players': []}",
        b'{"players": ["A", "B"]} {}',
        b'{"players": NaN}',
        b'{"players": -Infinity}',
        b'{"players": ["A", "B"], "players": ["A", "C"]}',
        b'{"players": ["A", "B"], "options": {"hit_bonus": 1, "hit_bonus": 1}}',
        b'{"\\ud800": 1, "\\ud800": 1}',
        b'{"players": ["A", "\xff"]}',
        b'{"players": ["A", "\xed\xa0\x80"]}',
        b'\xef\xbb\xbf{"players": ["A", "B"]}',
        '{"players": ["A", "B"]}'.encode("utf-16"),
        b'{"players": ["A\nB", "C"]}',
        b'{"players": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"players": ' + b"[" * 100_000,
        b'{"players": ' + b'{"a":' * 40_000 + b"1" + b"}" * 40_000 + b"}",
        b'{"players": ' + b"[" * MOST_DEPTH + b"]" * MOST_DEPTH + b"}",
        b'{"options": {"hit_bonus": ' + b"9" * (MOST_DIGITS + 1) + b"}}",
        b'{"options": {"hit_bonus": -' + b"9" * 200_000 + b"}}",
    ],
)
def test_a_body_that_is_no_json_object_is_400_with_the_reason(body: bytes) -> None:
    for address in ("/games/rage/score", "/games/rage/next"):
        assert problem(post(address, body), 400)["detail"].endswith(".")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "players"),
        ({"players": None}, "players"),
        ({"players": ["A", "\ud800"]}, "players"),
        ({"players": ["A", "B"], "\ud800": 1}, "�"),
        ({**PLAY, "dealer": "\udfff"}, "dealer"),
        ({**PLAY, "options": {"\ud800": 1}}, "�"),
        ({**PLAY, "options": {"hit_bonus": 1e999}}, "hit_bonus"),
        ({**PLAY, "options": {"hit_bonus": int("9" * (MOST_DIGITS - 1))}}, "hit_bonus"),
        ({**PLAY, "options": {"hit_bonus": [[[[[["deep"]]]]]]}}, "hit_bonus"),
        ({**PLAY, "rounds": "none"}, "rounds"),
        ({**PLAY, "login": "x" * 100_000}, "login"),
    ],
)
def test_an_invalid_play_is_422_and_names_the_field(body: Any, field: str) -> None:
    answer = problem(post("/games/rage/score", json.dumps(body).replace("Infinity", "1e999").encode()), 422)
    assert answer["round"] is None
    assert field in [error["field"] for error in answer["errors"]]


def test_a_round_that_cannot_be_scored_is_named() -> None:
    answer = problem(post("/games/rage/next", {**PLAY, "rounds": [ROUND, {**ROUND, "tricks": {"A": 7}}]}), 422)
    assert answer["title"] == "Round 2 cannot be scored"
    assert answer["round"] == 2


def test_a_lone_surrogate_in_the_request_leaves_the_response_valid() -> None:
    adjust = [{"player": "A", "points": 1, "reason": "so\ud800so"}]
    response = post("/games/rage/score", {**PLAY, "rounds": [{**ROUND, "adjust": adjust}]})
    assert response.status_code in (200, 422)
    assert "\\ud800" not in response.data.decode("utf-8")


def test_a_response_has_a_bounded_number_of_problems() -> None:
    answer = problem(
        post("/games/rage/score", {"players": ["A", "B"], **{f"key {number}": 1 for number in range(5000)}}), 422
    )
    assert len(answer["errors"]) == MOST_ERRORS


def padded(size: int) -> bytes:
    """Return a play that has so many bytes."""
    return json.dumps(PLAY).encode().ljust(size)


def streamed(body: bytes) -> Any:
    """Return the response to a body without a content length."""
    environ = {"wsgi.input": io.BytesIO(body), "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"}
    return client().post("/api/v1/games/rage/score", environ_overrides=environ)


def test_a_body_of_256_kib_is_accepted() -> None:
    assert post("/games/rage/score", padded(MOST_BYTES)).status_code == 200
    assert streamed(padded(MOST_BYTES)).status_code == 200


@pytest.mark.parametrize("size", [MOST_BYTES + 1, MOST_BYTES + 2, 4 * MOST_BYTES])
def test_a_larger_body_is_a_413(size: int) -> None:
    for response in (post("/games/rage/score", padded(size)), streamed(padded(size))):
        assert problem(response, 413)["detail"] == "The body is larger than 256 KiB."


def test_an_internal_error_is_a_problem_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(module, "score_request", broken)
    assert "a fault" not in problem(post("/games/rage/score", PLAY), 500)["detail"]
