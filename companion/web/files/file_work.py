"""Work on uploaded files in the background: checking and importing them."""

import sqlite3
import time
from collections.abc import Callable, Mapping
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

from flask import Flask, current_app

from companion.exports.open_upload import UnreadableFileError
from companion.store.database.runtime import runtime
from companion.store.database.sqlite_files import exclusive_lock
from companion.store.database.trouble import SENTENCES, DatabaseBusyError, trouble_of
from companion.web.files import uploads
from companion.web.support.requests.long_work import turn_away

SECONDS_TO_JOIN = 1.0
"""For how many seconds a request waits for the work that it started, so that small files need no progress page."""

PROGRESS_EVERY = 0.5
"""Seconds between two updates of the progress."""

LONGEST_SECONDS = 900
"""Seconds after which work on a file is given up, so that a malicious file cannot block all others."""

Status = Mapping[str, Any]
"""The status of some work as JSON: ``at`` is the percentage done; without ``at``, the work has ended."""

Progress = Callable[[int], None]
"""Reports the percentage done."""

Act = Callable[[IO[bytes], Progress], Status]
"""Does the work on a file, and returns its final status."""


def is_under_way(status: Status) -> bool:
    """Return whether a status means that the work goes on."""
    return "at" in status


def work_on(token: str, work: str, act: Act) -> Status:
    """Start work on an uploaded file, or join it; return its status a moment later.

    Only one file is worked on at a time, in a thread of its own. ``token``: of the file; ``work``: the key of the
    status; ``act``: does the work, and raises ``UnreadableFileError`` if the file is invalid.

    :raises ServiceUnavailable: another file is being worked on.
    """
    status = uploads.read_status(work)
    if status is not None and not is_under_way(status):
        return status
    begun: SimpleQueue[bool] = SimpleQueue()
    app = current_app._get_current_object()  # type: ignore[attr-defined] # the thread needs the app itself
    worker = Thread(target=_run_work, args=(app, token, work, act, begun), name="companion-file", daemon=True)
    worker.start()
    if begun.get():
        worker.join(SECONDS_TO_JOIN)
    status = uploads.read_status(work)
    if status is None:
        turn_away("Another file is being processed.")
    return status


def _run_work(app: Flask, token: str, work: str, act: Act, begun: SimpleQueue[bool]) -> None:
    """Do the work unless other work is running. ``begun``: gets True when the work starts, and False at the end."""
    with app.app_context():
        try:
            with exclusive_lock(uploads.lock_path(), 0):
                status = uploads.read_status(work)
                if status is None or is_under_way(status):  # it may have ended meanwhile
                    uploads.set_status(work, {"at": 0})
                    begun.put(True)
                    uploads.set_status(work, _do_work(token, work, act))
        except DatabaseBusyError:
            pass
        except (OSError, sqlite3.Error):
            app.logger.exception("The work on a file could not be started, or its result could not be stored.")
        finally:
            begun.put(False)


def _do_work(token: str, work: str, act: Act) -> Status:
    """Do the work and return its final status, which the caller saves; save its progress meanwhile.

    Whatever goes wrong, also that the work takes too long, becomes a status that says why the file was refused.
    """
    until, due = time.monotonic() + LONGEST_SECONDS, 0.0

    def progress(percent: int) -> None:
        """Save the progress, but not more often than every ``PROGRESS_EVERY`` seconds; raise if it takes too long."""
        nonlocal due
        if time.monotonic() > until:
            raise UnreadableFileError("This file takes too long. Import it on the server with “companion import”.")
        if time.monotonic() > due:
            due = time.monotonic() + PROGRESS_EVERY
            uploads.set_status(work, {"at": percent})

    try:
        with uploads.open_upload(token) as file:
            return act(file, progress)
    except UnreadableFileError as fault:
        return {"refused": f"{fault} Nothing was changed."}
    except Exception as fault:
        current_app.logger.exception("The work on a file failed.")
        trouble = trouble_of(fault, runtime().paths.database)
        why = SENTENCES[trouble] if trouble else "That should not have happened."
        return {"refused": f"{why} Nothing was changed. Try again."}
