"""Who may use the club's API, and what trouble looks like."""

import re
from typing import Any

import pytest

from companion.store.club import operators
from companion.store.database.trouble import DatabaseBusyError
from tests.web.api.club.programs import BASE, Program, new_id, took
from tests.web.phones import Club, Phone

WRITES = [
    ("POST", "/plays"), ("POST", "/plays/x/rounds"), ("PUT", "/plays/x/rounds/1"), ("DELETE", "/plays/x/rounds/1"),
    ("POST", "/plays/x/end"), ("POST", "/plays/x/reopen"), ("POST", "/plays/x/discard"), ("PATCH", "/plays/x"),
    ("POST", "/plays/x/seats"),
]  # fmt: skip
LOOKS = ["", "/nights", "/nights/x", "/plays", "/plays/x"]


# Permissions.


@pytest.mark.parametrize("method_and_path", [*WRITES, *(("GET", path) for path in LOOKS)])
def test_a_missing_or_wrong_token_is_401(club: Club, program: Program, method_and_path: tuple[str, str]) -> None:
    method, path = method_and_path
    wrong = [
        None, "", "Bearer", "Bearer ", f"bearer {'x' * 32}", program.token, f"Token {program.token}",
        f"Bearer {program.token} ", f"Bearer {program.token},", f"Bearer x {program.token}", f"Bearer {program.token}é",
        f"Basic {program.token}", f"Bearer {club.organiser.token}",
    ]  # fmt: skip
    for given in wrong:
        headers = {} if given is None else {"Authorization": given}
        environ = {"REMOTE_ADDR": f"198.51.{len(method)}.{hash(path) % 200}"}
        answer = club.app.test_client().open(BASE + path, method=method, headers=headers, environ_base=environ)
        assert answer.status_code == 401, given
        assert answer.headers["WWW-Authenticate"].lower().startswith("bearer"), given
        assert answer.content_type == "application/problem+json"
        assert "Set-Cookie" not in answer.headers


def test_a_token_in_a_cookie_or_the_url_is_ignored(program: Program) -> None:
    client = program.club.app.test_client()
    client.set_cookie("companion-device", f"202611.{program.token}")
    for path in ("", f"?token={program.token}", f"?access_token={program.token}"):
        assert client.get(BASE + path).status_code == 401


def test_the_token_of_a_phone_is_401(club: Club) -> None:
    assert club.organiser.get(BASE).status_code == 401


@pytest.mark.parametrize("written", ["bearer", "BEARER", "Bearer  "])
def test_the_scheme_of_the_authorization_header_ignores_case(program: Program, written: str) -> None:
    assert program.ask("GET", "", headers={"Authorization": f"{written} {program.token}"}).status_code == 200


@pytest.mark.parametrize(("method", "path"), WRITES)
def test_a_token_without_permission_is_403(reader: Program, method: str, path: str) -> None:
    answer = reader.ask(method, path, json={})
    assert answer.status_code == 403
    assert answer.json["detail"]


def test_a_removed_program_is_401(club: Club, program: Program) -> None:
    assert program.get("")
    page = club.organiser.get(f"{club.url}/programs").text
    club.organiser.post(re.findall(r'action="([^"]+/revoke)"', page)[0])
    assert program.ask("GET", "").status_code == 401


def test_a_program_of_a_blocked_club_is_403(club: Club, program: Program) -> None:
    for is_blocked, status in ((True, 403), (False, 200)):
        with club.app.app_context():
            operators.set_blocked(club.id, is_blocked=is_blocked)
        assert program.ask("GET", "").status_code == status


def test_a_program_that_only_reads_may_ask_which_methods_there_are(reader: Program) -> None:
    answer = reader.ask("OPTIONS", "/plays")
    assert answer.status_code == 200
    assert set(answer.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}


