"""Slow work: it leaves threads to other requests, and work on a club's file runs in the background."""

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from queue import SimpleQueue
from threading import BoundedSemaphore, Thread
from typing import IO, Any, NoReturn, ParamSpec, TypeVar

from flask import Flask, current_app
from werkzeug.exceptions import ServiceUnavailable

from companion.exports.packed import UnreadableFileError
from companion.store.database.runtime import runtime
from companion.store.database.sqlite_files import exclusive_lock
from companion.store.database.trouble import Busy, trouble_of
from companion.web.files import kept_files

P = ParamSpec("P")
R = TypeVar("R")

WAIT = 10
"""Seconds after which whoever was turned away may try again."""

AT_ONCE = 1.0
"""Seconds for which a request waits for the work that it began: small files need no second page."""

TOLD_EVERY = 0.5
"""Seconds between two notes of how far the work on a file is."""

LONGEST = 900
"""Seconds after which the work on a file is given up: else one made to be slow would keep out all others."""

_EXTENSION = "companion_long_work"


def register(app: Flask, threads: int) -> None:
    """Limit slow requests to half of the threads."""
    app.extensions[_EXTENSION] = BoundedSemaphore(max(1, threads // 2))


@contextmanager
def long_work() -> Iterator[None]:
    """Count this request as slow during this block.

    :raises ServiceUnavailable: as many requests as may are in such a block.
    """
    places: BoundedSemaphore = current_app.extensions[_EXTENSION]
    if not places.acquire(blocking=False):
        turn_away("Companion is busy with files and pictures for others.")
    try:
        yield
    finally:
        places.release()


def takes_long(view: Callable[P, R]) -> Callable[P, R]:
    """Return a view that counts as slow (see ``long_work``)."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        with long_work():
            return view(*args, **kwargs)

    return guarded


def turn_away(why: str) -> NoReturn:
    """Refuse a request while somebody else's work is in the way.

    :raises ServiceUnavailable: always.
    """
    raise ServiceUnavailable(f"{why} Try again in a moment.", retry_after=WAIT)


# The work on a club's file.

Told = Mapping[str, Any]
"""What becomes of some work, as its status keeps it: ``at`` says how many percent of it are done, anything else that it
is over."""

Progress = Callable[[int], None]
"""Notes how many percent are done."""

Act = Callable[[IO[bytes], Progress], Told]


def is_under_way(told: Told) -> bool:
    """Return whether a status means that work goes on."""
    return "at" in told


def _is_over(told: Told | None) -> bool:
    return told is not None and not is_under_way(told)


def work_on(token: str, work: str, act: Act) -> Told:
    """Start work on an uploaded file, or join it; return its status a moment later.

    There is one at a time, in a thread of its own. ``work``: the key of its status; ``act``: does it and returns what
    becomes of it, and raises ``UnreadableFileError`` where the file cannot be taken.

    :raises ServiceUnavailable: another file is being worked on.
    """
    told = kept_files.status(work)
    if told is not None and not is_under_way(told):
        return told
    begun: SimpleQueue[bool] = SimpleQueue()
    app = current_app._get_current_object()  # type: ignore[attr-defined] # what the thread works for
    worker = Thread(target=_run, args=(app, token, work, act, begun), name="companion-file", daemon=True)
    worker.start()
    if begun.get():
        worker.join(AT_ONCE)
    told = kept_files.status(work)
    if told is None:
        turn_away("Another file is being worked on just now.")
    return told


def _run(app: Flask, token: str, work: str, act: Act, begun: SimpleQueue[bool]) -> None:
    """Do the work unless any other is under way. ``begun``: told which."""
    with app.app_context():
        try:
            with exclusive_lock(kept_files.lock_path(), 0):
                if not _is_over(kept_files.status(work)):  # it may have come to its end while this waited
                    kept_files.set_status(work, {"at": 0})
                    begun.put(True)
                    kept_files.set_status(work, _done(token, work, act))
        except Busy:
            pass
        except (OSError, sqlite3.Error):
            app.logger.exception("The work on a file could not be begun, or what became of it not noted.")
        finally:
            begun.put(False)


def _done(token: str, work: str, act: Act) -> Told:
    """Do the work and return its final status."""
    until, due = time.monotonic() + LONGEST, 0.0

    def progress(percent: int) -> None:
        nonlocal due
        if time.monotonic() > until:
            raise UnreadableFileError("It takes too long. Bring it in at the computer, with “companion import”.")
        if time.monotonic() > due:
            due = time.monotonic() + TOLD_EVERY
            kept_files.set_status(work, {"at": percent})

    try:
        with kept_files.opened(token) as file:
            return act(file, progress)
    except UnreadableFileError as fault:
        return {"refused": f"{fault} Nothing was changed."}
    except Exception as fault:
        current_app.logger.exception("The work on a file failed.")
        trouble = trouble_of(fault, runtime().paths.database)
        why = trouble.sentence if trouble else "That should not have happened."
        return {"refused": f"{why} Nothing was changed. Try again."}
