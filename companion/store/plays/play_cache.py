"""The cache of play states of one process."""

from collections import OrderedDict
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.store.plays.states import PlayState

MOST_CACHED = 2048
"""How large all cached plays may be together: a play counts as its rounds and one more, each of which takes 6 kB."""


class PlayCache:
    """Play states by id; the least recently used one is dropped when there are too many."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._plays: OrderedDict[int, PlayState] = OrderedDict()
        self._size = 0

    def get(self, play: int, revision: int, names_mark: int) -> "PlayState | None":
        """Return the state at this revision with names of this mark; None: it is not cached."""
        with self._lock:
            found = self._plays.get(play)
            if found is None or (found.revision, found.names_mark) != (revision, names_mark):
                return None
            self._plays.move_to_end(play)
            return found

    def put(self, state: "PlayState") -> None:
        """Cache a state, unless a later one is cached."""
        with self._lock:
            before = self._plays.get(state.id)
            if before is not None and (before.revision, before.names_mark) > (state.revision, state.names_mark):
                return
            self._size += _size(state) - (0 if before is None else _size(before))
            self._plays[state.id] = state
            self._plays.move_to_end(state.id)
            while self._size > MOST_CACHED and len(self._plays) > 1:
                self._size -= _size(self._plays.popitem(last=False)[1])

    def clear(self) -> None:
        """Drop all plays."""
        with self._lock:
            self._plays.clear()
            self._size = 0


def _size(state: "PlayState") -> int:
    return len(state.slots) + 1
