"""A plain connection for what every tap asks: who is this, and how does the play stand?"""

from typing import Any

from flask import Flask, g  # noqa: TID251 - keeps the connection as long as flask-sqlalchemy keeps its session
from sqlalchemy import Connection

from companion.store.base import db

_KEPT = "companion_reading"


def init_reading(app: Flask) -> None:
    """Give the connection back when a request is answered."""
    app.teardown_appcontext(lambda _: release())


def reading() -> Connection:
    """The connection of this request for single questions; each answer is of the moment when it is asked.

    A session with its transaction costs several times what such a question costs.
    """
    found: Connection | None = g.get(_KEPT)
    if found is None:
        # The embedded database begins nothing for these (see ``database``); any other must not be left waiting either.
        embedded = db.engine.dialect.name == "sqlite"
        options: dict[str, Any] = {"reads": True} if embedded else {"isolation_level": "AUTOCOMMIT"}
        found = db.engine.connect().execution_options(**options)
        setattr(g, _KEPT, found)
    return found


def release() -> None:
    """Give the connection of this request back, where it has one."""
    found: Connection | None = g.pop(_KEPT, None)
    if found is not None:
        found.close()
