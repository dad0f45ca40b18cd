"""One short transaction for one change, that says from its start that it writes."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, select

from companion.store.base import db
from companion.store.models import Club, Play


@contextmanager
def writing() -> Iterator[Connection]:
    """A connection in a transaction of its own: all of what is done in it, or nothing.

    What was read before in the same request is let go first, so that nobody waits for a reader.
    """
    db.session.rollback()
    with db.engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


def hold(connection: Connection, row: type[Club | Play], number: int) -> None:
    """Wait for whoever holds this row, then hold it until the transaction ends: what is read meanwhile stays true.

    The embedded database lets one transaction write at a time anyway.
    """
    connection.execute(select(row.id).where(row.id == number).with_for_update())
