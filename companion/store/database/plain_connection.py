"""A plain connection for the frequent queries of every request: membership, play and draft."""

from typing import Any

from sqlalchemy import Connection

from companion.store.database.base import READING, db
from companion.store.database.runtime import runtime
from companion.store.database.sqlite_files import ReadOnlyConnection


def plain_connection() -> Connection:
    """Return a connection without a transaction: each query reads the latest data.

    With SQLite each thread keeps one; else it is that of the request, which closes it. Such a query costs a fraction of
    one by a session with a transaction.
    """
    kept = runtime().kept
    found: Connection | None = kept.get("reads")
    if found is not None:
        return found
    info = db.session.info
    found = info.get(READING)
    if found is None:
        # For SQLite, ``engine`` begins no transaction if this option is set.
        embedded = db.engine.dialect.name == "sqlite"
        options: dict[str, Any] = {"reads": True} if embedded else {"isolation_level": "AUTOCOMMIT"}
        found = db.engine.connect().execution_options(**options)
        if embedded and not isinstance(found.connection.driver_connection, ReadOnlyConnection):
            kept.keep("reads", found)
        else:
            info[READING] = found
    return found
