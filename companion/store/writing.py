"""One short transaction for one change, that says from its start that it writes."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection

from companion.store.base import db


@contextmanager
def writing() -> Iterator[Connection]:
    """A connection in a transaction of its own: all of what is done in it, or nothing.

    What was read before in the same request is let go first, so that nobody waits for a reader.
    """
    db.session.rollback()
    with db.engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection
