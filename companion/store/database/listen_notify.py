"""Hearing from PostgreSQL of every change of a mark, by LISTEN and NOTIFY."""

import logging
from contextlib import AbstractContextManager
from functools import partial
from threading import Event

from companion.store.database.background import in_background
from companion.store.database.base import AppContext, db
from companion.store.database.poll_cache import PollCache
from companion.store.database.runtime import runtime

CHANNEL = "companion_marks"
"""Where triggers of the database tell the number of each club in which something has changed."""

NAME = "companion-listening"
"""What the database calls the connection, for who looks at them."""

BEAT = 2
"""Seconds after which the database is asked whether it is still there."""

AGAIN = 2
"""Seconds until it is tried again where it is not."""

_log = logging.getLogger("companion.listening")


def listening_to_database(inside: AppContext) -> AbstractContextManager[None]:
    """Hear of changes in the background during this block; over the embedded database nothing is to be heard."""
    return in_background(partial(_run, inside), "listening")


def _run(inside: AppContext, stopped: Event) -> None:
    """Listen until told to stop, and connect again where the connection is lost."""
    is_told = False
    with inside():
        watch = runtime().polls
        while runtime().notifies and not stopped.is_set():
            try:
                _listen(watch, stopped)
            except Exception as fault:  # without it, polls ask the database as they do at home
                if not is_told:
                    _log.warning("Changes of other processes are looked for, not heard of: %s", fault)
                is_told = True
            finally:
                watch.stop_notifications()
            stopped.wait(AGAIN)


def _listen(watch: PollCache, stopped: Event) -> None:
    """Hear of changes over one connection.

    :raises Exception: it is lost.
    """
    with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        plain = connection.connection.driver_connection
        if plain is None:
            return
        connection.exec_driver_sql(f"SET application_name = '{NAME}'")
        connection.exec_driver_sql(f"LISTEN {CHANNEL}")
        watch.start_notifications()
        try:
            while not stopped.is_set():
                for change in plain.notifies(timeout=BEAT):
                    watch.note_changes([int(change.payload)])
                connection.exec_driver_sql("SELECT 1")
                watch.note_changes()
        finally:
            connection.invalidate()
