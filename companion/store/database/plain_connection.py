"""A plain connection for the frequent queries of every request: membership, play and draft."""

from typing import Any

from sqlalchemy import Connection

from companion.store.database.base import READING, db


def plain_connection() -> Connection:
    """Return the plain connection of this request, without a transaction: each query reads the latest data.

    Such a query costs a fraction of one by a session with a transaction.
    """
    info = db.session.info
    found: Connection | None = info.get(READING)
    if found is None:
        # For SQLite, ``engine`` begins no transaction if this option is set.
        embedded = db.engine.dialect.name == "sqlite"
        options: dict[str, Any] = {"reads": True} if embedded else {"isolation_level": "AUTOCOMMIT"}
        info[READING] = found = db.engine.connect().execution_options(**options)
    return found
