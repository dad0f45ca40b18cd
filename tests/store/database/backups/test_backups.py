"""Backups of database and key: complete, intact, and never in the way."""

import json
import os
import re
import sqlite3
import stat
import zipfile
from contextlib import AbstractContextManager, closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.store.database import sqlite_files
from companion.store.database.backups import backups
from companion.store.database.backups.backup_paths import BackupPaths
from companion.store.database.backups.backups import CopyError
from companion.store.database.base import clock_at
from companion.store.database.revisions import newest_revision
from companion.store.database.trouble import DatabaseDamagedError
from tests.database import embedded_only
from tests.store.database.backups.backup_files import EVENING, leave, taken_out
from tests.store.database.disks import damage, fill, held, small_disk
from tests.store.tables import SCRATCH, Club, Table

pytestmark = embedded_only


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


def test_a_backup_without_a_key_replaces_another_file(paths: BackupPaths, tmp_path: Path) -> None:
    paths.key.unlink(missing_ok=True)
    (tmp_path / "copy").write_text("another file")
    backups.backup(paths, tmp_path / "copy", replace=True)
    with zipfile.ZipFile(tmp_path / "copy") as box:
        assert box.namelist() == ["companion.json", "companion.sqlite3"]


def test_a_backup_contains_the_key_and_a_manifest(paths: BackupPaths, tmp_path: Path) -> None:
    Club()
    paths.key.write_text("a key and its line end\n")
    with clock_at(EVENING.replace(microsecond=5)):
        backups.backup(paths, tmp_path / "copy")
    with zipfile.ZipFile(tmp_path / "copy") as box:
        assert set(box.namelist()) == {"companion.sqlite3", "secret_key", "companion.json"}
        assert box.read("secret_key") == (tmp_path / "secret_key").read_bytes()
        about = json.loads(box.read("companion.json"))
        modes = {(item.external_attr >> 16, item.compress_type) for item in box.infolist()}
        times = {item.date_time for item in box.infolist()}
    assert about == {
        "format": 1, "companion": "0.1.0", "database": newest_revision(), "made_at": "2026-11-21T20:00:00+00:00"
    }  # fmt: skip
    assert (modes, times) == ({(0o600, zipfile.ZIP_DEFLATED)}, {EVENING.timetuple()[:6]})
    with clock_at(datetime(1979, 12, 31, tzinfo=UTC)):
        backups.backup(paths, tmp_path / "early")
    with zipfile.ZipFile(tmp_path / "early") as box:
        assert {item.date_time for item in box.infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps other rights")
def test_a_backup_is_readable_by_its_owner_only(paths: BackupPaths, tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        backups.backup(paths, tmp_path / "copy")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o600


def test_a_backup_is_made_on_the_disk_of_its_file(
    paths: BackupPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stick" / "backups").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "stick")
    folders, make = list[Path](), backups.temporary_copy

    def make_in(own: BackupPaths, folder: Path) -> AbstractContextManager[Path]:
        folders.append(folder)
        return make(own, folder)

    monkeypatch.setattr(backups, "temporary_copy", make_in)
    backups.backup(paths, Path("backups/copy"))
    assert folders == [tmp_path / "stick" / "backups"]
    assert zipfile.is_zipfile(tmp_path / "stick" / "backups" / "copy")


def test_a_backup_never_overwrites_a_file(paths: BackupPaths, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("mine")
    told = f"{there} exists already. Choose another name, or add --replace."
    with pytest.raises(CopyError, match=f"^{re.escape(told)}$"):
        backups.backup(paths, there)
    assert there.read_text() == "mine"
    backups.backup(paths, there, replace=True)
    assert zipfile.is_zipfile(there)


def test_the_database_and_its_key_are_never_overwritten(paths: BackupPaths, tmp_path: Path) -> None:
    table = Table(Club().scorer)
    table.write(SCRATCH)
    (tmp_path / "link").symlink_to(tmp_path / "companion.sqlite3")
    for name in ("companion.sqlite3", "link", "secret_key"):
        told = f"{tmp_path / name} is in use by Companion itself; choose another name."
        with pytest.raises(CopyError, match=f"^{re.escape(told)}$"):
            backups.backup(paths, tmp_path / name, replace=True)
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}


def test_a_database_server_is_backed_up_by_its_own_tools(tmp_path: Path) -> None:
    elsewhere = BackupPaths(None, tmp_path / "secret_key")
    told = "Only an SQLite database can be backed up like this. Use the backup program of your database server."
    with pytest.raises(CopyError, match=f"^{re.escape(told)}$"):
        backups.backup(elsewhere, Path("nowhere"))
    told = "This Companion uses a database server: restore its data with the backup program of that server."
    with pytest.raises(
        CopyError, match=f"^{re.escape(f'{told} The key is in the backup under the name secret_key.')}$"
    ):
        backups.restore(elsewhere, Path("nowhere"))


def test_without_a_database_there_is_no_backup(tmp_path: Path) -> None:
    told = f"There is no database at {tmp_path / 'companion.sqlite3'} yet."
    with pytest.raises(CopyError, match=f"^{re.escape(told)}$"):
        backups.backup(BackupPaths(tmp_path / "companion.sqlite3", tmp_path / "secret_key"), tmp_path / "copy")
    assert list(tmp_path.iterdir()) == []


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


def test_a_backup_does_not_wait_for_writers(own_app: Flask, paths: BackupPaths, tmp_path: Path) -> None:
    """It contains the database as it was before the write."""
    table = Table(Club().scorer)
    table.write(SCRATCH)
    with held(tmp_path / "companion.sqlite3"):
        backups.backup(paths, tmp_path / "copy")
    assert zipfile.is_zipfile(tmp_path / "copy")
