"""Which addresses are those of the API, how long names come back, and what both APIs share."""

import re
from datetime import UTC, datetime

import pytest
from werkzeug.exceptions import MethodNotAllowed, NotFound, RequestEntityTooLarge
from werkzeug.routing import RequestRedirect

from companion.core.words import quoted
from companion.web.api import answers
from companion.web.api.club.requests import read_cursor, read_moment
from companion.web.api.schemas import NAMES, sample_names
from tests.web.api.api_app import api_app, client, post


@pytest.mark.parametrize(
    ("path", "is_api", "is_public"),
    [
        ("/api/v1", True, True), ("/api/v1/games/x", True, True), ("/api/v1x", False, False),
        ("/api/v1/club", True, False), ("/api/v1/club/x", True, False), ("/api/v1/clubs", True, True),
        ("/api/v2/games", False, False),
    ],
)  # fmt: skip
def test_only_addresses_of_the_scoring_api_answer_other_origins_and_only_the_api_answers_json(
    path: str, is_api: bool, is_public: bool
) -> None:
    answer = client().get(path)
    assert answer.status_code in (401, 404)
    assert (answer.content_type == "application/problem+json") == is_api
    assert answer.headers.get("Access-Control-Allow-Origin") == ("*" if is_public else None)
    for name in ("Allow-Methods", "Allow-Headers", "Max-Age"):
        assert f"Access-Control-{name}" not in answer.headers, "these are for a preflight"


def test_a_preflight_says_what_pages_of_other_origins_may_send() -> None:
    headers = client().options("/api/v1/games/rage/score").headers
    found = {name.removeprefix("Access-Control-"): text for name, text in headers if name.startswith("Access-Control")}
    assert found == {
        "Allow-Origin": "*", "Allow-Methods": "GET, HEAD, POST, OPTIONS",
        "Allow-Headers": "Content-Type, If-None-Match", "Max-Age": "86400",
    }  # fmt: skip


def test_a_question_is_found_by_its_whole_key_and_long_names_come_back_shortened() -> None:
    long = "x" * 500
    assert post("/games/rage/referee/tric", {}).status_code == 404
    question = post(f"/games/rage/referee/{long}", {}).json["detail"]
    assert question.startswith(f"The referee of Rage cannot be asked about “{quoted(long)}”;")
    assert client().get(f"/api/v1/games/{long}").json["detail"].startswith(f"There is no game called “{quoted(long)}”;")
    assert long not in question


def test_http_errors_become_problems_and_redirects_stay() -> None:
    redirect = RequestRedirect("/elsewhere")
    with api_app().test_request_context("/api/v1/games"):
        assert answers.http_problem(redirect) is redirect
        found = [
            answers.http_problem(fault)
            for fault in (MethodNotAllowed(["POST", "GET"]), NotFound("No such play."), RequestEntityTooLarge())
        ]
    told = []
    for problem in found:
        assert not isinstance(problem, Exception)
        assert problem.headers["Cache-Control"] == "no-store"
        assert problem.content_type == "application/problem+json"
        told.append((problem.status_code, problem.json["title"], problem.json["status"], problem.json["detail"]))
    assert told == [
        (405, "Method Not Allowed", 405, "This address takes GET and POST."),
        (404, "Not Found", 404, "No such play."),
        (413, "Request Entity Too Large", 413, "The body is larger than 256 KiB."),
    ]


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-21T20:15:00+01:00", datetime(2026, 11, 21, 19, 15, tzinfo=UTC)),
        ("2026-11-21T20:15:00-05:30", datetime(2026, 11, 22, 1, 45, tzinfo=UTC)),
        ("2026-11-21T20:15:00Z", datetime(2026, 11, 21, 20, 15, tzinfo=UTC)),
        ("1900-01-01T00:00:00Z", datetime(1900, 1, 1, tzinfo=UTC)),
        ("2999-12-31T23:59:59Z", datetime(2999, 12, 31, 23, 59, 59, tzinfo=UTC)),
        ("2026-11-21T20:15:00.25Z", datetime(2026, 11, 21, 20, 15, 0, 250_000, tzinfo=UTC)),
    ],
)
def test_a_moment_is_read_with_its_offset(text: str, moment: datetime) -> None:
    assert read_moment(text) == moment


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (20261121, "20261121 is not a time. Write it as 2026-11-21T20:15:00+01:00."),
        ("soon", "“soon” is not a time. Write it as 2026-11-21T20:15:00+01:00."),
        ("2026-11-21T20:15:00", "“2026-11-21T20:15:00” has no time zone: end it with an offset, such as +01:00."),
        ("3000-01-01T00:00:00Z", "Give a time from 1900 to 2999."),
        ("1899-12-31T23:59:59Z", "Give a time from 1900 to 2999."),
    ],
)
def test_what_is_no_moment_is_quoted(value: object, told: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(told)}$"):
        read_moment(value)


def test_a_long_text_that_is_no_cursor_comes_back_shortened() -> None:
    with pytest.raises(ValueError, match="is not a cursor; use the “next” of the page before") as fault:
        read_cursor("x" * 500)
    assert len(str(fault.value)) < 200


def test_more_players_than_there_are_names_are_numbered() -> None:
    assert sample_names(2) == ("Ann", "Bob")
    assert sample_names(len(NAMES)) == NAMES
    assert sample_names(14) == (*NAMES, "Player 13", "Player 14")
