"""Clubs in which nothing was ever written are deleted after thirty days without a visit, and no others."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import Connection, insert, update
from sqlalchemy.orm import InstrumentedAttribute

from companion.core.house.house_rules import Amendment
from companion.store.access import devices, invitations, joining, members
from companion.store.access.roles import Member
from companion.store.club import unused
from companion.store.club.clubs import insert_club, rename_club, start_club
from companion.store.database.base import clock_at, db, now
from companion.store.database.models import Club, Draft, Event, Membership, Play, Player
from companion.store.database.runtime import runtime
from companion.store.database.service_models import Day
from companion.store.database.writing import writing
from companion.store.house import house_rules
from companion.store.plays import starting
from companion.store.rulings import write_rulings
from tests.store.tables import at_once, client_id, rows

START = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _app(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    """Return an app with its own database that stores every visit."""
    monkeypatch.setattr(members, "SEEN_EVERY", -1)


class Alone:
    """A club with one device, in which nothing is written yet."""

    def __init__(self, day: int = 0) -> None:
        with clock_at(START + timedelta(days=day)):
            self.device, self.token = members.add_device("A phone")
            self.key = start_club(self.device)

    @property
    def member(self) -> Member:
        found = members.member(self.token, self.key)
        assert found is not None
        return found

    @property
    def is_there(self) -> bool:
        """Whether the club exists."""
        db.session.rollback()
        return bool(rows("select 1 from club where key = :key", key=self.key))

    def visit(self, day: float) -> None:
        """Load the club's page with its phone."""
        with clock_at(START + timedelta(days=day)):
            members.record_seen(self.device)


def ran_on(*days: int) -> None:
    """Let the app run on these days without deleting clubs."""
    with writing() as connection:
        for day in days:
            connection.execute(insert(Day).values(on=(START + timedelta(days=day)).date()))


def run_on(*days: int) -> int:
    """Let the app run on these days; return how many clubs it deletes."""
    cleared = 0
    for day in days:
        with clock_at(START + timedelta(days=day)):
            cleared += unused.clear_unused()
    return cleared


def test_an_unused_club_is_deleted_after_thirty_days() -> None:
    club = Alone()
    ran_on(*range(29))
    assert run_on(29, 30) == 0
    assert club.is_there
    assert runtime().paths.marker.exists()
    assert run_on(31) == 1
    assert not runtime().paths.marker.exists(), "no club is left"
    assert not club.is_there
    assert members.clubs_of(club.token) == []
    assert members.member(club.token, club.key) is None
    assert members.device_id(club.token) is None, "a device that is in no club goes with it"
    assert run_on(32) == 0


def test_many_unused_clubs_are_deleted_in_small_transactions(monkeypatch: pytest.MonkeyPatch) -> None:
    def count() -> int:
        [(number,)] = rows("select count(*) from club")
        return int(number)

    @contextmanager
    def writing_and_counting() -> Iterator[Connection]:
        before = count()
        with writing() as connection:
            yield connection
        deleted.append(before - count())

    kept = [Alone(day=5) for _ in range(6)]
    clubs = [Alone() for _ in range(13)]
    ran_on(*range(32))
    deleted: list[int] = []
    monkeypatch.setattr(unused, "BATCH", 5)
    monkeypatch.setattr(unused, "writing", writing_and_counting)
    assert run_on(31) == len(clubs)
    assert [number for number in deleted if number] == [5, 5, 3]
    assert all(club.is_there for club in kept)
    assert runtime().paths.marker.exists()
    assert count() == rows("select count(*) from device")[0][0] == 6


def test_a_visit_keeps_a_club() -> None:
    club = Alone()
    ran_on(*range(49))
    club.visit(18 + 4 / 24)  # at midnight
    assert run_on(49) == 0
    assert run_on(50) == 1


@pytest.mark.parametrize("column", [Membership.joined_at, Club.created_at])
def test_a_device_that_joined_lately_and_a_young_club_are_kept(column: InstrumentedAttribute[datetime]) -> None:
    club = Alone()
    with writing() as connection:
        connection.execute(update(column.class_).values({column: START + timedelta(days=19)}))
    ran_on(*range(49))
    assert run_on(49) == 0
    assert run_on(50) == 1
    assert not club.is_there


