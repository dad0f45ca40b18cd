"""The cache of marks: whether a play or a club has changed since a page was rendered.

Marks are cached for half a second, so changes by other processes are noticed that late; changes by this process are
noticed at once. If PostgreSQL notifies of every change (see ``listen_notify``), marks are cached until a notification.
A phone with a later mark than the cached one, from another process, is never answered from memory.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from threading import Lock
from typing import NamedTuple, TypeVar

K = TypeVar("K")
V = TypeVar("V")

PollerKey = tuple[str, str]
"""Identifies who polls what: the URL and the cookies of the request."""

Page = tuple[Sequence[tuple[str, str]], bytes]
"""Headers and body of a rendered answer."""

Mark = tuple[int, ...]
"""The change counters of a play or a club. Of two marks, the higher one is later."""

FRESH = 0.5
"""Seconds for which a mark that was read is trusted."""

FRESH_WITH_NOTIFICATIONS = 300.0
"""Seconds for which it is trusted while the database sends notifications."""

NOTIFIED_FOR = 15.0
"""Seconds for which the database is assumed to send notifications after it was last heard from."""

LIVELY, QUIET = 60, 900
"""Seconds since the last activity: up to ``LIVELY`` a round is being entered, after ``QUIET`` nothing happens."""

QUICK, USUAL, SLOW = 2000, 4000, 8000
"""Polling intervals in milliseconds: while a round is being entered, usually, and while nothing happens."""

MALFORMED_FROM_DIGITS = 20
"""A part of a mark with at least this many digits is malformed."""

MOST = 4096
"""How many plays and clubs, and how many pollers, are remembered."""


class Poller(NamedTuple):
    """Somebody who polls a play or a club; their membership was checked."""

    until: float
    """When membership must be checked again, by ``time.monotonic``."""

    watched: str
    """The key of the play or the club."""

    club_mark: int
    """The club's mark when membership was checked: it grows when somebody is removed."""

    mark_prefix: Mark
    """The first part of the page's mark; the mark of the play or the club follows it."""


class ReadMarks(NamedTuple):
    """The marks of a play or a club, as they were last read."""

    at: float
    """When they were read, by ``time.monotonic``."""

    mark: Mark
    club_mark: int
    club: int
    since: int
    """How many notifications had come before they were read."""


class PollAnswer(NamedTuple):
    """An answer to a poll from memory."""

    page: Page | None
    """The page as it is now; None: it has not changed."""

    ask_again: int
    """Milliseconds until the next poll."""


