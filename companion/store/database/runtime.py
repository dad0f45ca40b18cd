"""Runtime state of a database beside its rows: lock, caches, watchers."""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sqlalchemy import Engine

from companion.store.database.backup_paths import BackupPaths
from companion.store.database.base import db
from companion.store.database.sqlite_files import PATIENCE
from companion.store.database.watch import Watch
from companion.store.database.write_lock import WriteLock
from companion.store.plays.play_cache import PlayCache

if TYPE_CHECKING:
    from companion.store.people.ledger import Ledger
    from companion.store.plays.states import PlayState


@dataclass(slots=True, eq=False)
class Runtime:
    """Runtime state of one database (lock, caches, watchers), keyed by its engine."""

    paths: BackupPaths
    write_lock: WriteLock | None
    """None: a database server queues writers itself."""

    patience: float = PATIENCE
    """Seconds for which a writer waits for the others."""

    secret: bytes = b""
    """The app's secret key, from which codes and links are derived."""

    seen: dict[int, float] = field(default_factory=dict)
    """When each device was last recorded as seen, in seconds of ``time.monotonic``."""

    plays: PlayCache = field(default_factory=PlayCache)
    """The cache of play states."""

    plays_as_of: "OrderedDict[tuple[int, int, int, tuple[str, ...]], PlayState]" = field(default_factory=OrderedDict)
    """Plays with the names of earlier rounds, by id, revision, names mark and names; the oldest first."""

    ledgers: "OrderedDict[int, Ledger]" = field(default_factory=OrderedDict)
    """The ledgers of clubs, by id; the least recently changed first."""

    watch: Watch = field(default_factory=Watch)
    """Who polls which play or club."""


_by_engine: WeakKeyDictionary[Engine, Runtime] = WeakKeyDictionary()


def runtime() -> Runtime:
    """Return the runtime state of the current app's database."""
    return _by_engine[db.engine]


def set_runtime(state: Runtime) -> None:
    """Set the runtime state of the current app's database."""
    _by_engine[db.engine] = state
