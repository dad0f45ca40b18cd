"""Backups of database and key: complete, intact, made daily, and restored."""

import json
import logging
import os
import shutil
import sqlite3
import stat
import zipfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from flask import Flask

from companion.settings import load_settings
from companion.store.database import sqlite_files
from companion.store.database.base import clock_at, db
from companion.store.database.copies import backups, daily_copies
from companion.store.database.copies.backup_paths import MARKER, BackupPaths
from companion.store.database.copies.backups import CopyError
from companion.store.database.copies.daily_copies import DailyCopies
from companion.store.database.runtime import runtime
from companion.store.database.trouble import DatabaseDamagedError
from companion.web import create_app
from tests.database import embedded_only
from tests.store.database.disks import damage, fill, held, small_disk
from tests.store.tables import Club, Table, done, tricks

pytestmark = embedded_only

SCRATCH = tricks(5, 0, 0)
EVENING = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def leave(app: Flask) -> None:
    """Close the database, as an app that has stopped does."""
    db.session.remove()
    db.engine.dispose()


def taken_out(copy: Path, into: Path) -> Path:
    """Extract the database from a backup with an ordinary tool."""
    shutil.unpack_archive(copy, into, "zip")
    return into / "companion.sqlite3"


@pytest.fixture
def paths(own_app: Flask) -> BackupPaths:
    return runtime().paths


@pytest.fixture
def busy(own_app: Flask) -> Iterator[Table]:
    """Keep a play in which another phone writes all the time."""
    table, stop = Table(Club().scorer, options={"target": 200}), Event()

    def write() -> None:
        with own_app.app_context():
            while not stop.is_set():
                done(table.save(tricks(0, 0, 5)))
                if len(table.state.slots) > 20:
                    done(table.remove(table.state.slots[-1].slot))

    thread = Thread(target=write)
    thread.start()
    yield table
    stop.set()
    thread.join()


# Making one.


def test_a_backup_made_during_writes_is_complete(paths: BackupPaths, busy: Table, tmp_path: Path) -> None:
    for number in range(3):
        while busy.edits() < 5 * (number + 1):
            pass
        target = tmp_path / f"copy {number}"
        backups.backup(paths, target)
        with closing(sqlite3.connect(taken_out(target, tmp_path / f"out {number}"))) as copy:
            assert copy.execute("pragma integrity_check").fetchall() == [("ok",)]
            [(revision, edits)] = copy.execute(
                "select revision, (select count(*) from event where subject = 'play') from play"
            ).fetchall()
            assert revision == edits >= 5 * (number + 1)


