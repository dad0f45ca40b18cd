"""Runtime state of a database beside its rows: lock, caches, watchers."""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sqlalchemy import Engine

from companion.store.database.backup_paths import Home
from companion.store.database.base import db
from companion.store.database.sqlite_files import PATIENCE
from companion.store.database.watch import Watch
from companion.store.database.write_lock import Door
from companion.store.plays.play_cache import PlayCache

if TYPE_CHECKING:
    from companion.store.people.ledger import Ledger
    from companion.store.plays.states import PlayState


@dataclass(slots=True, eq=False)
class Belongings:
    """Runtime state of one database (lock, caches, watchers), keyed by its engine."""

    home: Home
    door: Door | None
    """None: a database server has queues of its own."""

    patience: float = PATIENCE
    """Seconds for which a writer waits for the others."""

    secret: bytes = b""
    """What codes and links are worked out from; whoever makes the app gives it in."""

    seen: dict[int, float] = field(default_factory=dict)
    """When it was last written down that a device came, by the seconds of ``time.monotonic``."""

    plays: PlayCache = field(default_factory=PlayCache)
    """Plays as they stand."""

    plays_as_of: "OrderedDict[tuple[int, int, int, tuple[str, ...]], PlayState]" = field(default_factory=OrderedDict)
    """Plays with the names of earlier rounds, by number, revision, mark of the names, and these; the oldest first."""

    ledgers: "OrderedDict[int, Ledger]" = field(default_factory=OrderedDict)
    """The numbers of clubs, by number; the one that was changed the longest ago first."""

    watch: Watch = field(default_factory=Watch)
    """Who looks at which play or club."""


_all: WeakKeyDictionary[Engine, Belongings] = WeakKeyDictionary()


def belongings() -> Belongings:
    """Return the runtime state of the current app's database."""
    return _all[db.engine]


def give(own: Belongings) -> None:
    """Set a part of the runtime state of the current app's database."""
    _all[db.engine] = own
