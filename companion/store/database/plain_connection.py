"""A plain connection for the frequent queries of every request: membership, play and draft."""

from threading import get_ident

from sqlalchemy import Connection

from companion.store.database.base import db
from companion.store.database.runtime import runtime
from companion.store.database.sqlite_files import ReadOnlyConnection


def plain_connection() -> Connection:
    """Return a connection for reading; a query by it costs a fraction of one by the session.

    Over SQLite each thread keeps one, because taking it out of the pool costs more than a query. With a database
    server, or on a read-only disk, it is the connection of the session.
    """
    own, key = runtime(), (get_ident(), "reads")
    if own.write_lock is None:
        return db.session.connection()
    found = own.kept.get(key)
    if found is None or found.closed or found.invalidated:
        found = db.engine.connect()
        if isinstance(found.connection.driver_connection, ReadOnlyConnection):
            found.close()
            return db.session.connection()
        own.kept[key] = found
    return found
