"""The SQLite connections that threads keep: taking one out of the pool and giving it back costs more than a query."""

from contextlib import suppress
from threading import local
from typing import Literal
from weakref import WeakSet

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

Purpose = Literal["reads", "writes"]


class KeptConnections:
    """Connections by thread and purpose, until the engine is disposed of."""

    def __init__(self) -> None:
        self._of_thread = local()
        self._all: WeakSet[Connection] = WeakSet()

    def get(self, purpose: Purpose) -> Connection | None:
        """Return the connection that this thread keeps; None: it has none that works."""
        found: Connection | None = getattr(self._of_thread, purpose, None)
        return None if found is None or found.closed or found.invalidated else found

    def keep(self, purpose: Purpose, connection: Connection) -> None:
        """Keep a connection for this thread."""
        setattr(self._of_thread, purpose, connection)
        self._all.add(connection)

    def close_all(self) -> None:
        """Close the connections of all threads."""
        for connection in [one for one in self._all if not one.closed]:
            with suppress(DBAPIError):
                connection.invalidate()
                connection.close()