def test_a_backup_contains_the_key_and_a_manifest(paths: BackupPaths, tmp_path: Path) -> None:
    Club()
    backups.backup(paths, tmp_path / "copy")
    with zipfile.ZipFile(tmp_path / "copy") as box:
        assert set(box.namelist()) == {"companion.sqlite3", "secret_key", "companion.json"}
        assert box.read("secret_key") == (tmp_path / "secret_key").read_bytes()
        about = json.loads(box.read("companion.json"))
    assert (about["format"], about["companion"]) == (1, "0.1.0")
    assert datetime.fromisoformat(about["made_at"]) <= datetime.now(UTC)


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps other rights")
def test_a_backup_is_readable_by_its_owner_only(paths: BackupPaths, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        backups.backup(paths, tmp_path / "copy")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o600


def test_a_backup_never_overwrites_a_file(paths: BackupPaths, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("mine")
    with pytest.raises(CopyError, match="exists already"):
        backups.backup(paths, there)
    assert there.read_text() == "mine"
    backups.backup(paths, there, replace=True)
    assert zipfile.is_zipfile(there)


def test_the_database_and_its_key_are_never_overwritten(paths: BackupPaths, tmp_path: Path) -> None:
    table = Table(Club().scorer)
    table.write(SCRATCH)
    (tmp_path / "link").symlink_to(tmp_path / "companion.sqlite3")
    for name in ("companion.sqlite3", "link", "secret_key"):
        with pytest.raises(CopyError, match="itself"):
            backups.backup(paths, tmp_path / name, replace=True)
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}


def test_a_database_server_is_backed_up_by_its_own_tools(tmp_path: Path) -> None:
    elsewhere = BackupPaths(None, tmp_path / "secret_key")
    with pytest.raises(CopyError, match="backup program"):
        backups.backup(elsewhere, Path("nowhere"))
    with pytest.raises(CopyError, match="backup program"):
        backups.restore(elsewhere, Path("nowhere"))


def test_a_damaged_database_does_not_replace_a_good_backup(own_app: Flask, paths: BackupPaths, tmp_path: Path) -> None:
    Table(Club().scorer).write(SCRATCH)
    good = tmp_path / "good"
    backups.backup(paths, good)
    before = good.read_bytes()
    leave(own_app)
    damage(tmp_path / "companion.sqlite3")
    (tmp_path / "else").mkdir()
    with pytest.raises(DatabaseDamagedError):
        backups.backup(paths, good, replace=True)
    with pytest.raises(DatabaseDamagedError):
        backups.backup(paths, tmp_path / "else" / "new")
    assert good.read_bytes() == before
    assert not list((tmp_path / "else").iterdir())


def test_a_full_disk_is_left_without_half_a_backup(paths: BackupPaths, tmp_path: Path) -> None:
    table = Table(Club().scorer)
    table.write(SCRATCH)
    stick = tmp_path / "stick"
    with small_disk(stick, "300k"):
        (stick / "good").write_text("good")
        fill(stick)
        before = set(stick.iterdir())
        with pytest.raises((OSError, sqlite3.Error)):
            backups.backup(paths, stick / "good", replace=True)
        assert set(stick.iterdir()) == before
        assert (stick / "good").read_text() == "good"
    table.write(SCRATCH)


def test_a_backup_does_not_wait_for_ever(own_app: Flask, paths: BackupPaths, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(sqlite_files, "PATIENCE", 0.2)
    leave(own_app)
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3", isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises((sqlite3.OperationalError, sqlite_files.DatabaseBusyError)):
            backups.backup(paths, tmp_path / "copy")
    assert not (tmp_path / "copy").exists()
    assert not list(tmp_path.glob(".companion-*"))


# Restoring one.


@pytest.fixture
def lost(own_app: Flask, paths: BackupPaths, tmp_path: Path) -> tuple[Club, Table, Path]:
    """Return a closed club with a play, its backup, and one round more than the backup has."""
    club = Club()
    table = Table(club.scorer)
    table.write(SCRATCH)
    backups.backup(paths, tmp_path / "copy")
    table.write(SCRATCH)
    leave(own_app)
    return club, table, tmp_path / "copy"


def test_a_backup_restores_everything_in_another_folder(
    own_app: Flask, lost: tuple[Club, Table, Path], tmp_path: Path
) -> None:
    club, table, copy = lost
    elsewhere = tmp_path / "elsewhere" / "new"
    back = backups.restore(BackupPaths(elsewhere / "companion.sqlite3", elsewhere / "secret_key"), copy)
    assert (back.clubs, back.plays, back.has_key, back.kept) == (1, 1, True, ())
    with create_app(load_settings({}, instance=elsewhere)).app_context():
        assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}
        assert club.member(club.token).is_organiser
        table.write(tricks(0, 5, 0))
        assert table.totals == {"Ann": 3, "Bob": 3, "Cyd": 0}
        leave(own_app)
    assert table.totals == {"Ann": 6, "Bob": 0, "Cyd": 0}


def test_a_restore_keeps_what_was_there_under_another_name(
    paths: BackupPaths, lost: tuple[Club, Table, Path], tmp_path: Path
) -> None:
    club, table, copy = lost
    (tmp_path / "secret_key").write_text("another key, " * 4)
    for times in ("", "-2"):
        back = backups.restore(paths, copy)
        old = tmp_path / f"companion.sqlite3.before-restore{times}"
        assert old in back.kept
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}
    assert club.member(club.token).is_organiser
    assert (tmp_path / "secret_key.before-restore").read_text().startswith("another key")
    assert not (tmp_path / "secret_key.before-restore-2").exists(), "the same key needs to be kept once"
    with closing(sqlite3.connect(tmp_path / "companion.sqlite3.before-restore")) as database:
        assert database.execute("select count(*) from event").fetchone() == (3,), "all that stood in its log, too"


