"""Concurrent writers, and waiting while another program locks the database."""

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from companion.store.database import write_lock
from companion.store.database.base import db
from companion.store.database.runtime import runtime
from companion.store.database.trouble import DatabaseBusyError, trouble_of
from companion.store.database.write_lock import WriteLock
from companion.store.database.writing import writing
from tests.database import URL, embedded_only
from tests.store.database.disks import held
from tests.store.tables import Club, Table, tricks


class Visitor(threading.Thread):
    """A writer who holds the lock until the test ends it."""

    def __init__(self, lock: WriteLock, patience: float = 60, *, gets_it: bool = True) -> None:
        super().__init__(daemon=True)
        self.lock = lock
        self.patience = patience
        self.gets_it = gets_it
        self.inside, self.go, self.refused = threading.Event(), threading.Event(), threading.Event()
        self.start()

    def run(self) -> None:
        try:
            with self.lock.hold(self.patience):
                if self.gets_it:
                    self.lock.note_database_obtained()
                self.inside.set()
                self.go.wait(60)
        except DatabaseBusyError:
            self.refused.set()

    def leave(self) -> None:
        self.go.set()
        self.join(60)


def test_writers_of_one_process_write_one_after_another() -> None:
    lock = WriteLock(most_waiting=0)
    first = Visitor(lock)
    assert first.inside.wait(60)
    others = [Visitor(lock) for _ in range(5)]
    for _ in others:
        assert not any(other.refused.is_set() or other.inside.is_set() for other in others)
        first.leave()
        first = until(lambda: next((other for other in others if other.inside.is_set()), None))
        others.remove(first)
        if not others:
            break
    first.leave()


def until(found: Callable[[], Visitor | None]) -> Visitor:
    end = time.monotonic() + 60
    while (visitor := found()) is None:
        assert time.monotonic() < end
        time.sleep(0.001)  # lets the others go on
    return visitor


@embedded_only
def test_only_a_few_requests_wait_for_a_long_write(app: Flask) -> None:
    with app.app_context():
        lock = runtime().write_lock
        assert lock is not None
        with writing(takes_long=True):
            others = [Visitor(lock) for _ in range(3)]
            until(lambda: next((one for one in others if sum(other.refused.is_set() for other in others) == 2), None))
        (patient,) = [other for other in others if not other.refused.is_set()]
        assert patient.inside.wait(60)
        patient.leave()


def test_a_writer_who_has_the_database_no_longer_waits_for_it() -> None:
    lock = WriteLock(most_waiting=1)
    with lock.hold(60):
        assert lock._holder_waits_since is not None
        lock.note_database_obtained()
        assert lock._holder_waits_since is None


def test_after_half_a_second_a_writer_is_assumed_to_wait_for_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    lock = WriteLock(most_waiting=1)
    assert not lock._is_database_locked()
    with lock.hold(60):
        since = lock._holder_waits_since or 0.0
        for seconds, is_locked in ((0.4, False), (0.6, True)):
            later = SimpleNamespace(monotonic=lambda seconds=seconds: since + seconds)
            with monkeypatch.context() as patched:
                patched.setattr(write_lock, "time", later)
                assert lock._is_database_locked() == is_locked
        lock.note_database_obtained()
        assert not lock._is_database_locked()


def test_only_a_few_requests_wait_for_another_program() -> None:
    lock = WriteLock(most_waiting=1)
    first = Visitor(lock, gets_it=False)
    assert first.inside.wait(60)
    others = [Visitor(lock) for _ in range(3)]
    until(lambda: next((one for one in others if sum(other.refused.is_set() for other in others) == 2), None))
    (patient,) = [other for other in others if not other.refused.is_set()]
    first.leave()
    assert patient.inside.wait(60), "who waited has its turn"
    patient.leave()


def test_no_writer_waits_longer_than_its_time_out() -> None:
    lock = WriteLock(most_waiting=5)
    first = Visitor(lock)
    assert first.inside.wait(60)
    second = Visitor(lock, patience=0.01)
    assert second.refused.wait(60)
    first.leave()
    with lock.hold(60) as left:
        assert left > 0


@embedded_only
def test_another_program_is_waited_for_and_then_reported(own_app: Flask, tmp_path: Path) -> None:
    table = Table(Club().scorer)
    runtime().patience = 0.1
    with held(tmp_path / "companion.sqlite3"), pytest.raises(OperationalError) as fault:
        table.write(tricks(5, 0, 0))
    assert trouble_of(fault.value) == "busy"
    assert table.totals == {"Ann": 0, "Bob": 0, "Cyd": 0}, "looking works all the same"
    runtime().patience = 60
    with closing(
        sqlite3.connect(tmp_path / "companion.sqlite3", isolation_level=None, check_same_thread=False)
    ) as other:
        other.execute("BEGIN IMMEDIATE")
        threading.Timer(0.3, lambda: other.execute("ROLLBACK")).start()
        table.write(tricks(5, 0, 0))
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}


@pytest.mark.skipif(not URL, reason="TEST_DATABASE_URL is not set")
def test_a_lock_on_a_server_times_out_too(own_app: Flask) -> None:
    Club()
    hold = text("select id from club for update")
    with db.engine.connect().execution_options(writes=True) as other, db.engine.connect() as one:
        assert one.execute(text("show lock_timeout")).scalar_one() == "4s"
        one.execute(text("set lock_timeout = 100"))
        other.execute(hold)
        with pytest.raises(OperationalError) as fault:
            one.execute(hold)
    assert trouble_of(fault.value) == "busy"
