"""A plain connection for the queries of every tap: who is this, and how does the play stand?"""

from typing import Any

from sqlalchemy import Connection

from companion.store.database.base import READING, db


def reading() -> Connection:
    """Return the plain connection of this request; each answer is of the moment when it is asked.

    A session with its transaction costs several times what such a question costs.
    """
    kept = db.session.info
    found: Connection | None = kept.get(READING)
    if found is None:
        # The embedded database begins nothing for these (see ``database``); any other must not be left waiting either.
        embedded = db.engine.dialect.name == "sqlite"
        options: dict[str, Any] = {"reads": True} if embedded else {"isolation_level": "AUTOCOMMIT"}
        kept[READING] = found = db.engine.connect().execution_options(**options)
    return found
