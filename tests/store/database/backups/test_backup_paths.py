"""Paths of the daily copies and of the marker."""

from datetime import date
from pathlib import Path

import pytest

from companion.store.database.backups.backup_paths import BackupPaths, copy_day, copy_name, copy_number
from companion.store.database.engine import free_path, lock_path


@pytest.fixture
def paths(tmp_path: Path) -> BackupPaths:
    return BackupPaths(tmp_path / "companion.sqlite3", tmp_path / "secret_key")


def test_copies_are_sorted_by_number_the_newest_first(paths: BackupPaths) -> None:
    assert paths.copies() == []
    assert paths.folder == paths.key.parent / "copies"
    paths.folder.mkdir()
    names = [copy_name(2, date(2026, 11, 9)), copy_name(10, date(2026, 1, 2)), copy_name(1_000_000, date(2020, 1, 1))]
    assert names[0] == "companion-000002-2026-11-09.zip"
    for name in (*names, "companion-2-2026-11-09.zip", "notes.txt", "companion-000003-2026-11-09.zip.part"):
        (paths.folder / name).touch()
    assert [path.name for path in paths.copies()] == names[::-1]
    assert [(copy_number(path), copy_day(path)) for path in paths.copies()] == [
        (1_000_000, date(2020, 1, 1)), (10, date(2026, 1, 2)), (2, date(2026, 11, 9))
    ]  # fmt: skip
    assert copy_day(paths.folder / "companion-000003-2026-13-09.zip") == date.min
    for odd in ("notes.txt", "companion-000003-2026-11-09.zip.part"):
        assert (copy_number(paths.folder / odd), copy_day(paths.folder / odd)) == (0, date.min)


def test_the_hint_names_the_newest_copy(paths: BackupPaths) -> None:
    assert paths.restore_hint() == "If you have a backup, stop Companion and run: companion restore FILE"
    paths.folder.mkdir()
    for number in (1, 2):
        (paths.folder / copy_name(number, date(2026, 11, number))).touch()
    newest = paths.folder / "companion-000002-2026-11-02.zip"
    assert paths.restore_hint() == f"To restore the newest backup, stop Companion and run: companion restore {newest}"


def test_the_marker_explains_itself(paths: BackupPaths) -> None:
    paths.create_marker()
    assert paths.marker == paths.key.parent / "had_clubs"
    assert paths.marker.read_text("utf-8") == (
        "This file says that the database of this folder has clubs. If Companion ever finds none, it warns you when it "
        "starts.\nYou may delete this file.\n"
    )
    paths.marker.write_text("mine")
    paths.create_marker()
    assert paths.marker.read_text("utf-8") == "mine"
    for _ in range(2):
        paths.remove_marker()
        assert not paths.marker.exists()
    paths.marker.mkdir()
    paths.remove_marker()
    assert paths.marker.is_dir(), "what is no file stays"
    BackupPaths(None, paths.key.parent / "no" / "secret_key").create_marker()
    assert not (paths.key.parent / "no").exists()


def test_a_free_path_has_the_first_unused_number(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite3"
    for name in ("a.sqlite3", "a.sqlite3-2", "a.sqlite3-3"):
        assert free_path(path).name == name
        free_path(path).touch()
    assert lock_path(path) == tmp_path / "a.sqlite3.lock"
