"""Files on disk are private to their owner; files of others are left alone."""

import os
import stat
import sys
from pathlib import Path

import pytest

from companion.file_permissions import private_umask, restrict_permissions

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a user's folders apart by itself")

OURS = (
    "companion.sqlite3", "companion.sqlite3-wal", "companion.sqlite3-shm", "companion.sqlite3.before-0004",
    "secret_key", "companion.toml",
)  # fmt: skip


def mode(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an instance folder that everybody can read."""
    folder = tmp_path / "instance"
    (folder / "copies").mkdir(parents=True)
    for name in (*OURS, "notes.txt", "copies/one"):
        (folder / name).write_text("")
        (folder / name).chmod(0o664)
    for path in (folder, folder / "copies"):
        path.chmod(0o755)
    return folder


def test_existing_files_become_private(folder: Path) -> None:
    restrict_permissions(folder)
    assert {mode(folder / name) for name in (*OURS, "copies/one")} == {0o600}
    assert mode(folder) == mode(folder / "copies") == 0o700
    assert mode(folder / "notes.txt") == 0o664, "nobody else can reach it"


def test_a_database_elsewhere_becomes_private_without_its_folder(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir(mode=0o755)
    database = other / "cards.sqlite3"
    database.write_text("")
    database.chmod(0o644)
    restrict_permissions(folder, database, other / "gone")
    assert (mode(database), mode(other)) == (0o600, 0o755)


def test_the_target_of_a_symbolic_link_is_left_alone(folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.write_text("")
    elsewhere.chmod(0o644)
    (folder / "companion.toml").unlink()
    (folder / "companion.toml").symlink_to(elsewhere)
    restrict_permissions(folder)
    assert mode(elsewhere) == 0o644


def test_shared_folders_stay_open(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for home in (folder, folder / "copies"):
        monkeypatch.setenv("HOME", str(home))
        restrict_permissions(folder)
        assert mode(folder) == 0o755
    monkeypatch.setenv("HOME", str(tmp_path / "me"))
    folder.chmod(0o1777)  # as /tmp is
    restrict_permissions(folder)
    assert mode(folder) == 0o1777
    assert mode(folder / "secret_key") == 0o600


def test_new_files_are_private(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with private_umask():
            (tmp_path / "inside").write_text("")
        (tmp_path / "outside").write_text("")
        assert (mode(tmp_path / "inside"), mode(tmp_path / "outside")) == (0o600, 0o644)
    finally:
        os.umask(before)
