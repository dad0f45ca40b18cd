"""Making and restoring backups: database and secret key in one file.

A backup is a ZIP file with ``companion.sqlite3``, ``secret_key`` and the manifest ``companion.json``.
"""

import json
import logging
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion import __version__
from companion.exports.open_upload import DAMAGED
from companion.store.database import sqlite_files
from companion.store.database.backups.backup_paths import BackupPaths
from companion.store.database.base import now
from companion.store.database.engine import free_path, lock_path
from companion.store.database.revisions import known_revisions
from companion.store.database.trouble import DatabaseBusyError, DatabaseDamagedError, sqlite_trouble_kind

FORMAT = 1
"""The version of the format of backups; higher ones cannot be read."""

MANIFEST, DATABASE, KEY = "companion.json", "companion.sqlite3", "secret_key"
"""The names of the files in a backup."""

TEMPORARY_PREFIX = ".companion-"
"""The prefix of temporary folders."""

_SQLITE_START = b"SQLite format 3\0"

logger = logging.getLogger("companion.copies")


class CopyError(Exception):
    """A backup cannot be made or restored; the message says what to do."""


# Making one.


def backup(paths: BackupPaths, target: Path, *, replace: bool = False) -> None:
    """Copy database and key into one file, also while the app runs. ``replace``: overwrite a file that exists.

    :raises CopyError: there is nothing to copy, the file exists already, or it is one of those to copy.
    :raises DatabaseDamagedError: the database is damaged; nothing is written.
    """
    database = sqlite_path(paths)
    for ours in (database, paths.key):
        if target.exists() and ours.exists() and target.samefile(ours):
            raise CopyError(f"{target} is in use by Companion itself; choose another name.")
    if target.exists() and not replace:
        raise CopyError(f"{target} exists already. Choose another name, or add --replace.")
    with temporary_copy(paths, target.absolute().parent) as copy:
        copy.replace(target)


def sqlite_path(paths: BackupPaths) -> Path:
    """Return the path of the SQLite file.

    :raises CopyError: the database is on a server, or does not exist yet.
    """
    if paths.database is None:
        raise CopyError(
            "Only an SQLite database can be backed up like this. Use the backup program of your database server."
        )
    if not paths.database.exists():
        raise CopyError(f"There is no database at {paths.database} yet.")
    return paths.database


@contextmanager
def temporary_copy(paths: BackupPaths, folder: Path) -> Iterator[Path]:
    """Make a backup under a temporary name in a folder; it is deleted after this block unless it was renamed."""
    with TemporaryDirectory(prefix=TEMPORARY_PREFIX, dir=folder) as temporary:
        database, copy = Path(temporary) / DATABASE, Path(temporary) / "copy.zip"
        sqlite_files.copy_database(sqlite_path(paths), database)
        _write_zip(database, paths.key, copy)
        yield copy


def _write_zip(database: Path, key: Path, target: Path) -> None:
    """Write a database, its key and the manifest into a ZIP file that only its owner can read."""
    about = {
        "format": FORMAT,
        "companion": __version__,
        "database": _revision(database),
        "made_at": now().isoformat(timespec="seconds"),
    }
    with sqlite_files.new_private_file(target) as file:
        with zipfile.ZipFile(file, "w") as box:
            box.writestr(_zip_entry(MANIFEST), json.dumps(about, indent=2) + "\n")
            if key.exists():
                box.writestr(_zip_entry(KEY), key.read_bytes())
            with database.open("rb") as rows, box.open(_zip_entry(DATABASE), "w", force_zip64=True) as inside:
                shutil.copyfileobj(rows, inside)
        file.flush()
        os.fsync(file.fileno())


def _zip_entry(name: str) -> zipfile.ZipInfo:
    """Return the header of a file in the ZIP file, readable only by its owner once unpacked."""
    # The format knows no year before 1980.
    found = zipfile.ZipInfo(name, now().timetuple()[:6] if now().year >= 1980 else (1980, 1, 1, 0, 0, 0))
    found.compress_type = zipfile.ZIP_DEFLATED
    found.external_attr = 0o600 << 16
    return found


def _revision(database: Path) -> str:
    """Return the migration that a database file has reached.

    :raises CopyError: it is no database of Companion.
    """
    with closing(sqlite3.connect(database)) as connection:
        try:
            row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        except sqlite3.OperationalError:
            row = None
    if row is None:
        raise CopyError("This is a database, but not one of Companion's.")
    return str(row[0])


# Bringing one back.


class Restored(NamedTuple):
    """The result of restoring a backup."""

    clubs: int
    plays: int
    has_key: bool
    """Whether the backup contained the key."""

    kept: tuple[Path, ...]
    """The new paths of the files that were there before."""


