"""Writing transactions, row locks and change counters."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import get_ident
from typing import Any

from sqlalchemy import Connection, bindparam, select, update

from companion.store.database.base import db
from companion.store.database.models import Club, Play
from companion.store.database.runtime import runtime


@contextmanager
def writing(patience: float | None = None, *, takes_long: bool = False) -> Iterator[Connection]:
    """Open a transaction for writing: either everything in the block is written, or nothing.

    ``patience``: seconds to wait for other writers, if not the default. ``takes_long``: set for writes of several
    seconds, so that other writers soon give up waiting instead of queueing.

    :raises DatabaseBusyError: others write for longer than that.
    """
    own = runtime()
    lock = own.write_lock
    try:
        with (
            lock.hold(own.patience if patience is None else patience) if lock else nullcontext() as left,
            _connection_for_writing(left) as connection,
            connection.begin(),
        ):
            if lock and not takes_long:  # otherwise it looks as if another program had locked the database
                lock.note_database_obtained()
            yield connection
    finally:
        own.polls.note_write()


@contextmanager
def _connection_for_writing(patience: float | None) -> Iterator[Connection]:
    """Yield a connection for writing, over SQLite the one that this thread keeps; it is closed after a failure.

    ``patience``: how many seconds it waits for another program that has locked SQLite.
    """
    own, key = runtime(), (get_ident(), "writes")
    connection = own.kept.pop(key, None) or db.engine.connect().execution_options(writes=True)
    try:
        yield connection.execution_options(patience=patience)
    except BaseException:
        connection.close()
        raise
    if own.write_lock is None:
        connection.close()
    else:
        own.kept[key] = connection


def lock_row(connection: Connection, model: type[Club | Play], number: int) -> None:
    """Lock the row with this id until the transaction ends; SQLite has only one writer at a time anyway."""
    if runtime().write_lock is None:
        connection.execute(select(model.id).where(model.id == number).with_for_update())


_TOUCH_CLUB = update(Club).where(Club.id == bindparam("club")).values(mark=Club.mark + 1).returning(Club.mark)


def bump_club_mark(connection: Connection, club: int, play: int | None = None, **columns: Any) -> int:
    """Bump and return the change counter of a club, so that cached pages and statistics are rebuilt.

    ``play``: the play that changed, for statistics that read only what is new; ``columns``: further columns of the
    club to update.
    """
    mark = int(connection.execute(_TOUCH_CLUB, {"club": club, **columns}).scalar_one())
    if play is not None:
        connection.execute(update(Play).where(Play.id == play).values(club_mark=mark))
    return mark


_ADVANCE = update(Play).where(Play.id == bindparam("play")).values(mark=Play.mark + 1).returning(Play.mark)
_ADVANCE_SHEET = _ADVANCE.values(sheet_mark=Play.mark + 1)


def bump_play_mark(connection: Connection, play: int, *, on_sheet: bool, **columns: Any) -> int:
    """Bump and return the change counter of a play, so that phones reload it.

    ``on_sheet``: whether the sheet shows the change; ``columns``: further columns of the play to update.
    """
    statement = _ADVANCE_SHEET if on_sheet else _ADVANCE
    return int(connection.execute(statement, {"play": play, **columns}).scalar_one())
