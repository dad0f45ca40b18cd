"""What phones are told without the database being asked: never more than they may know, and never for long."""

from typing import Any

import pytest
from flask import Flask

from companion.store.database.poll_cache import FRESH, LIVELY, QUICK, QUIET, SLOW, USUAL, PollCache
from companion.web.access.forms import OUT
from tests.web.phones import Phone, Table


class Clock:
    """A clock that is set by hand."""

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
    """Somebody was let in to play b, for a minute, which stands at mark 3."""
    found = PollCache(clock)
    found.remember_poller(ASKER, "b", 60, 1)
    found.store_marks("b", (3,), 1)
    return found


def test_who_was_let_in_is_told_that_nothing_is_new(watch: PollCache) -> None:
    known = watch.answer(ASKER, "3")
    assert known is not None
    assert known.page is None


def test_who_was_not_is_told_nothing(watch: PollCache) -> None:
    assert watch.answer((ASKER[0], "another cookie"), "3") is None
    assert watch.answer(("/clubs/a/plays/c/state", ASKER[1]), "3") is None


def test_another_mark_is_for_the_app_to_answer(watch: PollCache) -> None:
    assert watch.answer(ASKER, "2") is None
    assert watch.answer(ASKER, "") is None


def test_a_mark_is_good_for_half_a_second_and_a_door_for_as_long_as_was_said(watch: PollCache, clock: Clock) -> None:
    clock.now += FRESH + 0.01
    assert watch.answer(ASKER, "3") is None
    watch.store_marks("b", (3,), 1)
    assert watch.answer(ASKER, "3") is not None
    clock.now += 60
    watch.store_marks("b", (3,), 1)
    assert watch.answer(ASKER, "3") is None


def test_what_is_written_and_who_is_thrown_out_counts_at_once(watch: PollCache) -> None:
    watch.forget_marks()
    assert watch.answer(ASKER, "3") is None
    watch.store_marks("b", (3,), 1)
    watch.forget_pollers()
    assert watch.answer(ASKER, "3") is None


def test_who_shows_more_than_is_known_here_is_for_the_app_to_answer(watch: PollCache) -> None:
    television = ("/s/ABCD-2345", "")
    watch.remember_poller(television, "b", 60, 1, (7,))
    watch.cache_page(television, "7.3", ([], b"round 3"))
    for behind in ("7.2", "6.9", ""):
        known = watch.answer(television, behind)
        assert known is not None
        assert known.page is not None
    for ahead in ("7.4", "7.10", "8.1"):
        assert watch.answer(television, ahead) is None


def test_a_play_that_was_read_earlier_does_not_go_back(watch: PollCache) -> None:
    watch.store_marks("b", (2,), 1)
    assert watch.answer(ASKER, "3") is not None
    watch.forget_marks()
    watch.store_marks("b", (2,), 1)
    assert watch.answer(ASKER, "2") is None


def test_who_was_let_in_before_the_club_changed_is_looked_at_anew(watch: PollCache) -> None:
    watch.store_marks("b", (3,), 2)
    assert watch.answer(ASKER, "3") is None
    watch.remember_poller(ASKER, "b", 60, 2)
    assert watch.answer(ASKER, "3") is not None


def test_phones_ask_more_often_while_a_round_is_written_and_less_while_nothing_happens(
    watch: PollCache, clock: Clock
) -> None:
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


def test_memory_has_an_end(clock: Clock) -> None:
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
    """The requests that reach the app itself."""
    found: list[str] = []
    app_itself = app.full_dispatch_request

    def dispatch(*given: Any) -> Any:
        found.append("asked")
        return app_itself(*given)

    monkeypatch.setattr(app, "full_dispatch_request", dispatch)
    return found


def test_the_second_to_ask_within_a_moment_costs_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    viewer = table.club.viewer
    mark = mark_of(table, viewer)
    reached = counting(table.club.app, monkeypatch)
    answers = [asked(table, viewer, mark) for _ in range(5)]
    assert {answer.status_code for answer in answers} == {204}
    assert {answer.headers["Ask-Again"] for answer in answers} <= {str(QUICK), str(USUAL)}
    assert len(reached) <= 1


def test_what_somebody_wrote_is_told_to_the_next_who_asks(table: Table) -> None:
    viewer = table.club.viewer
    mark = mark_of(table, viewer)
    assert asked(table, viewer, mark).status_code == 204
    table.write({"tricks": {"Ann": 2, "Bob": 2, "Cyd": 1}})
    answer = asked(table, viewer, mark)
    assert answer.status_code == 200
    assert answer.json["mark"] != mark
    assert answer.headers["Ask-Again"] == str(QUICK)


def test_typing_alone_makes_the_others_ask_more_often(table: Table) -> None:
    viewer = table.club.viewer
    mark = mark_of(table, viewer)
    table.phone.post(f"{table.url}/preview", {"tricks.0": "2"})
    answer = asked(table, viewer, mark)
    assert (answer.status_code, answer.headers["Ask-Again"]) == (204, str(QUICK))


def test_a_phone_that_is_thrown_out_is_told_so_at_once(table: Table) -> None:
    club = table.club
    mark = mark_of(table, club.viewer)
    assert asked(table, club.viewer, mark).status_code == 204
    page = club.organiser.get(f"{club.url}/devices").text
    number = max(int(part.split('"')[0]) for part in page.split("/devices/")[1:] if part.split('"')[0].isdigit())
    club.organiser.post(f"{club.url}/devices/{number}", {"role": OUT})
    assert asked(table, club.viewer, mark).status_code == 404


def test_strangers_are_told_nothing_while_others_ask(table: Table) -> None:
    mark = mark_of(table, table.club.viewer)
    assert asked(table, table.club.viewer, mark).status_code == 204
    assert asked(table, table.club.stranger, mark).status_code == 404
    assert asked(table, Phone(table.club.app), mark).status_code == 404
