"""An overloaded server refuses requests that waited too long, saves last, before any work is done."""

import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.web.support.requests.monitoring import RULE
from companion.web.support.requests.overload import LoadShedding, moment_in
from tests.database import new_app
from tests.web.phones import Club, Phone
from tests.web.support.requests.test_hosts import ask

NOW = 1_700_000_000.0


def answered(waited: float, path: str, method: str = "GET", age: float = 3600) -> tuple[int, dict[str, str], bytes]:
    """Return the response to a request that has waited so long. ``age``: seconds since the start of the process."""

    def app(_: Any, start: Any) -> list[bytes]:
        start("200 OK", [])
        return [b"done"]

    found: list[Any] = []
    environ = {"PATH_INFO": path, "REQUEST_METHOD": method, "HTTP_X_REQUEST_START": f"t={NOW - waited:.3f}"}
    clock = iter([NOW - age, NOW])
    body = LoadShedding(app, lambda: next(clock))(
        environ, lambda status, headers: found.extend((int(status[:3]), dict(headers)))
    )
    return found[0], found[1], b"".join(body)


def test_polls_are_refused_before_pages_and_pages_before_saves() -> None:
    asked = {"poll": ("/clubs/x/plays/y/state",), "screen": ("/s/ABCD",), "page": ("/clubs/x",),
             "save": ("/clubs/x/plays/y/rounds", "POST")}  # fmt: skip
    refused = {
        waited: [name for name, request in asked.items() if answered(waited, *request)[0] == 503]
        for waited in (0.24, 0.26, 0.49, 0.51, 0.89, 0.91, 59, 61)
    }
    polls, all_but_saves = ["poll", "screen"], ["poll", "screen", "page"]
    assert list(refused.values()) == [
        [], polls, polls, all_but_saves, all_but_saves, list(asked), list(asked), [],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("waited", "path", "method", "status"),
    [
        (0.25, "/s/ABCD", "GET", 200), (0.5, "/clubs/x", "GET", 200), (0.7, "/clubs/x", "HEAD", 503),
        (60, "/clubs/x", "GET", 200),
    ],
)  # fmt: skip
def test_who_waited_just_as_long_as_allowed_is_answered(waited: float, path: str, method: str, status: int) -> None:
    assert answered(waited, path, method)[0] == status


def test_requests_that_waited_for_the_start_of_the_process_are_answered() -> None:
    assert answered(5, "/clubs/x", age=0.1)[0] == 200
    assert answered(5, "/clubs/x", age=4)[0] == 503


def test_health_checks_are_answered_however_long_they_waited() -> None:
    assert [answered(30, path)[0] for path in ("/healthz", "/readyz")] == [200, 200]


def test_a_refusal_has_retry_after_and_says_that_nothing_was_done() -> None:
    status, headers, body = answered(5, "/clubs/x/plays/y/rounds", "POST")
    assert (status, headers["Retry-After"], headers["Overloaded"]) == (503, "2", "yes")
    assert headers == {
        "Content-Security-Policy": "default-src 'none'", "X-Content-Type-Options": "nosniff",
        "Cache-Control": "no-store", "Retry-After": "2", "Overloaded": "yes",
        "Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body)),
    }  # fmt: skip
    assert b"Nothing was changed" in body
    assert int(headers["Content-Length"]) == len(body)
    assert answered(5, "/clubs/x/state")[1]["Ask-Again"] == "8000"
    assert answered(5, "/clubs/x", "HEAD")[2] == b""
    assert answered(5, "/apiary")[1]["Content-Type"] == "text/html; charset=utf-8"
    status, headers, body = answered(5, "/api/v1/club/plays", "POST")
    assert headers["Content-Type"] == "application/problem+json"
    assert b'"status":503' in body


def test_refused_requests_are_counted_as_such() -> None:
    environ: Any = {"PATH_INFO": "/", "REQUEST_METHOD": "GET", "HTTP_X_REQUEST_START": f"t={NOW - 5}"}
    unused: Any = None
    LoadShedding(unused, clock=partial(next, iter([NOW - 60, NOW])))(environ, lambda *_: unused)
    assert environ[RULE] == "overloaded"


@pytest.mark.parametrize("text", ["t=1700000000.123", "1700000000.123", "t=1700000000123", "t=1700000000123000"])
def test_the_header_is_read_in_each_unit(text: str) -> None:
    assert moment_in(text) == pytest.approx(1_700_000_000.123)


@pytest.mark.parametrize("text", ["", "t=", "now", "t=1,5"])
def test_an_invalid_header_is_ignored(text: str) -> None:
    assert moment_in(text) is None


def test_a_refused_save_writes_nothing_and_succeeds_when_sent_again(tmp_path: Path) -> None:
    with new_app(tmp_path, trusted_proxies=1) as app:
        table = Club(app).start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
        form = {**table.carried(), **table.inputs({"tricks": {"Ann": 5}})}
        asked = LoadShedding(app.wsgi_app, clock=partial(next, iter([NOW, NOW + 100])))
        app.wsgi_app = asked  # type: ignore[method-assign] # as Flask documents it
        late = {"X-Request-Start": f"t={NOW + 95}"}
        assert table.phone.post(f"{table.url}/rounds", form, headers=late).status_code == 503
        assert table.state.revision == 1
        assert table.phone.post(f"{table.url}/rounds", form).status_code == 303
        assert table.state.revision == 2


def test_without_a_trusted_proxy_the_header_is_ignored(app: Flask) -> None:
    late = f"t={time.time() - 10}"
    assert ask(app, "here", HTTP_X_REQUEST_START=late)[0] == 200
    assert Phone(app).get("/", headers={"X-Request-Start": late}).status_code == 200
