"""The cache of one process for what it has read and computed; the least recently used values are dropped first."""

from collections.abc import Hashable
from operator import itemgetter
from threading import Lock
from typing import Any

from cachetools import LRUCache

MEGABYTE = 1024 * 1024


class Cache:
    """A cache of values of any kind, limited in bytes.

    A key starts with the kind of the value. A value may be outdated: compare its marks with those in the database, or
    make them part of the key.
    """

    def __init__(self, megabytes: int) -> None:
        """``megabytes``: the most that all values may take."""
        self._lock = Lock()
        self._kept: LRUCache[Hashable, tuple[Any, int]] = LRUCache(megabytes * MEGABYTE, getsizeof=itemgetter(1))

    def get(self, *key: Hashable) -> Any:
        """Return the value for this key; None: it is not cached."""
        with self._lock:
            found = self._kept.get(key)
        return None if found is None else found[0]

    def put(self, *key: Hashable, value: object, size: int) -> None:
        """Cache a value of about ``size`` bytes. One that is larger than the whole cache only removes the old value."""
        with self._lock:
            if size <= self._kept.maxsize:
                self._kept[key] = value, size
            else:
                self._kept.pop(key, None)

    def clear(self) -> None:
        """Drop all values."""
        with self._lock:
            self._kept.clear()