def test_a_database_in_use_is_not_replaced(paths: BackupPaths, tmp_path: Path) -> None:
    table = Table(Club().scorer)
    backups.backup(paths, tmp_path / "copy")
    table.write(SCRATCH)
    with pytest.raises(CopyError, match="Stop it first"):
        backups.restore(paths, tmp_path / "copy")
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}
    assert not list(tmp_path.glob("*before-restore*"))
    table.write(SCRATCH)


def test_a_damaged_database_can_be_replaced(paths: BackupPaths, lost: tuple[Club, Table, Path], tmp_path: Path) -> None:
    _, table, copy = lost
    damage(tmp_path / "companion.sqlite3")
    backups.restore(paths, copy)
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}


def rewritten(copy: Path, target: Path, **changed: bytes) -> Path:
    """Return a backup with other content under some of its names."""
    with zipfile.ZipFile(copy) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            new.writestr(name, changed.get(name.partition(".")[2] or name, old.read(name)))
    return target


def cut(copy: Path, tmp_path: Path) -> Path:
    (made := tmp_path / "bad").write_bytes(copy.read_bytes()[:-200])
    return made


def flipped(copy: Path, tmp_path: Path) -> Path:
    content = bytearray(copy.read_bytes())
    content[len(content) // 2] ^= 0xFF
    (made := tmp_path / "bad").write_bytes(content)
    return made


def with_invalid_block(copy: Path, tmp_path: Path) -> Path:
    """Return the backup with a kind of block that its compression does not have."""
    content = bytearray(copy.read_bytes())
    with zipfile.ZipFile(copy) as box:
        item = box.getinfo("companion.sqlite3")
    length_of_extra = int.from_bytes(content[item.header_offset + 28 : item.header_offset + 30], "little")
    content[item.header_offset + 30 + len(item.filename) + length_of_extra] = 0b111
    (made := tmp_path / "bad").write_bytes(content)
    return made


def inside_damaged(copy: Path, tmp_path: Path) -> Path:
    database = taken_out(copy, tmp_path / "out")
    damage(database)
    return rewritten(copy, tmp_path / "bad", sqlite3=database.read_bytes())


def newer_form(copy: Path, tmp_path: Path) -> Path:
    return rewritten(copy, tmp_path / "bad", json=b'{"format": 2}')


def newer_database(copy: Path, tmp_path: Path) -> Path:
    database = taken_out(copy, tmp_path / "out")
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'ffff'")
        connection.commit()
    return rewritten(copy, tmp_path / "bad", sqlite3=database.read_bytes())


def another_database(copy: Path, tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "bad")) as connection:
        connection.execute("CREATE TABLE cats (name)")
    return tmp_path / "bad"


def another_zip(copy: Path, tmp_path: Path) -> Path:
    with zipfile.ZipFile(tmp_path / "bad", "w") as box:
        box.writestr("cats.txt", "Tom")
    return tmp_path / "bad"


def odd_manifest(copy: Path, tmp_path: Path) -> Path:
    return rewritten(copy, tmp_path / "bad", json=b"[1")


def empty(copy: Path, tmp_path: Path) -> Path:
    (made := tmp_path / "bad").touch()
    return made


