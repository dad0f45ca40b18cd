"""One short transaction for one change, that says from its start that it writes."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Condition

from flask import Flask, current_app
from sqlalchemy import Connection, bindparam, select, update

from companion.store.base import db
from companion.store.faults import Busy
from companion.store.files import PATIENCE
from companion.store.models import Club, Play

HELD = 0.5
"""Seconds after which a writer that does not get the database waits for another program, not for a slow disk."""

STEP = 0.1
"""Seconds between two looks whether that is so."""

_DOOR = "companion.door"


class Door:
    """Writers of this process enter one at a time, and while another program holds the database few wait at all.

    Somebody must be left for those who only look.
    """

    def __init__(self, seats: int) -> None:
        """``seats``: how many may wait behind the first while another program holds the database."""
        self._seats = seats
        self._changed = Condition()
        self._taken = False
        self._waiting = 0
        self._asked_at: float | None = None
        """Since when the one inside waits for the database; None: it has it, or nobody is inside."""

    @contextmanager
    def entered(self, patience: float) -> Iterator[float]:
        """Be the one who writes; gives the seconds of patience that are left.

        :raises Busy: it is not to be had in time.
        """
        until = time.monotonic() + patience
        with self._changed:
            self._wait(until)
            self._taken, self._asked_at = True, time.monotonic()
        try:
            yield max(0.0, until - time.monotonic())
        finally:
            with self._changed:
                self._taken, self._asked_at = False, None
                self._changed.notify()

    def got_it(self) -> None:
        """The one inside has the database."""
        self._asked_at = None

    def _wait(self, until: float) -> None:
        self._waiting += 1
        place = self._waiting
        try:
            while self._taken:
                left = until - time.monotonic()
                if left <= 0 or (place > self._seats and self._is_held()):
                    raise Busy
                self._changed.wait(min(left, STEP))
        finally:
            self._waiting -= 1

    def _is_held(self) -> bool:
        asked_at = self._asked_at
        return asked_at is not None and time.monotonic() - asked_at > HELD


def init_writing(app: Flask, *, embedded: bool) -> None:
    """Set up the door of the embedded database; any other has queues of its own."""
    if embedded:
        app.extensions[_DOOR] = Door(app.config.get("WAITING_WRITERS", 1))


@contextmanager
def writing(patience: float | None = None) -> Iterator[Connection]:
    """A connection in a transaction of its own: all of what is done in it, or nothing.

    What was read before in the same request is let go first, so that nobody waits for a reader.

    ``patience``: seconds to wait for others who write, where it is not the usual few.

    :raises Busy: others write for longer than that.
    """
    db.session.rollback()
    door: Door | None = current_app.extensions.get(_DOOR)
    if door is None:
        with db.engine.connect() as connection, connection.begin():
            yield connection
        return
    usual: float = current_app.config.get("PATIENCE", PATIENCE)
    with (
        door.entered(usual if patience is None else patience) as left,
        db.engine.connect().execution_options(writes=True, patience=left) as connection,
        connection.begin(),
    ):
        door.got_it()
        yield connection


def hold(connection: Connection, row: type[Club | Play], number: int) -> None:
    """Wait for whoever holds this row, then hold it until the transaction ends: what is read meanwhile stays true.

    The embedded database lets one transaction write at a time anyway.
    """
    connection.execute(select(row.id).where(row.id == number).with_for_update())


_ADVANCE = update(Play).where(Play.id == bindparam("play")).values(mark=Play.mark + 1).returning(Play.mark)
_ADVANCE_SHEET = _ADVANCE.values(sheet_mark=Play.mark + 1)


def advance(connection: Connection, play: int, *, on_sheet: bool) -> int:
    """Let phones know that something was written in a play; gives its mark from here on.

    ``on_sheet``: whether the sheet shows what was written.
    """
    statement = _ADVANCE_SHEET if on_sheet else _ADVANCE
    return int(connection.execute(statement, {"play": play}).scalar_one())
