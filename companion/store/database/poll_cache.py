"""Answers to polls from memory: whether a play or a club has changed since a page was rendered.

Kept in memory, for half a second each: where several processes work with one database, so late a change of another is
seen here. What this one writes is seen at once. Where PostgreSQL tells of every change (see ``listening``), marks are
kept until it does. Who shows what another process has told already is never told less.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

PollerKey = tuple[str, str]
"""Who asks: the address, and the cookies that came with it."""

Page = tuple[Sequence[tuple[str, str]], bytes]
"""Headers and body of an answer."""

Mark = tuple[int, ...]
"""How far a play or a club has come: number by number, a later mark is the higher one."""

FRESH = 0.5
"""Seconds for which a mark is taken to be the mark still."""

FRESH_WHILE_HEARING = 30.0
"""Seconds for which it is where the database tells of every change."""

HEARD_FOR = 15.0
"""Seconds after its last word in which the database is taken to tell of every change."""

LIVELY, QUIET = 60, 900
"""Seconds after something was put down or typed: so long a round is being written; after so many, nothing happens."""

QUICK, USUAL, SLOW = 2000, 4000, 8000
"""Milliseconds until a phone asks again: while a round is being written, else, and where nothing happens."""

MOST_DIGITS = 20
"""A number of a mark has fewer."""

MOST = 4096
"""How many plays and clubs, and how many who ask, are remembered."""


@dataclass(frozen=True, slots=True)
class Poller:
    """Somebody who polls a play or a club, and was let in."""

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
    """The marks of a play, a club and its people, when they were last read."""

    at: float
    """By ``time.monotonic``."""

    mark: Mark
    club_mark: int
    club: int
    since: int
    """How many changes had been heard of before they were read."""


@dataclass(frozen=True, slots=True)
class PollAnswer:
    """What can be answered to a poll from memory."""

    page: Page | None
    """What they are to show instead; None: it is the same."""

    ask_again: int


class PollCache:
    """Who polls which play or club, and their last known marks, by key."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST) -> None:
        """``most``: how many plays and clubs, and how many who ask, are remembered."""
        self._clock = clock
        self._most = most
        self._lock = Lock()
        self._guests: dict[PollerKey, Poller] = {}
        self._standing: dict[str, ReadMarks] = {}
        self._last: dict[str, Mark] = {}
        self._stirred: dict[str, float] = {}
        self._pages: dict[PollerKey, tuple[Mark, Page]] = {}
        self._heard_at: float | None = None
        self._changed: dict[int, int] = {}
        """The number of the last change that was heard of, by club."""

        self._since_when = 0
        """The change up to which none is known by its club any more."""

        self.changes = 0
        """How many changes were heard of."""

    def remember_poller(
        self, asker: PollerKey, watched: str, seconds: float, club_mark: int, before_mark: Mark = ()
    ) -> None:
        """Let somebody poll without another check of membership for a while, unless the club's mark changes."""
        self._keep(self._guests, asker, Poller(self._clock() + seconds, watched, club_mark, before_mark))

    def store_marks(self, watched: str, mark: Mark, club_mark: int, club: int = 0, since: int = 0) -> None:
        """Store marks that were just read, unless a later reading was stored meanwhile.

        ``club``: the club that they are of; ``since``: the number of ``changes`` before they were read.
        """
        last = self._last.get(watched, mark)
        if mark < last:
            return
        self._keep(self._standing, watched, ReadMarks(self._clock(), mark, club_mark, club, since))
        if mark > last:
            self.note_activity(watched)
        self._keep(self._last, watched, mark)

    def note_activity(self, watched: str) -> None:
        """Shorten the polling interval for a while: something is being entered."""
        self._keep(self._stirred, watched, self._clock())

    def poll_interval(self, watched: str) -> int:
        """Return the polling interval for a play or a club, in milliseconds."""
        moment = self._stirred.get(watched)
        since = LIVELY if moment is None else self._clock() - moment
        return QUICK if since < LIVELY else USUAL if since < QUIET else SLOW

    def cache_page(self, asker: PollerKey, shown: str, page: Page) -> None:
        """Cache a rendered page at a mark for everybody with the same address."""
        self._keep(self._pages, asker, (parse_mark(shown), page))

    def answer(self, asker: PollerKey, shown: str) -> PollAnswer | None:
        """Return the cached answer to who polls with this mark; None: access, or what they show, must be read again."""
        moment, guest = self._clock(), self._guests.get(asker)
        found = self._standing.get(guest.watched) if guest is not None and guest.until > moment else None
        if guest is None or found is None or not self._holds(found, moment) or found.club_mark != guest.club_mark:
            return None
        stands, mark = guest.before_mark + found.mark, parse_mark(shown)
        if mark == stands:
            return PollAnswer(None, self.poll_interval(guest.watched))
        if mark > stands:
            return None
        kept = self._pages.get(asker)
        return (
            PollAnswer(kept[1], self.poll_interval(guest.watched)) if kept is not None and kept[0] == stands else None
        )

    def _holds(self, found: ReadMarks, moment: float) -> bool:
        """Return whether marks that were read once can be taken for today's."""
        fresh = FRESH_WHILE_HEARING if self._is_notified(moment) else FRESH
        return moment - found.at <= fresh and self._changed.get(found.club, self._since_when) <= found.since

    def _is_notified(self, moment: float) -> bool:
        return self._heard_at is not None and moment - self._heard_at < HEARD_FOR

    def note_changes(self, changed: Iterable[int] = ()) -> None:
        """Take a word of the database: these clubs have changed, and no others since its last word."""
        with self._lock:
            self.changes += 1
            self._changed.update(dict.fromkeys(changed, self.changes))
            if len(self._changed) > self._most:
                self._changed.clear()
                self._since_when = self.changes
            self._heard_at = self._clock()

    def start_notifications(self) -> None:
        """Forget what may have changed unheard: from now on the database tells of every change."""
        self.forget_marks()
        self.note_changes()

    def stop_notifications(self) -> None:
        """Note that the database tells of changes no more."""
        self._heard_at = None

    def after_write(self) -> None:
        """Forget all marks after a write, unless the database tells whose have changed."""
        if not self._is_notified(self._clock()):
            self.forget_marks()

    def forget_marks(self) -> None:
        """Forget all marks: something was written."""
        with self._lock:
            self._standing.clear()

    def forget_pollers(self) -> None:
        """Forget who was let in: somebody's access has changed."""
        with self._lock:
            self._guests.clear()
            self._pages.clear()

    def _keep(self, kept: dict[K, V], key: K, value: V) -> None:
        with self._lock:
            kept.pop(key, None)
            if len(kept) >= self._most:
                del kept[next(iter(kept))]
            kept[key] = value


def mark_text(mark: Mark) -> str:
    """Return a mark as pages and addresses have it."""
    return ".".join(map(str, mark))


def parse_mark(told: str) -> Mark:
    """Return the mark from a page or an address; None where it is malformed."""
    parts = told.split(".")
    is_mark = all(part.isascii() and part.isdigit() and len(part) < MOST_DIGITS for part in parts)
    return tuple(map(int, parts)) if is_mark else ()
