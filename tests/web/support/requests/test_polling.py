"""Polls answered from memory: never for phones without access, and never outdated for long."""

from typing import Any

import pytest
from flask import Flask

from companion.store.database.caches.poll_cache import QUICK, USUAL
from companion.web.access.forms import REMOVE
from companion.web.support.requests.polling import poller_key
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
