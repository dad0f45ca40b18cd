"""Change notifications of PostgreSQL by LISTEN and NOTIFY, for the cache of answers to polls."""

import logging
from contextlib import AbstractContextManager
from functools import partial
from threading import Event

from companion.store.database.background import in_background
from companion.store.database.base import AppContext, db
from companion.store.database.caches.poll_cache import PollCache
from companion.store.database.runtime import runtime

CHANNEL = "companion_marks"
"""The channel on which triggers of the database send the id of each club that has changed."""

NAME = "companion-listening"
"""The application name of the connection, for PostgreSQL's administrators."""

CHECK_SECONDS = 2
"""Seconds between two checks of the connection."""

RETRY_SECONDS = 2
"""Seconds until the next try after the connection was lost."""

_log = logging.getLogger("companion.listening")


def listening_to_database(inside: AppContext) -> AbstractContextManager[None]:
    """Listen for changes in a background thread during this block; over SQLite the thread ends at once."""
    return in_background(partial(_run, inside), "listening")


def _run(inside: AppContext, stopped: Event) -> None:
    """Listen until ``stopped`` is set; connect again after the connection was lost."""
    has_warned = False
    with inside():
        polls = runtime().polls
        while runtime().notifies and not stopped.is_set():
            try:
                _listen(polls, stopped)
            except Exception as fault:  # without notifications, polls are answered from memory for half a second only
                if not has_warned:
                    _log.warning("Changes of other processes are polled, because listening for them failed: %s", fault)
                has_warned = True
            finally:
                polls.stop_notifications()
            stopped.wait(RETRY_SECONDS)


def _listen(polls: PollCache, stopped: Event) -> None:
    """Listen for changes over one connection until ``stopped`` is set, and report them to the cache of polls.

    :raises Exception: the connection is lost.
    """
    with db.engine.connect() as connection:
        plain = connection.connection.driver_connection
        if plain is None:
            return
        connection.exec_driver_sql(f"SET application_name = '{NAME}'")
        connection.exec_driver_sql(f"LISTEN {CHANNEL}")
        polls.start_notifications()
        try:
            while not stopped.is_set():
                for change in plain.notifies(timeout=CHECK_SECONDS):
                    polls.note_changes([int(change.payload)])
                connection.exec_driver_sql("SELECT 1")
                polls.note_changes()
        finally:
            connection.invalidate()
