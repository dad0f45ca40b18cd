"""The daily backup, and clubs that are missing at the start."""

import logging
import shutil
import sqlite3
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion.settings import load_settings
from companion.store.database import sqlite_files
from companion.store.database.backups import backups, daily_copies
from companion.store.database.backups.backup_paths import MARKER, BackupPaths
from companion.store.database.backups.daily_copies import DailyCopies
from companion.store.database.base import clock_at
from companion.store.database.runtime import runtime
from companion.web import create_app
from tests.database import embedded_only
from tests.store.database.backups.backup_files import EVENING, leave
from tests.store.database.disks import damage, fill, small_disk
from tests.store.tables import SCRATCH, Club, Table

pytestmark = embedded_only


# The daily one.


class Clock:
    """A clock that advances when the test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return 5000 + self.seconds


def looks(app: Flask, moment: datetime, clock: Clock | None = None) -> Path | None:
    """Return the first daily check of an app that was just started."""
    with clock_at(moment):
        return DailyCopies(app.app_context, clock or Clock()).copy_if_due()


def test_one_backup_a_day_is_made_and_the_last_seven_are_kept(own_app: Flask, paths: BackupPaths) -> None:
    table = Table(Club().scorer, options={"target": 200})
    made = []
    for day in range(10):
        table.write(SCRATCH)
        for hour in (0, 2, 3):
            copy = looks(own_app, EVENING + timedelta(days=day, hours=hour))
            made += [copy] if copy else []
    assert len(made) == 10
    assert paths.copies() == made[:2:-1]
    names = [f"companion-{number:06}-2026-11-{20 + number}.zip" for number in range(10, 3, -1)]
    assert [path.name for path in paths.copies()] == names
    leave(own_app)
    backups.restore(paths, made[-2])
    assert table.totals["Ann"] == 9 * 3


def test_a_backup_is_looked_for_every_ten_minutes(
    own_app: Flask, paths: BackupPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Any] = []
    monkeypatch.setattr(daily_copies, "repeat_in_background", lambda *given: started.append(given))
    Club()
    daily_copies.copying_daily(own_app.app_context)
    [(act, seconds, name)] = started
    assert (seconds, name) == (600, "copies")
    assert [act()] == paths.copies()


def test_a_backup_is_made_beside_one_that_cannot_be_read(own_app: Flask, paths: BackupPaths) -> None:
    Club()
    first = looks(own_app, EVENING)
    assert first is not None
    first.write_bytes(b"damaged")
    second = looks(own_app, EVENING + timedelta(days=1))
    assert paths.copies() == [second, first]


def test_the_second_backup_waits_for_the_next_day(own_app: Flask, paths: BackupPaths) -> None:
    table = Table(Club().scorer)
    clock = Clock()
    keeper = DailyCopies(own_app.app_context, clock)
    with clock_at(EVENING):
        first = keeper.copy_if_due()
        table.write(SCRATCH)
        clock.seconds = 100_000
        assert keeper.copy_if_due() is None
    with clock_at(EVENING + timedelta(days=1)):
        second = keeper.copy_if_due()
    assert paths.copies() == [second, first]


def test_the_second_backup_waits_for_twenty_hours(own_app: Flask, paths: BackupPaths) -> None:
    table = Table(Club().scorer)
    clock = Clock()
    keeper = DailyCopies(own_app.app_context, clock)
    clock.seconds = made = 7200.0
    with clock_at(EVENING):
        assert keeper.copy_if_due()
    table.write(SCRATCH)
    with clock_at(EVENING + timedelta(days=1)):
        clock.seconds = made + 20 * 3600 - 1
        assert keeper.copy_if_due() is None
        clock.seconds = made + 20 * 3600
        assert keeper.copy_if_due()


def test_an_attempt_with_nothing_new_is_followed_by_twenty_hours_without_one(
    own_app: Flask, paths: BackupPaths
) -> None:
    table = Table(Club().scorer)
    clock = Clock()
    first = looks(own_app, EVENING)
    keeper = DailyCopies(own_app.app_context, clock)
    with clock_at(EVENING + timedelta(days=1)):
        assert keeper.copy_if_due() is None
        table.write(SCRATCH)
        clock.seconds = 20 * 3600 - 1
        assert keeper.copy_if_due() is None
        clock.seconds = 20 * 3600
        second = keeper.copy_if_due()
    assert paths.copies() == [second, first]


def test_an_unchanged_database_is_not_backed_up_again(own_app: Flask, paths: BackupPaths) -> None:
    Table(Club().scorer)
    assert looks(own_app, EVENING)
    assert looks(own_app, EVENING + timedelta(days=1)) is None
    leave(own_app)
    assert looks(own_app, EVENING + timedelta(days=2)) is None
    assert len(paths.copies()) == 1
    Table(Club().scorer)
    assert looks(own_app, EVENING + timedelta(days=3))
    assert looks(own_app, EVENING + timedelta(days=4)) is None
    assert len(paths.copies()) == 2


def test_a_database_without_clubs_replaces_no_backup(own_app: Flask, paths: BackupPaths) -> None:
    assert looks(own_app, EVENING) is None
    assert paths.copies() == []


@pytest.mark.parametrize("wrong", [datetime(1970, 1, 1, tzinfo=UTC), datetime(2099, 1, 1, tzinfo=UTC)])
def test_a_wrong_clock_neither_stops_nor_deletes_backups(own_app: Flask, paths: BackupPaths, wrong: datetime) -> None:
    table = Table(Club().scorer, options={"target": 200})
    first = looks(own_app, EVENING)
    table.write(SCRATCH)
    clock = Clock()
    keeper = DailyCopies(own_app.app_context, clock)
    with clock_at(wrong):
        wrongly = keeper.copy_if_due()
        if wrong < EVENING:
            assert wrongly is None, "the clock may still be put right"
            clock.seconds = 3600
            wrongly = keeper.copy_if_due()
        table.write(SCRATCH)
        assert keeper.copy_if_due() is None
    assert wrongly is not None
    clock = Clock()
    keeper = DailyCopies(own_app.app_context, clock)
    with clock_at(EVENING + timedelta(days=1)):
        keeper.copy_if_due()
        clock.seconds = 3600
        keeper.copy_if_due()
    assert len(paths.copies()) == 3
    assert paths.copies()[1:] == [wrongly, first]


def test_of_several_processes_one_makes_the_backup(
    own_app: Flask, paths: BackupPaths, caplog: pytest.LogCaptureFixture
) -> None:
    Table(Club().scorer)
    with clock_at(EVENING):
        keeper = DailyCopies(own_app.app_context)
        paths.folder.mkdir()
        with sqlite_files.exclusive_lock(paths.folder / ".lock", 0):
            assert keeper.copy_if_due() is None
        assert keeper.copy_if_due()
        assert DailyCopies(own_app.app_context).copy_if_due() is None
    assert len(paths.copies()) == 1
    assert caplog.messages == []


def test_a_database_on_a_server_is_not_backed_up(
    own_app: Flask, paths: BackupPaths, caplog: pytest.LogCaptureFixture
) -> None:
    Club()
    runtime().paths = BackupPaths(None, paths.key)
    assert looks(own_app, EVENING) is None
    assert (paths.copies(), caplog.messages) == ([], [])


def test_a_backup_that_another_process_makes_at_the_same_moment_is_enough(
    own_app: Flask, paths: BackupPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(Club().scorer)
    lock, made = sqlite_files.exclusive_lock, []

    def lock_second(path: Path, patience: float) -> AbstractContextManager[None]:
        monkeypatch.undo()
        made.append(looks(own_app, EVENING))
        table.write(SCRATCH)
        return lock(path, patience)

    monkeypatch.setattr(sqlite_files, "exclusive_lock", lock_second)
    assert looks(own_app, EVENING) is None
    assert paths.copies() == made


def test_only_the_owner_of_the_app_can_open_the_folder_of_the_backups(own_app: Flask, paths: BackupPaths) -> None:
    Club()
    assert looks(own_app, EVENING)
    assert paths.folder.stat().st_mode & 0o777 == 0o700


def test_a_damaged_database_replaces_no_backup_and_is_reported(
    own_app: Flask, paths: BackupPaths, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Table(Club().scorer)
    copy = looks(own_app, EVENING)
    leave(own_app)
    damage(tmp_path / "companion.sqlite3")
    with caplog.at_level(logging.ERROR):
        keeper = DailyCopies(own_app.app_context)
        with clock_at(EVENING + timedelta(days=1)):
            assert keeper.copy_if_due() is None
            assert keeper.copy_if_due() is None
    assert paths.copies() == [copy]
    (told,) = caplog.messages
    hint = f"To restore the newest backup, stop Companion and run: companion restore {copy}"
    assert told == f"The daily backup failed: The database is damaged. {hint}"


def test_a_backup_without_room_is_reported_once_and_the_app_goes_on(
    own_app: Flask, paths: BackupPaths, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(Club().scorer)
    with small_disk(tmp_path / "copies", "900k"):
        ballast = fill(tmp_path / "copies")
        keeper = DailyCopies(own_app.app_context)
        with clock_at(EVENING):
            assert keeper.copy_if_due() is None
            assert keeper.copy_if_due() is None
            assert caplog.messages == ["The daily backup failed: The disk of Companion's computer is full."]
            table.write(SCRATCH)
            ballast.unlink()
            assert keeper.copy_if_due()
        assert {path.name[:9] for path in (tmp_path / "copies").iterdir()} == {"companion", ".lock"}


def test_the_disk_of_the_database_is_checked_if_a_backup_fails(
    own_app: Flask, paths: BackupPaths, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Path) -> None:
        fault = sqlite3.OperationalError("disk I/O error")
        fault.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise fault

    Club()
    monkeypatch.setattr(sqlite_files, "copy_database", fail)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
    assert looks(own_app, EVENING) is None
    assert caplog.messages == ["The daily backup failed: The disk of Companion's computer is full."]


def test_a_file_in_place_of_the_folder_is_reported_once_until_a_backup_succeeds(
    own_app: Flask, paths: BackupPaths, caplog: pytest.LogCaptureFixture
) -> None:
    Table(Club().scorer)
    clock = Clock()
    keeper = DailyCopies(own_app.app_context, clock)
    for day in range(2):
        paths.folder.write_text("mine")
        with clock_at(EVENING + timedelta(days=day)):
            assert [keeper.copy_if_due() for _ in range(2)] == [None, None]
            assert caplog.messages == ["The daily backup failed: File exists."] * (day + 1)
            paths.folder.unlink()
            assert keeper.copy_if_due()
        shutil.rmtree(paths.folder)
        clock.seconds += 20 * 3600


def test_leftovers_of_a_killed_backup_are_deleted(own_app: Flask, paths: BackupPaths) -> None:
    Table(Club().scorer)
    (paths.folder / ".companion-half").mkdir(parents=True)
    (paths.folder / "notes.txt").write_text("mine")
    assert looks(own_app, EVENING)
    assert not (paths.folder / ".companion-half").exists()
    assert (paths.folder / "notes.txt").exists()


# Missing clubs.


def test_missing_clubs_are_reported(own_app: Flask, paths: BackupPaths, tmp_path: Path) -> None:
    assert daily_copies.lost_clubs_notice() == ""
    Club()
    assert (tmp_path / MARKER).exists()
    copy = looks(own_app, EVENING)
    leave(own_app)
    (tmp_path / "companion.sqlite3").rename(tmp_path / "elsewhere.sqlite3")
    again = create_app(load_settings({}, instance=tmp_path))
    with again.app_context():
        said = daily_copies.lost_clubs_notice()
        assert said == (
            f"{tmp_path / 'companion.sqlite3'} has no club, but there were clubs with the key {paths.key}. Was the "
            "database removed or renamed, or is this the wrong one? If you started again on purpose, ignore this. "
            f"To restore the newest backup, stop Companion and run: companion restore {copy}"
        )
        Club()
        assert daily_copies.lost_clubs_notice() == ""
        leave(again)


def test_the_first_start_in_a_folder_of_an_earlier_version_remembers_its_clubs(own_app: Flask, tmp_path: Path) -> None:
    Club()
    (tmp_path / MARKER).unlink()
    assert daily_copies.lost_clubs_notice() == ""
    assert (tmp_path / MARKER).exists()
