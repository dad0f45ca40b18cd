"""Backups that are restored, and files that are no backup."""

import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.settings import load_settings
from companion.store.database import sqlite_files
from companion.store.database.backups import backups
from companion.store.database.backups.backup_paths import BackupPaths
from companion.store.database.backups.backups import CopyError
from companion.web import create_app
from tests.database import embedded_only
from tests.store.database.backups.backup_files import leave, taken_out
from tests.store.database.disks import damage
from tests.store.tables import SCRATCH, Club, Table, tricks

pytestmark = embedded_only


@pytest.fixture
def lost(own_app: Flask, paths: BackupPaths, tmp_path: Path) -> tuple[Club, Table, Path]:
    """Return a closed club with a play, its backup with another club, and one round more than the backup has."""
    club, _ = Club(), Club()
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
    assert back == (2, 1, True, ())
    assert elsewhere.stat().st_mode & 0o777 == 0o700
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
    kept = []
    for key in ("another key, " * 4, None, "a third key, " * 4):
        if key:
            (tmp_path / "secret_key").write_text(key)
        kept.append([path.name for path in backups.restore(paths, copy).kept])
    database, secret = "companion.sqlite3.before-restore", "secret_key.before-restore"
    assert kept == [[database, secret], [f"{database}-2"], [f"{database}-3", f"{secret}-2"]]
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}
    assert club.member(club.token).is_organiser
    assert (tmp_path / secret).read_text().startswith("another key")
    with closing(sqlite3.connect(tmp_path / database)) as old:
        assert old.execute("select count(*) from event").fetchone() == (3,), "all that stood in its log, too"


def test_a_database_in_use_is_not_replaced(paths: BackupPaths, tmp_path: Path) -> None:
    table = Table(Club().scorer)
    backups.backup(paths, tmp_path / "copy")
    table.write(SCRATCH)
    told = r"^Companion is running with this folder\. Stop it first; nothing was changed\.$"
    with pytest.raises(CopyError, match=told):
        backups.restore(paths, tmp_path / "copy")
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}
    assert not list(tmp_path.glob("*before-restore*"))
    table.write(SCRATCH)


def test_a_database_that_a_starting_app_has_locked_is_not_replaced(
    paths: BackupPaths, lost: tuple[Club, Table, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_files, "PATIENCE", 0.01)
    locked = sqlite_files.exclusive_lock(tmp_path / "companion.sqlite3.lock", 0)
    with locked, pytest.raises(CopyError, match=r"^Companion is running with this folder\."):
        backups.restore(paths, lost[2])
    assert lost[1].totals == {"Ann": 6, "Bob": 0, "Cyd": 0}


def test_a_damaged_database_can_be_replaced(paths: BackupPaths, lost: tuple[Club, Table, Path], tmp_path: Path) -> None:
    _, table, copy = lost
    damage(tmp_path / "companion.sqlite3")
    backups.restore(paths, copy)
    assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}


