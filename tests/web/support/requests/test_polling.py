"""Polls answered from memory: never for phones without access, and never outdated for long."""

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion.store.database.caches.poll_cache import QUICK, USUAL
from companion.web.access.forms import REMOVE
from companion.web.support.requests.polling import CHANGES_KEY, PollMiddleware, is_poll, mark_in_query, poller_key
from tests.web.phones import Phone, Table


def mark_of(table: Table, phone: Phone) -> str:
    return str(phone.get(f"{table.url}/state?mark=0").json["mark"])


def asked(table: Table, phone: Phone, mark: str) -> Any:
    return phone.get(f"{table.url}/state?mark={mark}&since=1")


def counting(app: Flask, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that counts requests that reach the app."""
    found: list[str] = []
    app_itself = app.full_dispatch_request

    def dispatch(*given: Any) -> Any:
        found.append("asked")
        return app_itself(*given)

    monkeypatch.setattr(app, "full_dispatch_request", dispatch)
    return found


def test_a_second_poll_within_a_moment_does_not_reach_the_app(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    viewer = table.club.viewer
    mark = mark_of(table, viewer)
    reached = counting(table.club.app, monkeypatch)
    answers = [asked(table, viewer, mark) for _ in range(5)]
    assert {answer.status_code for answer in answers} == {204}
    assert {answer.headers["Ask-Again"] for answer in answers} <= {str(QUICK), str(USUAL)}
    assert len(reached) <= 1


def test_the_first_poll_of_a_phone_is_told_when_to_ask_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = mark_of(table, table.phone)
    viewer = table.club.viewer
    reached = counting(table.club.app, monkeypatch)
    answer = asked(table, viewer, mark)
    assert (answer.status_code, answer.headers["Ask-Again"], len(reached)) == (204, str(USUAL), 1)


def test_the_next_poll_reports_a_write(table: Table) -> None:
    viewer = table.club.viewer
    mark = mark_of(table, viewer)
    assert asked(table, viewer, mark).status_code == 204
    table.write({"tricks": {"Ann": 2, "Bob": 2, "Cyd": 1}})
    answer = asked(table, viewer, mark)
    assert answer.status_code == 200
    assert answer.json["mark"] != mark
    assert answer.headers["Ask-Again"] == str(QUICK)


def test_typing_makes_other_phones_poll_more_often(table: Table) -> None:
    viewer = table.club.viewer
    mark = mark_of(table, viewer)
    table.phone.post(f"{table.url}/preview", {"tricks.0": "2"})
    answer = asked(table, viewer, mark)
    assert (answer.status_code, answer.headers["Ask-Again"]) == (204, str(QUICK))


@pytest.mark.parametrize(
    ("path", "cookies", "key"),
    [
        ("/clubs/k/plays/p/state", "device=1", ("/clubs/k/plays/p/state", "device=1")),
        ("/clubs/k/plays/p/state", None, ("/clubs/k/plays/p/state", "")),
        ("/s/ABCD-2345", "device=1", ("/s/ABCD-2345", "")),
    ],
)
def test_polls_of_a_phone_are_told_apart_by_its_cookies_and_those_of_a_screen_are_not(
    path: str, cookies: str | None, key: tuple[str, str]
) -> None:
    sent = {"PATH_INFO": path, **({"HTTP_COOKIE": cookies} if cookies else {})}
    assert poller_key(sent) == key


def test_a_removed_phone_gets_404_at_once(table: Table) -> None:
    club = table.club
    mark = mark_of(table, club.viewer)
    assert asked(table, club.viewer, mark).status_code == 204
    page = club.organiser.get(f"{club.url}/devices").text
    number = max(int(part.split('"')[0]) for part in page.split("/devices/")[1:] if part.split('"')[0].isdigit())
    club.organiser.post(f"{club.url}/devices/{number}", {"role": REMOVE})
    assert asked(table, club.viewer, mark).status_code == 404


def test_strangers_get_404_while_others_poll(table: Table) -> None:
    mark = mark_of(table, table.club.viewer)
    assert asked(table, table.club.viewer, mark).status_code == 204
    assert asked(table, table.club.stranger, mark).status_code == 404
    assert asked(table, Phone(table.club.app), mark).status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("GET", "/clubs/k/plays/p/state", True), ("GET", "/s/ABCD", True), ("HEAD", "/clubs/k/plays/p/state", False),
        ("POST", "/s/ABCD", False), ("GET", "/clubs/k/states", False), ("GET", "/state/1", False), ("GET", "/", False),
    ],
)  # fmt: skip
def test_polls_are_gets_of_screens_and_of_addresses_that_end_in_state(method: str, path: str, expected: bool) -> None:
    assert is_poll({"REQUEST_METHOD": method, "PATH_INFO": path}) == expected


@pytest.mark.parametrize(
    ("query", "mark"),
    [("mark=7.1", "7.1"), ("since=3&mark=7", "7"), ("landmark=3&mark=7&mark=8", "7"), ("since=3", ""), ("", "")],
)
def test_the_mark_of_a_poll_is_the_first_in_its_query(query: str, mark: str) -> None:
    assert mark_in_query(query) == mark


class Answers:
    """Stands for what is remembered of polls."""

    changes = 5

    def __init__(self, known: Any = None) -> None:
        self.known = known
        self.given: list[Any] = []
        self.cached: list[Any] = []

    def answer(self, *given: Any) -> Any:
        """Return what is known."""
        self.given.append(given)
        return self.known

    def cache_page(self, *given: Any) -> None:
        """Remember a page."""
        self.cached.append(given)


class Body(list[bytes]):
    """The body of a response that notes whether it was closed."""

    is_closed = False

    def close(self) -> None:
        """Close it."""
        self.is_closed = True


def polled(
    answers: Any, path: str, accepts: str = "gzip", status: str = "200 OK", headers: Mapping[str, str] | None = None
) -> tuple[str, dict[str, str], bytes]:
    """Return the response of the middleware to a poll of mark 7, in front of an app that answers with these headers."""
    body, started = Body([b"from ", b"the app"]), list[Any]()
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": path,
        "QUERY_STRING": "mark=7",
        "HTTP_ACCEPT_ENCODING": accepts,
    }

    def start_response(*given: Any) -> Any:
        started.extend(given)

    def app(environ: Any, start: Any) -> Body:
        assert environ[CHANGES_KEY] == 5, "so many were known before anything was read"
        start(status, list((headers or {}).items()))
        return body

    pieces = PollMiddleware(app, answers)(environ, start_response)
    answered = started[0], dict(started[1]), b"".join(pieces)
    assert body.is_closed or not answers.cached, "a body that is read must be closed"
    assert [given[1] for given in answers.given] == ["7"]
    return answered


PLAY, SCREEN = "/clubs/k/plays/p/state", "/s/ABCD"
NO_NEWS = {
    "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
    "Ask-Again": "900",
}  # fmt: skip
FROM_APP = b"from the app"


def test_what_is_known_is_answered_without_the_app() -> None:
    unchanged = SimpleNamespace(page=None, ask_again=900)
    assert polled(Answers(unchanged), PLAY) == ("204 No Content", NO_NEWS, b"")
    page = SimpleNamespace(page=([("X", "1")], b"a page"), ask_again=900)
    assert polled(Answers(page), SCREEN) == ("200 OK", {"X": "1", "Ask-Again": "900"}, b"a page")
    assert polled(Answers(page), SCREEN, "br") == ("200 OK", {}, FROM_APP), "the page is for who accepts gzip"
    assert polled(Answers(unchanged), SCREEN, "br") == ("204 No Content", NO_NEWS, b"")


PACKED = {"Content-Encoding": "gzip", "Shown-Mark": "8", "Ask-Again": "500", "Set-Cookie": "a=b", "X": "1"}


def without(key: str) -> dict[str, str]:
    """Return the headers of a page that can be shown to other screens, but one."""
    return {name: value for name, value in PACKED.items() if name != key}


def test_a_page_of_a_screen_is_kept_for_others_without_what_is_meant_for_one() -> None:
    answers = Answers()
    assert polled(answers, SCREEN, headers=PACKED) == ("200 OK", PACKED, FROM_APP)
    kept = [("Content-Encoding", "gzip"), ("Shown-Mark", "8"), ("X", "1")]
    assert answers.cached == [((SCREEN, ""), "8", (kept, FROM_APP))]


@pytest.mark.parametrize(
    ("path", "accepts", "status", "headers"),
    [
        (PLAY, "gzip", "200 OK", PACKED), (SCREEN, "br", "200 OK", PACKED), (SCREEN, "gzip", "404 NOT FOUND", PACKED),
        (SCREEN, "gzip", "200 OK", without("Content-Encoding")), (SCREEN, "gzip", "200 OK", without("Shown-Mark")),
    ],
)  # fmt: skip
def test_no_other_response_is_kept(path: str, accepts: str, status: str, headers: Mapping[str, str]) -> None:
    answers = Answers()
    assert polled(answers, path, accepts, status, headers) == (status, headers, FROM_APP)
    assert answers.cached == []