def test_a_club_that_nobody_has_joined_yet_is_kept() -> None:
    with writing() as connection, clock_at(START):
        insert_club(connection, "invited", None)
    Alone()
    ran_on(*range(31))
    assert run_on(31) == 1
    assert rows("select key from club") == [("invited",)]
    assert runtime().paths.marker.exists()


def test_a_device_in_no_club_is_deleted_thirty_days_after_it_was_seen() -> None:
    found = []
    midnight = 4 / 24
    for created, seen in ((0, 0), (0, 19), (9000, 0), (midnight, 0), (0, midnight)):
        with clock_at(START + timedelta(days=created)):
            device, _ = members.add_device("A phone")
        with clock_at(START + timedelta(days=seen)):
            members.record_seen(device)
        found.append(device)
    runtime().paths.create_marker()
    ran_on(*range(31))
    assert run_on(31) == 0
    assert runtime().paths.marker.exists(), "clubs that are missing were not deleted here"
    assert rows("select id from device order by id") == [(device,) for device in found[1:]]


def test_a_phone_of_a_deleted_club_is_a_stranger() -> None:
    club = Alone()
    ran_on(*range(31))
    assert run_on(31) == 1
    assert members.record_seen(club.device), "so that the membership is asked for once more"
    assert members.member(club.token, club.key) is None


PEOPLE = ["Ann", "Bob"]
RULE = [Amendment("", "Who deals fetches the drinks.")]
RULED: Any = {"game": "rage", "question": "May she?", "decision": "She may.", "agreed_by": PEOPLE}


def name(club: Alone) -> object:
    rename_club(club.member, "Aces")
    return True


def joins(club: Alone) -> object:
    device, _ = members.add_device("Another phone")
    return joining.join_club(device, invitations.join_codes(club.member)["viewer"])


def joins_and_leaves(club: Alone) -> object:
    device, token = members.add_device("Another phone")
    joining.join_club(device, invitations.join_codes(club.member)["viewer"])
    guest = members.member(token, club.key)
    return guest is not None and devices.leave(guest)


def plays_(club: Alone) -> object:
    more: dict[str, Any] = {"dealer": None, "options": {}, "client_id": client_id()}
    return starting.start_play(club.member, slug="rage", players=PEOPLE, **more)


def proposes(club: Alone) -> object:
    return house_rules.propose(
        club.member,
        game="rage",
        options={},
        amendments=RULE,
        note="",
        holds_from=house_rules.today(),
        client_id=client_id(),
    )


def rules(club: Alone) -> object:
    return write_rulings.record(club.member, client_id=client_id(), **RULED)


WRITTEN = (name, joins, joins_and_leaves, plays_, proposes, rules)


@pytest.mark.parametrize("write", WRITTEN, ids=lambda write: write.__name__)
def test_a_club_with_anything_written_is_never_deleted(write: Callable[[Alone], object]) -> None:
    club = Alone()
    with clock_at(START):
        assert write(club)
    ran_on(*range(100))
    assert run_on(100) == 0
    assert club.is_there


def test_a_club_with_one_person_is_kept() -> None:
    club = Alone()
    with writing() as connection:
        values = {"club_id": club.member.club_id, "name": "Ann", "name_key": "ann", "created_at": START}
        connection.execute(insert(Player).values(**values))
    ran_on(*range(100))
    assert run_on(100) == 0


def test_every_table_of_a_club_is_checked() -> None:
    asked = " ".join(map(str, unused._written_in_club()))
    for row in (Player, Play, Event):
        assert f"{row.__tablename__}.club_id" in asked
    assert f"FROM {Draft.__tablename__}" not in asked, "it belongs to a game"


def test_without_unused_clubs_nothing_is_written() -> None:
    assert run_on(0, 1) == 0
    club = Alone()
    with clock_at(START):
        name(club)
    assert run_on(2, 3) == 0
    assert rows("select count(*) from day") == [(0,)]


def test_a_day_that_another_process_records_first_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    club = Alone()

    def second() -> AbstractContextManager[Connection]:
        monkeypatch.undo()
        ran_on(0)
        return writing()

    monkeypatch.setattr(unused, "writing", second)
    assert run_on(0) == 0
    assert club.is_there
    assert rows("select count(*) from day") == [(1,)]


