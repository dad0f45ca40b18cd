"""Answers to polls without asking the database: whether a play, or a club, still stands as somebody shows it.

Kept in memory, for half a second each: where several processes work with one database, so late a change of another is
seen here. What this one writes is seen at once. Who shows what another process has told already is never told less.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

Asker = tuple[str, str]
"""Who asks: the address, and the cookies that came with it."""

Page = tuple[Sequence[tuple[str, str]], bytes]
"""Headers and body of an answer."""

Mark = tuple[int, ...]
"""How far a play or a club has come: number by number, a later mark is the higher one."""

FRESH = 0.5
"""Seconds for which a mark is taken to be the mark still."""

LIVELY, QUIET = 60, 900
"""Seconds after something was put down or typed: so long a round is being written; after so many, nothing happens."""

QUICK, USUAL, SLOW = 2000, 4000, 8000
"""Milliseconds until a phone asks again: while a round is being written, else, and where nothing happens."""

MOST_DIGITS = 20
"""A number of a mark has fewer."""

MOST = 4096
"""How many plays and clubs, and how many who ask, are remembered."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who asks about a play or a club, and was let in."""

    until: float
    """By ``time.monotonic``."""

    watched: str
    """The key of what they show."""

    club_mark: int
    """The mark of the club when they were found to be in it: it goes up with everybody who is taken out."""

    before_mark: Mark
    """What stands before its mark in what they show."""


@dataclass(frozen=True, slots=True)
class ReadMarks:
    """The marks of a play or a club, and of the club's people, when they were last read."""

    at: float
    """By ``time.monotonic``."""

    mark: Mark
    club_mark: int


@dataclass(frozen=True, slots=True)
class Known:
    """What somebody who asks can be told at once."""

    page: Page | None
    """What they are to show instead; None: it is the same."""

    ask_again: int


class Watch:
    """Who looks at which play or club, and how it stands: each by its key."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._guests: dict[Asker, Guest] = {}
        self._standing: dict[str, ReadMarks] = {}
        self._last: dict[str, Mark] = {}
        self._stirred: dict[str, float] = {}
        self._pages: dict[Asker, tuple[Mark, Page]] = {}

    def let_in(self, asker: Asker, watched: str, seconds: float, club_mark: int, before_mark: Mark = ()) -> None:
        """Let somebody ask so long without being looked at again, unless the club's mark changes."""
        self._keep(self._guests, asker, Guest(self._clock() + seconds, watched, club_mark, before_mark))

    def note(self, watched: str, mark: Mark, club_mark: int) -> None:
        """Note that something was just read at this mark; one earlier than before was read by who was slower."""
        last = self._last.get(watched, mark)
        if mark < last:
            return
        self._keep(self._standing, watched, ReadMarks(self._clock(), mark, club_mark))
        if mark > last:
            self.stir(watched)
        self._keep(self._last, watched, mark)

    def stir(self, watched: str) -> None:
        """Something is being put down or typed: those who look at it ask more often for a while."""
        self._keep(self._stirred, watched, self._clock())

    def ask_again(self, watched: str) -> int:
        """Milliseconds until who looks at a play or a club asks again."""
        moment = self._stirred.get(watched)
        since = LIVELY if moment is None else self._clock() - moment
        return QUICK if since < LIVELY else USUAL if since < QUIET else SLOW

    def keep_page(self, asker: Asker, shown: str, page: Page) -> None:
        """What somebody is to show at a mark, for all others with the same address."""
        self._keep(self._pages, asker, (mark_in(shown), page))

    def told(self, asker: Asker, shown: str) -> Known | None:
        """The cached answer to who polls with this mark; None: access, or what they show, must be read again."""
        moment, guest = self._clock(), self._guests.get(asker)
        found = self._standing.get(guest.watched) if guest is not None and guest.until > moment else None
        if guest is None or found is None or moment - found.at > FRESH or found.club_mark != guest.club_mark:
            return None
        stands, mark = guest.before_mark + found.mark, mark_in(shown)
        if mark == stands:
            return Known(None, self.ask_again(guest.watched))
        if mark > stands:
            return None
        kept = self._pages.get(asker)
        return Known(kept[1], self.ask_again(guest.watched)) if kept is not None and kept[0] == stands else None

    def forget_marks(self) -> None:
        """Something was written: all marks have to be read again."""
        with self._lock:
            self._standing.clear()

    def shut(self) -> None:
        """What somebody may see was changed: everybody is looked at anew."""
        with self._lock:
            self._guests.clear()
            self._pages.clear()

    def _keep(self, kept: dict[K, V], key: K, value: V) -> None:
        with self._lock:
            kept.pop(key, None)
            if len(kept) >= MOST:
                del kept[next(iter(kept))]
            kept[key] = value


def mark_told(mark: Mark) -> str:
    """A mark as pages and addresses have it."""
    return ".".join(map(str, mark))


def mark_in(told: str) -> Mark:
    """The mark that a page or an address has; empty for what is no mark."""
    parts = told.split(".")
    is_mark = all(part.isascii() and part.isdigit() and len(part) < MOST_DIGITS for part in parts)
    return tuple(map(int, parts)) if is_mark else ()