def restore(paths: BackupPaths, copy: Path, plain_key: Path | None = None) -> Restored:
    """Restore a backup; the files that were there are kept under other names.

    ``plain_key``: the key for a bare database file, as earlier versions copied it.

    :raises CopyError: the file cannot be restored, or the app is running; nothing is changed.
    """
    if paths.database is None:
        raise CopyError(
            "This Companion uses a database server: restore its data with the backup program of that server. "
            f"The key is in the backup under the name {KEY}."
        )
    paths.key.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=TEMPORARY_PREFIX, dir=paths.database.parent) as temporary:
        database, key = _unpack(copy, Path(temporary), plain_key)
        clubs, plays = _count_clubs_and_plays(database)
        try:
            with sqlite_files.exclusive_lock(lock_path(paths.database), sqlite_files.PATIENCE):
                kept = _put_in_place(paths.database, database, paths.key, key)
        except DatabaseBusyError:
            raise CopyError("Companion is running with this folder. Stop it first; nothing was changed.") from None
    return Restored(clubs, plays, key is not None, kept)


def _unpack(copy: Path, into: Path, plain_key: Path | None) -> tuple[Path, Path | None]:
    """Unpack and check a backup; return the paths of its database and of its key, if it has one.

    :raises CopyError: it is no backup, of a newer version, or damaged.
    """
    database, key = into / DATABASE, into / KEY
    try:
        with copy.open("rb") as file:
            start = file.read(len(_SQLITE_START))
        if start == _SQLITE_START:
            _copy_database_file(copy, database, plain_key, key)
        elif zipfile.is_zipfile(copy):
            _unzip(copy, database, key)
        else:
            raise CopyError(f"{copy} is no backup of Companion, or is incomplete.")
        if _revision(database) not in known_revisions():
            raise CopyError(
                f"{copy} comes from a newer version of Companion. Install that version, then restore the backup."
            )
        sqlite_files.check(database)
    except (*DAMAGED, ValueError, sqlite3.DatabaseError, DatabaseDamagedError):
        raise CopyError(f"{copy} is damaged. Use another backup; nothing was changed.") from None
    return database, key if key.exists() else None


def _copy_database_file(copy: Path, database: Path, plain_key: Path | None, key: Path) -> None:
    """Copy a bare database, and ``plain_key`` if there is one, to these paths, readable only by their owner."""
    shutil.copyfile(copy, database)
    if plain_key is not None:
        shutil.copyfile(plain_key, key)
    for path in (database, key):
        if path.exists():
            path.chmod(0o600)


def _unzip(copy: Path, database: Path, key: Path) -> None:
    """Unpack a backup into these paths.

    :raises CopyError: it is no backup, or of a newer version.
    """
    with zipfile.ZipFile(copy) as box:
        names = box.namelist()
        about = json.loads(box.read(MANIFEST)) if MANIFEST in names and DATABASE in names else None
        if not isinstance(about, dict) or not isinstance(about.get("format"), int):
            raise CopyError(f"{copy} is no backup of Companion.")
        if about["format"] > FORMAT:
            raise CopyError(
                f"{copy} comes from a newer version of Companion. Install that version, then restore the backup."
            )
        for name, path in ((DATABASE, database), (KEY, key)):
            if name in names:
                with box.open(name) as inside, sqlite_files.new_private_file(path) as outside:
                    shutil.copyfileobj(inside, outside)
                    outside.flush()
                    os.fsync(outside.fileno())


def _count_clubs_and_plays(database: Path) -> tuple[int, int]:
    """Return how many clubs and how many plays a database file contains."""
    with closing(sqlite3.connect(database)) as connection:
        clubs, plays = connection.execute("SELECT (SELECT count(*) FROM club), (SELECT count(*) FROM play)").fetchone()
    return clubs, plays


def _put_in_place(own_database: Path, database: Path, own_key: Path, key: Path | None) -> tuple[Path, ...]:
    """Move an unpacked database and its key into place; return the new paths of the old files.

    An old key is kept only if it is another one; a backup without a key leaves the old key in place.

    ``own_database``, ``own_key``: the paths that the app uses.
    """
    _merge_write_ahead_log(own_database)
    kept = []
    if own_database.exists():
        aside = free_path(own_database.with_name(f"{own_database.name}.before-restore"))
        own_database.rename(aside)
        kept.append(aside)
        for end in ("-wal", "-shm"):  # they remain if the database is damaged or could not be opened
            log = own_database.with_name(own_database.name + end)
            if log.exists():
                log.rename(aside.with_name(aside.name + end))
    if key is not None:
        if own_key.exists() and own_key.read_bytes().strip() != key.read_bytes().strip():
            aside = free_path(own_key.with_name(f"{own_key.name}.before-restore"))
            own_key.rename(aside)
            kept.append(aside)
        key.replace(own_key)
    database.replace(own_database)
    return tuple(kept)


def _merge_write_ahead_log(database: Path) -> None:
    """Merge the write-ahead log into a database that nobody uses; a damaged database stays as it is.

    :raises DatabaseBusyError: another program uses it.
    """
    if not database.exists():
        return
    with closing(sqlite3.connect(database, timeout=1, isolation_level=None)) as connection:
        try:
            mode = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.DatabaseError as fault:
            if sqlite_trouble_kind(fault) == "busy":
                raise DatabaseBusyError from None
            return
    if mode and mode[0] != "delete":
        raise DatabaseBusyError