@pytest.mark.parametrize(
    ("spoil", "said"),
    [(cut, "bad"), (flipped, "damaged"), (with_invalid_block, "damaged"), (inside_damaged, "damaged"),
     (newer_form, "newer"), (newer_database, "newer"), (another_database, "not one of"), (another_zip, "no backup"),
     (odd_manifest, "damaged"), (empty, "no backup")],
)  # fmt: skip
def test_a_file_that_is_no_backup_changes_nothing(
    spoil: Any, said: str, paths: BackupPaths, lost: tuple[Club, Table, Path], tmp_path: Path
) -> None:
    _, table, copy = lost
    bad = spoil(copy, tmp_path)
    with pytest.raises(CopyError, match=said):
        backups.restore(paths, bad)
    assert table.totals == {"Ann": 6, "Bob": 0, "Cyd": 0}
    assert not list(tmp_path.glob("*before-restore*"))
    assert not list(tmp_path.glob(".companion-*"))


def test_a_bare_database_of_an_earlier_version_is_restored_with_its_key(
    own_app: Flask, lost: tuple[Club, Table, Path], tmp_path: Path
) -> None:
    club, table, copy = lost
    bare = taken_out(copy, tmp_path / "out")
    with closing(sqlite3.connect(bare)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    elsewhere = tmp_path / "elsewhere"
    back = backups.restore(
        BackupPaths(elsewhere / "companion.sqlite3", elsewhere / "secret_key"), bare, tmp_path / "out" / "secret_key"
    )
    assert back.has_key
    with create_app(load_settings({}, instance=elsewhere)).app_context():
        assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}
        assert club.member(club.token).is_organiser
        leave(own_app)
    back = backups.restore(BackupPaths(elsewhere / "companion.sqlite3", elsewhere / "secret_key"), bare)
    assert not back.has_key
    assert (elsewhere / "secret_key").exists(), "the key that is there stays"


# The daily one.


class Clock:
    """A clock that advances when the test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


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
    assert [path.name[-14:-4] for path in paths.copies()] == [f"2026-11-{day}" for day in range(30, 23, -1)]
    leave(own_app)
    backups.restore(paths, made[-2])
    assert table.totals["Ann"] == 9 * 3


def test_an_unchanged_database_is_not_backed_up_again(own_app: Flask, paths: BackupPaths) -> None:
    Table(Club().scorer)
    assert looks(own_app, EVENING)
    assert looks(own_app, EVENING + timedelta(days=1)) is None
    leave(own_app)
    assert looks(own_app, EVENING + timedelta(days=2)) is None
    assert len(paths.copies()) == 1


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


def test_of_several_processes_one_makes_the_backup(own_app: Flask, paths: BackupPaths) -> None:
    Table(Club().scorer)
    with clock_at(EVENING):
        keeper = DailyCopies(own_app.app_context)
        paths.folder.mkdir()
        with sqlite_files.exclusive_lock(paths.folder / ".lock", 0):
            assert keeper.copy_if_due() is None
        assert keeper.copy_if_due()
        assert DailyCopies(own_app.app_context).copy_if_due() is None
    assert len(paths.copies()) == 1


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
    assert "damaged" in told
    assert f"companion restore {copy}" in told


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
            assert len(caplog.messages) == 1
            table.write(SCRATCH)
            ballast.unlink()
            assert keeper.copy_if_due()
        assert {path.name[:9] for path in (tmp_path / "copies").iterdir()} == {"companion", ".lock"}


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
        assert "no club" in said
        assert f"companion restore {copy}" in said
        Club()
        assert daily_copies.lost_clubs_notice() == ""
        leave(again)


def test_the_first_start_in_a_folder_of_an_earlier_version_remembers_its_clubs(own_app: Flask, tmp_path: Path) -> None:
    Club()
    (tmp_path / MARKER).unlink()
    assert daily_copies.lost_clubs_notice() == ""
    assert (tmp_path / MARKER).exists()


def test_a_backup_does_not_wait_for_writers(own_app: Flask, paths: BackupPaths, tmp_path: Path) -> None:
    """It contains the database as it was before the write."""
    table = Table(Club().scorer)
    table.write(SCRATCH)
    with held(tmp_path / "companion.sqlite3"):
        backups.backup(paths, tmp_path / "copy")
    assert zipfile.is_zipfile(tmp_path / "copy")