def test_a_wrong_token_is_logged_without_the_token(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    phone = Phone(club.app)
    assert phone.get(BASE, headers={"Authorization": "Bearer secret"}).status_code == 401
    assert [record.getMessage() for record in caplog.records] == [f"A wrong token from {phone.address}."]


def test_resources_of_another_club_are_404(club: Club, program: Program) -> None:
    play = program.start()
    other = Program(Club(club.app))
    paths = [("GET", f"/plays/{play['key']}"), ("GET", f"/nights/{play['night']}")]
    paths += [(method, path.replace("/x", f"/{play['key']}")) for method, path in WRITES[1:]]
    for method, path in paths:
        body = {"base": play["revision"], "client_id": new_id(), "entry": took(5)}
        more: dict[str, Any] = {"query_string": body} if method == "DELETE" else {"json": body}
        answer = other.ask(method, path, **more)
        assert answer.status_code == 404, (method, path)
        assert answer.content_type == "application/problem+json"
    assert other.get("/plays") == {"plays": [], "next": None}
    assert other.get("/nights") == {"nights": [], "next": None}
    assert program.get(f"/plays/{play['key']}") == play, "and nothing was changed"


@pytest.mark.parametrize("key", ["nowhere", "%00", "é", "%F0%9F%83%8F", "%ED%A0%80", "x" * 500, "1%20or%201=1", ".."])
def test_invalid_keys_are_404(program: Program, key: str) -> None:
    for path in (f"/plays/{key}", f"/nights/{key}"):
        assert program.ask("GET", path).status_code == 404
    assert program.ask("POST", f"/plays/{key}/end", json={"base": 1, "client_id": "x"}).status_code == 404


@pytest.mark.parametrize("number", ["0", "2", "-1", "x", "1.0", "9" * 40, "²"])
def test_invalid_numbers_of_rounds_are_404(program: Program, number: str) -> None:
    play = program.write(program.start(), took(5))
    path = f"/plays/{play['key']}/rounds/{number}"
    program.send("PUT", path, 404, base=play["revision"], entry=took(5))
    program.send("DELETE", path, 404, base=play["revision"])


def test_wrong_tokens_are_limited_by_address(club: Club, program: Program) -> None:
    stranger = Phone(club.app)

    def tried(token: str) -> int:
        return stranger.get(BASE, headers={"Authorization": f"Bearer {token}"}).status_code

    tries = [tried("x" * 32) for _ in range(125)]
    assert tries[:100] == [401] * 100
    assert tries[-1] == 429
    assert tried(program.token) == 200, "a right one still comes in"
    assert stranger.post("/join", {"code": club.codes["viewer"]}).status_code == 302, "and so do people"
    assert program.ask("GET", "", headers={"Authorization": "Bearer x"}).status_code == 401, "others are not concerned"


def test_requests_from_other_origins_are_not_allowed(program: Program) -> None:
    for answer in (
        program.ask("GET", "", headers={"Origin": "https://example.org"}),
        program.ask("OPTIONS", "", headers={"Origin": "https://example.org", "Access-Control-Request-Method": "GET"}),
    ):
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]
    assert program.club.app.test_client().get("/api/v1/games").headers["Access-Control-Allow-Origin"] == "*"


def test_no_cookie_is_set_and_no_proxy_caches(program: Program) -> None:
    play = program.start()
    for answer in (program.ask("GET", ""), program.ask("GET", f"/plays/{play['key']}"), program.ask("GET", "/nope")):
        assert "Set-Cookie" not in answer.headers
        assert "public" not in answer.headers["Cache-Control"]
    assert "Authorization" in program.ask("GET", "").headers["Vary"]


def test_only_what_was_read_is_kept_and_asked_for_again(program: Program, reader: Program) -> None:
    play = program.start()
    path = f"/plays/{play['key']}"
    change = {"base": play["revision"], "client_id": new_id(), "counts": False}
    answers = [reader.ask("GET", path), reader.ask("HEAD", path), reader.ask("GET", "/plays/x")]
    answers.append(program.ask("PATCH", path, json=change))
    assert [(answer.status_code, answer.headers["Cache-Control"], "ETag" in answer.headers) for answer in answers] == [
        (200, "private, no-cache", True), (200, "private, no-cache", True),
        (404, "no-store", False), (200, "no-store", False),
    ]  # fmt: skip


# Trouble.


def test_a_locked_database_is_a_problem(club: Club, program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    play = program.start()

    def held(*_: object, **more: object) -> None:
        raise DatabaseBusyError

    monkeypatch.setattr("companion.store.access.idempotency.begin_call", held)
    answer = program.send("POST", f"/plays/{play['key']}/rounds", 503, base=play["revision"], entry=took(5))
    assert "busy" in answer.pop("detail")
    assert answer == {"type": "about:blank", "title": "Not now", "status": 503}
    answer = program.ask("POST", "/plays", json={"game": "rage", "players": ["Ann", "Bob"], "client_id": "x"})
    assert answer.headers["Retry-After"] == "5"


def test_a_locked_database_before_the_program_is_known_is_a_problem_too(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(*_: object) -> None:
        raise DatabaseBusyError

    monkeypatch.setattr("companion.web.api.club.access.program", held)
    answer = program.ask("GET", "")
    assert (answer.status_code, answer.json["status"]) == (503, 503)
    assert "busy" in answer.json["detail"]


def test_an_internal_error_is_a_problem_too(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ValueError("no")

    monkeypatch.setattr("companion.store.plays.api_lists.club_summary", broken)
    answer = program.ask("GET", "")
    assert answer.status_code == 500
    assert answer.content_type == "application/problem+json"
    assert "ValueError" not in answer.text
