"""Polls answered from memory: never for phones without access, and never outdated for long."""

from typing import Any

import pytest
from flask import Flask

from companion.store.database.caches.poll_cache import FRESH, LIVELY, QUICK, QUIET, SLOW, USUAL, PollCache
from companion.web.access.forms import REMOVE
from tests.web.phones import Phone, Table


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


ASKER = ("/clubs/a/plays/b/state", "cookie")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def watch(clock: Clock) -> PollCache:
    """Return a cache that has stored a poller of play b for a minute, and its mark 3."""
    found = PollCache(clock)
    found.remember_poller(ASKER, "b", 60, 1)
    found.store_marks("b", (3,), 1)
    return found


def test_a_stored_poller_is_told_that_nothing_is_new(watch: PollCache) -> None:
    known = watch.answer(ASKER, "3")
    assert known is not None
    assert known.page is None


def test_an_unknown_poller_is_left_to_the_app(watch: PollCache) -> None:
    assert watch.answer((ASKER[0], "another cookie"), "3") is None
    assert watch.answer(("/clubs/a/plays/c/state", ASKER[1]), "3") is None


def test_another_mark_is_left_to_the_app(watch: PollCache) -> None:
    assert watch.answer(ASKER, "2") is None
    assert watch.answer(ASKER, "") is None


def test_a_mark_expires_after_half_a_second_and_access_after_its_own_time(watch: PollCache, clock: Clock) -> None:
    clock.now += FRESH + 0.01
    assert watch.answer(ASKER, "3") is None
    watch.store_marks("b", (3,), 1)
    assert watch.answer(ASKER, "3") is not None
    clock.now += 60
    watch.store_marks("b", (3,), 1)
    assert watch.answer(ASKER, "3") is None


def test_writes_and_removed_phones_count_at_once(watch: PollCache) -> None:
    watch.forget_marks()
    assert watch.answer(ASKER, "3") is None
    watch.store_marks("b", (3,), 1)
    watch.forget_pollers()
    assert watch.answer(ASKER, "3") is None


def test_a_phone_ahead_of_the_cache_is_left_to_the_app(watch: PollCache) -> None:
    television = ("/s/ABCD-2345", "")
    watch.remember_poller(television, "b", 60, 1, (7,))
    watch.cache_page(television, "7.3", ([], b"round 3"))
    for behind in ("7.2", "6.9", ""):
        known = watch.answer(television, behind)
        assert known is not None
        assert known.page is not None
    for ahead in ("7.4", "7.10", "8.1"):
        assert watch.answer(television, ahead) is None


def test_an_earlier_read_does_not_replace_a_later_mark(watch: PollCache) -> None:
    watch.store_marks("b", (2,), 1)
    assert watch.answer(ASKER, "3") is not None
    watch.forget_marks()
    watch.store_marks("b", (2,), 1)
    assert watch.answer(ASKER, "2") is None


def test_access_is_checked_again_after_a_change_of_the_club(watch: PollCache) -> None:
    watch.store_marks("b", (3,), 2)
    assert watch.answer(ASKER, "3") is None
    watch.remember_poller(ASKER, "b", 60, 2)
    assert watch.answer(ASKER, "3") is not None


def test_polls_are_more_frequent_during_a_round_and_rarer_when_idle(watch: PollCache, clock: Clock) -> None:
    assert watch.poll_interval("b") == USUAL
    watch.store_marks("b", (4,), 1)
    assert watch.poll_interval("b") == QUICK
    clock.now += LIVELY
    assert watch.poll_interval("b") == USUAL
    clock.now += QUIET
    assert watch.poll_interval("b") == SLOW
    watch.note_activity("b")
    assert watch.poll_interval("b") == QUICK
    assert QUICK <= 2000, "live within a second or two"


def test_the_cache_is_bounded(clock: Clock) -> None:
    watch = PollCache(clock, most=3)
    for play in range(20):
        watch.remember_poller((f"/{play}", ""), str(play), 60, 1)
        watch.store_marks(str(play), (1,), 1)
    known = [play for play in range(20) if watch.answer((f"/{play}", ""), "1") is not None]
    assert known == [17, 18, 19], "the last ones, no more than may be"


# On the app.


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