# Clocks.


def test_a_temporarily_wrong_clock_deletes_nothing() -> None:
    club = Alone()
    run_on(0, 1, 2)
    assert run_on(5000, 5001) == 0, "set forward by years"
    assert run_on(3, -20_000, 4) == 0, "and back to the beginning of time"
    assert club.is_there
    ran_on(*range(5, 30))
    assert run_on(30) == 0, "the days that were none do not count"
    assert run_on(31) == 1


def test_a_computer_without_a_clock_deletes_nothing_however_often_it_starts() -> None:
    club = Alone()
    for _ in range(8):
        assert run_on(-20_000, 1, 2) == 0
    assert club.is_there


def test_days_on_which_the_app_does_not_run_do_not_count() -> None:
    club = Alone()
    run_on(0)
    assert run_on(400, 401, 402) == 0
    assert club.is_there


def test_a_club_created_in_the_future_is_kept() -> None:
    club = Alone(day=9000)
    ran_on(*range(100))
    assert run_on(100) == 0
    assert club.is_there


# Concurrent writes.


@pytest.mark.parametrize("write", WRITTEN, ids=lambda write: write.__name__)
def test_a_write_during_the_deletion_succeeds_or_is_refused(own_app: Flask, write: Callable[[Alone], object]) -> None:
    ran_on(*range(31))
    for _ in range(3):
        club = Alone()

        def comes(club: Alone = club) -> bool:
            try:
                members.record_seen(club.device)
                return members.member(club.token, club.key) is not None and bool(write(club))
            finally:
                db.session.remove()

        def clears() -> int:
            with clock_at(START + timedelta(days=31)):
                return unused.clear_unused()

        wrote, cleared = at_once(own_app, comes, clears)
        assert (wrote, cleared) in ((True, 0), (False, 1))
        assert club.is_there == wrote


# Scheduling.


def test_unused_clubs_are_deleted_at_the_start_and_on_every_new_day(
    own_app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    club = Alone()
    ran_on(*range(30))
    clearer = unused.Clearer(own_app.app_context)
    for day in (30, 30, 31):
        with clock_at(START + timedelta(days=day)):
            clearer.clear_if_new_day()
    assert not club.is_there
    assert [record.getMessage() for record in caplog.records] == [
        "Deleted 1 unused club in which nothing was ever entered."
    ]


def test_unused_clubs_are_looked_for_once_a_day(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    cleared: list[datetime] = []
    monkeypatch.setattr(unused, "clear_unused", lambda: cleared.append(now()) or 0)
    clearer = unused.Clearer(own_app.app_context)
    moments = [START + timedelta(hours=hour) for hour in (0, 3, 4, 27)]
    for moment in moments:
        with clock_at(moment):
            clearer.clear_if_new_day()
    assert cleared == [moments[0], moments[2]], "at the start, and after midnight"


def test_unused_clubs_are_looked_for_every_hour(own_app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[Any, ...]] = []
    monkeypatch.setattr(unused, "repeat_in_background", lambda *given: started.append(given))
    club = Alone()
    ran_on(*range(31))
    unused.clearing_daily(own_app.app_context)
    [(act, seconds, name)] = started
    assert (seconds, name) == (3600, "unused")
    with clock_at(START + timedelta(days=31)):
        act()
    assert not club.is_there


def test_a_database_that_cannot_be_written_is_reported_once(own_app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    Alone()
    clearer = unused.Clearer(own_app.app_context)
    with db.engine.begin() as connection:
        connection.exec_driver_sql("alter table day rename to gone")
    for _ in range(3):
        clearer.clear_if_new_day()
    assert [record.getMessage() for record in caplog.records] == ["Unused clubs could not be deleted."]
    with db.engine.begin() as connection:
        connection.exec_driver_sql("alter table gone rename to day")
    clearer.clear_if_new_day()
    assert rows("select count(*) from day") == [(1,)]
    with db.engine.begin() as connection:
        connection.exec_driver_sql("alter table day rename to gone")
    with clock_at(datetime.now(UTC) + timedelta(days=1)):
        clearer.clear_if_new_day()
    assert len(caplog.records) == 2, "it had worked meanwhile"
