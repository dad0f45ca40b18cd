"""PostgreSQL notifies processes of each other's writes; without notifications they ask more often."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from flask import Flask
from sqlalchemy import text

from companion.store.club import operators
from companion.store.database.base import db
from companion.store.database.caches import listen_notify
from companion.store.database.caches.listen_notify import NAME, listening_to_database
from companion.store.database.caches.poll_cache import PollCache
from companion.store.database.runtime import runtime
from tests.database import URL, embedded_only, new_apps
from tests.store.tables import Club, Table, tricks

ASKER = ("/clubs/a/plays/b/state", "cookie")


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def watch(clock: Clock) -> PollCache:
    """Return a watch that receives notifications, with a play at mark 3 in club 7, polled by one phone."""
    found = PollCache(clock)
    found.start_notifications()
    found.remember_poller(ASKER, "b", 600, 1)
    found.store_marks("b", (3,), 1, 7, found.changes)
    return found


def test_a_mark_is_valid_until_its_club_changes(watch: PollCache, clock: Clock) -> None:
    clock.now += 10
    watch.note_changes([8])
    assert watch.answer(ASKER, "3") is not None
    watch.note_write()
    assert watch.answer(ASKER, "3") is not None, "what was written here is heard of, too"
    watch.note_changes([7])
    assert watch.answer(ASKER, "3") is None
    watch.store_marks("b", (4,), 1, 7, watch.changes)
    assert watch.answer(ASKER, "4") is not None


def test_a_mark_read_before_a_notification_is_not_stored(watch: PollCache) -> None:
    before = watch.changes
    watch.note_changes([7])
    watch.store_marks("b", (3,), 1, 7, before)
    assert watch.answer(ASKER, "3") is None


def test_no_mark_is_valid_for_ever(watch: PollCache, clock: Clock) -> None:
    for _ in range(300):
        clock.now += 1
        watch.note_changes()
    assert watch.answer(ASKER, "3") is not None
    clock.now += 1
    assert watch.answer(ASKER, "3") is None


@pytest.mark.parametrize("ends", ["silent", "stopped"])
def test_without_notifications_marks_are_valid_for_half_a_second(watch: PollCache, clock: Clock, ends: str) -> None:
    clock.now += 14
    assert watch.answer(ASKER, "3") is not None
    if ends == "silent":
        clock.now += 1
    else:
        watch.stop_notifications()
    assert watch.answer(ASKER, "3") is None
    watch.store_marks("b", (3,), 1, 7, watch.changes)
    assert watch.answer(ASKER, "3") is not None
    watch.note_write()
    assert watch.answer(ASKER, "3") is None


def test_forgetting_the_oldest_clubs_never_keeps_an_outdated_mark(clock: Clock) -> None:
    found = PollCache(clock, most=4)
    found.start_notifications()
    found.remember_poller(ASKER, "b", 600, 1)
    before = found.changes
    found.note_changes([7])
    found.note_changes(range(10, 20))
    assert found._last_change == {}
    for since in (before, before + 1):
        found.store_marks("b", (3,), 1, 7, since)
        assert found.answer(ASKER, "3") is None
    found.store_marks("b", (3,), 1, 7, found.changes)
    assert found.answer(ASKER, "3") is not None


class Connection:
    """A connection to a server that notifies once that club 7 has changed."""

    def __init__(self, said: list[object], stopped: Event) -> None:
        self.said, self.stopped = said, stopped
        self.exec_driver_sql = said.append
        self.connection = SimpleNamespace(driver_connection=self)

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, *_: object) -> None:
        self.said.append("returned")

    def invalidate(self) -> None:
        self.said.append("closed")

    def notifies(self, timeout: int) -> list[SimpleNamespace]:
        self.said.append(timeout)
        self.stopped.set()
        return [SimpleNamespace(payload="7")]


@embedded_only
def test_over_sqlite_the_thread_that_listens_ends_at_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[Callable[[Event], None], str]] = []
    monkeypatch.setattr(listen_notify, "in_background", lambda *given: started.append(given))
    listening_to_database(app.app_context)
    [(run, name)] = started
    assert name == "listening"
    run(Event())


def test_one_connection_listens_until_the_app_stops(watch: PollCache, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[object] = []
    stopped, before = Event(), watch.changes
    engine = SimpleNamespace(connect=lambda: Connection(said, stopped))
    monkeypatch.setattr(listen_notify, "db", SimpleNamespace(engine=engine))
    listen_notify._listen(watch, stopped)
    assert said == [
        "SET application_name = 'companion-listening'", "LISTEN companion_marks", 2, "SELECT 1", "closed", "returned",
    ]  # fmt: skip
    assert (watch._last_change, watch.changes) == ({7: before + 2}, before + 3)


def test_a_lost_connection_is_reported_once_and_made_again(
    app: Flask, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tries: list[PollCache] = []
    stopped, waited = Event(), list[float]()

    def fail(polls: PollCache, _: Event) -> None:
        polls.start_notifications()
        tries.append(polls)
        raise OSError("gone")

    def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            stopped.set()

    monkeypatch.setattr(listen_notify, "_listen", fail)
    monkeypatch.setattr(runtime(), "notifies", True)
    monkeypatch.setattr(stopped, "wait", wait)
    listen_notify._run(app.app_context, stopped)
    assert (tries, waited) == ([runtime().polls] * 3, [2, 2, 2])
    assert runtime().polls._notified_at is None
    assert [record.getMessage() for record in caplog.records] == [
        "Changes of other processes are polled, because listening for them failed: gone"
    ]


@pytest.fixture
def apps(tmp_path: Path) -> Iterator[list[Flask]]:
    """Start two processes over one PostgreSQL; the second one listens."""
    with new_apps(tmp_path, 2) as apps, listening_to_database(apps[1].app_context):
        yield apps


def heard(app: Flask, before: int) -> int:
    """Wait until the second process gets a notification; return how many it has got."""
    with app.app_context():
        watch = runtime().polls
    while watch._notified_at is None or watch.changes == before:
        time.sleep(0.01)
    return watch.changes


def changed(app: Flask, club: int) -> int:
    with app.app_context():
        return runtime().polls._last_change.get(club, 0)


@pytest.mark.skipif(not URL.startswith("postgresql"), reason="is about PostgreSQL")
def test_another_process_is_notified_of_every_write_and_again_after_a_lost_connection(apps: list[Flask]) -> None:
    here, there = apps
    heard(there, 0)
    with here.app_context():
        club = Club()
        number = club.organiser.club_id

        def told(act: str) -> None:
            last = changed(there, number)
            deadline = time.monotonic() + 60
            {"start": start, "write": write, "block": block}[act]()
            while changed(there, number) == last:
                assert time.monotonic() < deadline, act
                time.sleep(0.01)

        tables: list[Table] = []

        def start() -> None:
            tables.append(Table(club.scorer))

        def write() -> None:
            tables[0].write(tricks(1, 2, 2))

        def block() -> None:
            operators.set_blocked(number, is_blocked=True)

        for act in ("start", "write", "block"):
            told(act)
        with db.engine.connect() as connection:
            killed = text(f"select pg_terminate_backend(pid) from pg_stat_activity where application_name = '{NAME}'")
            connection.execute(killed)
            connection.rollback()
        db.session.remove()
        with there.app_context():
            watch = runtime().polls
        before = watch.changes
        while watch._notified_at is None or watch.changes < before + 2:
            time.sleep(0.05)
        told("write")