def test_a_database_that_cannot_be_opened_is_kept_with_its_log(
    paths: BackupPaths, lost: tuple[Club, Table, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "_merge_write_ahead_log", lambda _: None)
    for end in ("-wal", "-shm"):
        (tmp_path / f"companion.sqlite3{end}").write_text(f"its {end}")
    key = tmp_path / "secret_key"
    key.write_text(f"{key.read_text()}\n")
    back = backups.restore(paths, lost[2])
    assert back.kept == (tmp_path / "companion.sqlite3.before-restore",), "the key is the same but for its line end"
    for end in ("-wal", "-shm"):
        assert (tmp_path / f"companion.sqlite3.before-restore{end}").read_text() == f"its {end}"
    assert lost[1].totals == {"Ann": 3, "Bob": 0, "Cyd": 0}


def test_a_zip_without_a_database_is_no_backup(
    paths: BackupPaths, lost: tuple[Club, Table, Path], tmp_path: Path
) -> None:
    with zipfile.ZipFile(lost[2]) as old, zipfile.ZipFile(tmp_path / "bad", "w") as new:
        for name in (backups.MANIFEST, backups.KEY):
            new.writestr(name, old.read(name))
    with pytest.raises(CopyError, match=r"bad is no backup of Companion\.$"):
        backups.restore(paths, tmp_path / "bad")


def test_a_backup_without_a_key_leaves_the_key_in_place(
    paths: BackupPaths, lost: tuple[Club, Table, Path], tmp_path: Path
) -> None:
    key = paths.key.read_bytes()
    with zipfile.ZipFile(lost[2]) as old, zipfile.ZipFile(tmp_path / "keyless", "w") as new:
        for name in (backups.MANIFEST, backups.DATABASE):
            new.writestr(name, old.read(name))
    back = backups.restore(paths, tmp_path / "keyless")
    assert back == (2, 1, False, (tmp_path / "companion.sqlite3.before-restore",))
    assert paths.key.read_bytes() == key
    assert lost[1].totals == {"Ann": 3, "Bob": 0, "Cyd": 0}


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


def index_damaged(copy: Path, tmp_path: Path) -> Path:
    """Return the backup with an index that only a check of the whole database reads."""
    database = taken_out(copy, tmp_path / "out")
    with closing(sqlite3.connect(database)) as connection:
        [(page,)] = connection.execute("select rootpage from sqlite_master where name = 'ix_play_night_id'").fetchall()
        [(size,)] = connection.execute("pragma page_size").fetchall()
    content = bytearray(database.read_bytes())
    content[(page - 1) * size : page * size] = bytes(size)
    return rewritten(copy, tmp_path / "bad", sqlite3=bytes(content))


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


def list_as_manifest(copy: Path, tmp_path: Path) -> Path:
    return rewritten(copy, tmp_path / "bad", json=b"[1]")


def odd_format(copy: Path, tmp_path: Path) -> Path:
    return rewritten(copy, tmp_path / "bad", json=b'{"format": "1"}')


def without_manifest(copy: Path, tmp_path: Path) -> Path:
    with zipfile.ZipFile(tmp_path / "bad", "w") as box:
        box.writestr("companion.sqlite3", taken_out(copy, tmp_path / "out").read_bytes())
    return tmp_path / "bad"


DAMAGED = "{bad} is damaged. Use another backup; nothing was changed."
NEWER = "{bad} comes from a newer version of Companion. Install that version, then restore the backup."
INCOMPLETE = "{bad} is no backup of Companion, or is incomplete."


def empty(copy: Path, tmp_path: Path) -> Path:
    (made := tmp_path / "bad").touch()
    return made


@pytest.mark.parametrize(
    ("spoil", "said"),
    [(cut, INCOMPLETE), (flipped, DAMAGED), (with_invalid_block, DAMAGED), (inside_damaged, DAMAGED),
     (index_damaged, DAMAGED), (newer_form, NEWER), (newer_database, NEWER),
     (another_database, "This is a database, but not one of Companion's."),
     (another_zip, "{bad} is no backup of Companion."), (without_manifest, "{bad} is no backup of Companion."),
     (list_as_manifest, "{bad} is no backup of Companion."), (odd_format, "{bad} is no backup of Companion."),
     (odd_manifest, DAMAGED), (empty, INCOMPLETE)],
)  # fmt: skip
def test_a_file_that_is_no_backup_changes_nothing(
    spoil: Any, said: str, paths: BackupPaths, lost: tuple[Club, Table, Path], tmp_path: Path
) -> None:
    _, table, copy = lost
    bad = spoil(copy, tmp_path)
    with pytest.raises(CopyError) as refused:
        backups.restore(paths, bad)
    assert str(refused.value) == said.format(bad=bad)
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
    assert [f"{(elsewhere / name).stat().st_mode & 0o777:o}" for name in ("companion.sqlite3", "secret_key")] == [
        "600"
    ] * 2
    with create_app(load_settings({}, instance=elsewhere)).app_context():
        assert table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}
        assert club.member(club.token).is_organiser
        leave(own_app)
    back = backups.restore(BackupPaths(elsewhere / "companion.sqlite3", elsewhere / "secret_key"), bare)
    assert not back.has_key
    assert (elsewhere / "secret_key").exists(), "the key that is there stays"
