"""Daily copies, made while the app runs."""

import shutil
import time
import zipfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from sqlalchemy import select

from companion.store.database import sqlite_files
from companion.store.database.background import repeat_in_background
from companion.store.database.backups.backup_paths import copy_day, copy_name, copy_number
from companion.store.database.backups.backups import MANIFEST, TEMPORARY_PREFIX, logger, temporary_copy
from companion.store.database.base import AppContext, db, now
from companion.store.database.models import Club
from companion.store.database.runtime import runtime
from companion.store.database.trouble import SENTENCES, DatabaseBusyError, trouble_of

KEPT = 7
"""How many daily copies are kept."""

CHECK_SECONDS = 600
"""Seconds between two checks whether a copy is due."""

TRUST_SECONDS = 3600
"""Seconds until a clock that shows a day before the last copy is trusted: it may be corrected until then."""

ENOUGH_SECONDS = 20 * 3600
"""After a copy, or after finding nothing new, a process waits for this many seconds, whatever the date."""


class DailyCopies:
    """Makes daily copies while the app runs, and deletes the oldest."""

    def __init__(self, inside: AppContext, clock: Callable[[], float] = time.monotonic) -> None:
        """``clock``: a monotonic clock in seconds."""
        self._inside = inside
        with inside():
            self._paths = runtime().paths
        self._clock = clock
        self._started = clock()
        self._done_at: float | None = None
        """When this process last made a copy, or found nothing new to copy, by its clock."""

        self._logged_error: object = None

    def copy_if_due(self) -> Path | None:
        """Make today's copy if one is due, and return its path; None: none was made. An error is logged once."""
        if self._paths.database is None:
            return None
        try:
            return self._copy_if_changed()
        except DatabaseBusyError:
            return None  # another process makes it, or the next check does
        except Exception as fault:  # it must not end the thread; the next check tries again
            self._log_error(fault)
            return None

    def _copy_if_changed(self) -> Path | None:
        """Make today's copy if one is due and there is something new, and return its path; None: none was made."""
        if not self._is_due() or not self._has_clubs():
            return None
        self._paths.folder.mkdir(mode=0o700, exist_ok=True)
        with sqlite_files.exclusive_lock(self._paths.folder / ".lock", 0):
            if not self._is_due():  # another process has made it meanwhile
                return None
            made = self._make_copy()
        self._done_at, self._logged_error = self._clock(), None
        return made

    def _has_clubs(self) -> bool:
        """Return whether the database has any club."""
        with self._inside():
            return _is_any_club()

    def _is_due(self) -> bool:
        """Return whether a new day has begun since the last copy.

        A clock that shows a day before that copy counts only after ``TRUST_SECONDS``.
        """
        if self._done_at is not None and self._clock() - self._done_at < ENOUGH_SECONDS:
            return False
        last, today = next(iter(self._paths.copies()), None), now().date()
        if last is None or today > copy_day(last):
            return True
        return today < copy_day(last) and self._clock() - self._started >= TRUST_SECONDS

    def _make_copy(self) -> Path | None:
        """Make a copy and delete the oldest ones; return None if nothing has changed since the last one."""
        for left_over in self._paths.folder.glob(f"{TEMPORARY_PREFIX}*"):  # of a process that was killed
            shutil.rmtree(left_over, ignore_errors=True)
        older = self._paths.copies()
        number = copy_number(older[0]) + 1 if older else 1
        with temporary_copy(self._paths, self._paths.folder) as copy:
            if older and _checksums(older[0]) == _checksums(copy):
                return None
            made = self._paths.folder / copy_name(number, now().date())
            copy.replace(made)
        for one in self._paths.copies()[KEPT:]:
            one.unlink(missing_ok=True)
        return made

    def _log_error(self, fault: Exception) -> None:
        """Log why a copy failed, unless the same was logged before."""
        trouble = trouble_of(fault, self._paths.database)
        why = SENTENCES[trouble] if trouble else str(fault) or type(fault).__name__
        if trouble == "damaged":
            why = f"{why} {self._paths.restore_hint()}"
        if isinstance(fault, OSError):
            why = f"{fault.strerror}."
        if why != self._logged_error:
            self._logged_error = why
            logger.error("The daily backup failed: %s", why)


def copying_daily(inside: AppContext) -> AbstractContextManager[None]:
    """Make daily copies in the background during this block."""
    return repeat_in_background(DailyCopies(inside).copy_if_due, CHECK_SECONDS, "copies")


def _is_any_club() -> bool:
    """Return whether the database has any club."""
    return db.session.scalar(select(Club.id).limit(1)) is not None


def _checksums(copy: Path) -> object:
    """Return checksums of a backup's files, to compare two backups; one that cannot be read equals no other."""
    try:
        with zipfile.ZipFile(copy) as box:
            return [(item.filename, item.CRC, item.file_size) for item in box.infolist() if item.filename != MANIFEST]
    except (OSError, zipfile.BadZipFile):
        return object()


def lost_clubs_notice() -> str:
    """Return a warning if the database has no club although there have been some, or else an empty text.

    If there are clubs, create the marker file, by which their loss is noticed later.
    """
    paths = runtime().paths
    if _is_any_club():
        paths.create_marker()
        return ""
    if not paths.marker.exists():
        return ""
    where = paths.database or "The database"
    return (
        f"{where} has no club, but there were clubs with the key {paths.key}. Was the database removed or renamed, or "
        f"is this the wrong one? If you started again on purpose, ignore this. {paths.restore_hint()}"
    )
