"""A lock by which writers of one process wait for one another before they use SQLite."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Semaphore

from companion.store.database.trouble import DatabaseBusyError

LONG_WAIT = 0.5
"""A writer who gets no access for this many seconds is assumed to wait for another program, not for a slow disk."""

STEP = 0.1
"""Seconds between two checks of that."""


class WriteLock:
    """A lock for the writers of one process.

    While another program has locked the database, only a few writers may wait, so that other threads stay free for
    reading.
    """

    def __init__(self, most_waiting: int) -> None:
        """``most_waiting``: how many writers may wait while another program has locked the database."""
        self._lock = Lock()
        self._places = Semaphore(most_waiting)
        """A place for each writer who may wait then."""

        self._holder_waits_since: float | None = None
        """When the holder of the lock began to wait for the database; None: it has it, or there is no holder."""

    @contextmanager
    def hold(self, patience: float) -> Iterator[float]:
        """Hold the lock during this block; yield how many of ``patience`` seconds are left.

        :raises DatabaseBusyError: others hold it for longer, or too many wait.
        """
        until = time.monotonic() + patience
        has_place = self._places.acquire(blocking=False)
        try:
            while not self._lock.acquire(timeout=min(max(0.0, until - time.monotonic()), STEP)):
                if time.monotonic() >= until or (not has_place and self._is_database_locked()):
                    raise DatabaseBusyError
        finally:
            if has_place:
                self._places.release()
        self._holder_waits_since = time.monotonic()
        try:
            yield max(0.0, until - time.monotonic())
        finally:
            self._holder_waits_since = None
            self._lock.release()

    def note_database_obtained(self) -> None:
        """Record that the holder of the lock has the database."""
        self._holder_waits_since = None

    def _is_database_locked(self) -> bool:
        """Return whether the holder of the lock has waited long for the database, because another program holds it."""
        since = self._holder_waits_since
        return since is not None and time.monotonic() - since > LONG_WAIT
