"""Runtime state of a database beside its rows: lock, caches, settings."""

from dataclasses import dataclass, field
from threading import Event
from typing import NamedTuple
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Engine

from companion.store.database.backups.backup_paths import BackupPaths
from companion.store.database.base import db
from companion.store.database.caches.cache import Cache
from companion.store.database.caches.poll_cache import PollCache
from companion.store.database.sqlite_files import PATIENCE
from companion.store.database.write_lock import WriteLock


class Quota(NamedTuple):
    """Limits of a club; 0: unlimited."""

    plays: int = 0
    rounds: int = 0
    bytes: int = 0


@dataclass(slots=True, eq=False)
class Runtime:
    """Runtime state of one database (lock, caches, settings), found by its engine."""

    paths: BackupPaths
    write_lock: WriteLock | None
    """None: a database server queues writers itself."""

    cache: Cache
    quota: Quota
    """The limits of clubs for which the operator has set none."""

    code_letters: int = 6
    """The length of new codes of clubs."""

    patience: float = PATIENCE
    """Seconds for which a writer waits for others."""

    secret: bytes = b""
    """The app's secret key, from which codes and links are derived."""

    notifies: bool = False
    """Whether the database can send notifications: PostgreSQL can, but not through PgBouncer."""

    seen: dict[int, float] = field(default_factory=dict)
    """When each device was last recorded as seen, in seconds of ``time.monotonic``."""

    stopping: Event = field(default_factory=Event)
    """Set when the process is told to stop; it then finishes open requests only."""

    polls: PollCache = field(default_factory=PollCache)
    """Answers to polls from memory."""

    kept: dict[tuple[int, str], Connection] = field(default_factory=dict)
    """The connections to SQLite that threads keep: by the id of the thread, and ``reads`` or ``writes``."""


_by_engine: WeakKeyDictionary[Engine, Runtime] = WeakKeyDictionary()


def runtime() -> Runtime:
    """Return the runtime state of the current app's database."""
    return _by_engine[db.engine]


def set_runtime(state: Runtime) -> None:
    """Set the runtime state of the current app's database."""
    _by_engine[db.engine] = state