class PollCache:
    """Pollers, and the last known marks of plays and clubs, by key."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, most: int = MOST) -> None:
        """``most``: how many plays and clubs, and how many pollers, are remembered."""
        self._clock = clock
        self._most = most
        self._lock = Lock()
        self._pollers: dict[PollerKey, Poller] = {}
        self._marks: dict[str, ReadMarks] = {}
        self._latest_marks: dict[str, Mark] = {}
        """The highest mark of each, also after marks were forgotten."""

        self._active_at: dict[str, float] = {}
        """When something was last entered in each."""

        self._pages: dict[PollerKey, tuple[Mark, Page]] = {}
        """The page that was last rendered for each poller, with its mark."""

        self._notified_at: float | None = None
        """When the database was last heard from; None: it sends no notifications."""

        self._last_change: dict[int, int] = {}
        """The number of the last notification about each club."""

        self._forgotten_until = 0
        """The number of the notification up to which ``_last_change`` was cleared."""

        self.changes = 0
        """How many notifications there were."""

    def remember_poller(
        self, asker: PollerKey, watched: str, seconds: float, club_mark: int, mark_prefix: Mark = ()
    ) -> None:
        """Allow somebody to poll for ``seconds`` without another check of membership, unless the club's mark changes.

        ``watched``: the key of the play or the club; ``mark_prefix``: as in ``Poller``.
        """
        self._store(self._pollers, asker, Poller(self._clock() + seconds, watched, club_mark, mark_prefix))

    def store_marks(self, watched: str, mark: Mark, club_mark: int, club: int = 0, since: int = 0) -> None:
        """Store marks that were just read, unless later ones are stored already.

        A higher mark than before counts as activity, which shortens the polling interval.

        ``club``: the id of their club; ``since``: the value of ``changes`` before they were read.
        """
        last = self._latest_marks.get(watched, mark)
        if mark < last:
            return
        self._store(self._marks, watched, ReadMarks(self._clock(), mark, club_mark, club, since))
        if mark > last:
            self.note_activity(watched)
        self._store(self._latest_marks, watched, mark)

    def note_activity(self, watched: str) -> None:
        """Shorten the polling interval for a while, because something is being entered."""
        self._store(self._active_at, watched, self._clock())

    def poll_interval(self, watched: str) -> int:
        """Return the polling interval for a play or a club, in milliseconds; without known activity, the usual one."""
        moment = self._active_at.get(watched)
        since = LIVELY if moment is None else self._clock() - moment
        return QUICK if since < LIVELY else USUAL if since < QUIET else SLOW

    def cache_page(self, asker: PollerKey, page_mark: str, page: Page) -> None:
        """Cache a rendered page with its mark, for the next polls of the same poller."""
        self._store(self._pages, asker, (parse_mark(page_mark), page))

    def answer(self, asker: PollerKey, shown_mark: str) -> PollAnswer | None:
        """Return the cached answer to a poll from a page with this mark; None: membership or play must be read."""
        moment, poller = self._clock(), self._pollers.get(asker)
        if poller is None or poller.until <= moment:
            return None
        marks = self._marks.get(poller.watched)
        if marks is None or not self._is_still_valid(marks, moment) or marks.club_mark != poller.club_mark:
            return None
        current, shown = poller.mark_prefix + marks.mark, parse_mark(shown_mark)
        if shown == current:
            return PollAnswer(None, self.poll_interval(poller.watched))
        if shown > current:  # from another process: the marks here are too old
            return None
        page_mark, page = self._pages.get(asker) or ((), None)
        if page is None or page_mark != current:
            return None
        return PollAnswer(page, self.poll_interval(poller.watched))

    def _is_still_valid(self, marks: ReadMarks, moment: float) -> bool:
        """Return whether marks can be trusted: they are fresh, and no notification about their club has come since."""
        fresh = FRESH_WITH_NOTIFICATIONS if self._has_notifications(moment) else FRESH
        return moment - marks.at <= fresh and self._last_change.get(marks.club, self._forgotten_until) <= marks.since

    def _has_notifications(self, moment: float) -> bool:
        """Return whether the database was heard from lately, so that its notifications can be relied on."""
        return self._notified_at is not None and moment - self._notified_at < NOTIFIED_FOR

    def note_changes(self, changed: Iterable[int] = ()) -> None:
        """Record a notification from the database: since the last one, only these clubs have changed.

        Without clubs, it records that the connection is alive and nothing has changed.
        """
        with self._lock:
            self.changes += 1
            self._last_change.update(dict.fromkeys(changed, self.changes))
            if len(self._last_change) > self._most:
                self._last_change.clear()
                self._forgotten_until = self.changes
            self._notified_at = self._clock()

    def start_notifications(self) -> None:
        """Record that the database notifies of every change from now on, and forget the marks that were read before."""
        self.forget_marks()
        self.note_changes()

    def stop_notifications(self) -> None:
        """Record that the database no longer sends notifications."""
        self._notified_at = None

    def note_write(self) -> None:
        """Forget all marks after a write, unless the database notifies of it."""
        if not self._has_notifications(self._clock()):
            self.forget_marks()

    def forget_marks(self) -> None:
        """Forget all marks, because something was written."""
        with self._lock:
            self._marks.clear()

    def forget_pollers(self) -> None:
        """Forget all pollers, because somebody's access has changed."""
        with self._lock:
            self._pollers.clear()
            self._pages.clear()

    def _store(self, cache: dict[K, V], key: K, value: V) -> None:
        """Store a value in a cache; the oldest one is dropped if it is full."""
        with self._lock:
            cache.pop(key, None)
            if len(cache) >= self._most:
                del cache[next(iter(cache))]
            cache[key] = value


def mark_text(mark: Mark) -> str:
    """Format a mark for pages and URLs: ``12.3``."""
    return ".".join(map(str, mark))


def parse_mark(text: str) -> Mark:
    """Parse a mark from a page or a URL; empty if it is malformed."""
    parts = text.split(".")
    is_mark = all(part.isascii() and part.isdigit() and len(part) < MALFORMED_FROM_DIGITS for part in parts)
    return tuple(map(int, parts)) if is_mark else ()
