"""What those who look at a play are told without asking the database: whether it still stands as they show it.

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

FRESH = 0.5
"""Seconds for which a mark is taken to be the mark still."""

LIVELY, QUIET = 60, 900
"""Seconds after something was put down or typed: so long a round is being written; after so many, nothing happens."""

QUICK, USUAL, SLOW = 2000, 4000, 8000
"""Milliseconds until a phone asks again: while a round is being written, else, and where nothing happens."""

MOST = 4096
"""How many plays, and how many who ask, are remembered."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who asks about a play, and was let in."""

    until: float
    """By ``time.monotonic``."""

    play: int
    club_mark: int
    """The mark of the play's club when they were found to be in it: it goes up with everybody who is taken out."""

    before_mark: str
    """What stands before the play's mark in what they show."""


@dataclass(frozen=True, slots=True)
class PlayMarks:
    """The marks of a play and its club when they were last read."""

    at: float
    """By ``time.monotonic``."""

    mark: int
    club_mark: int


@dataclass(frozen=True, slots=True)
class Known:
    """What somebody who asks can be told at once."""

    page: Page | None
    """What they are to show instead; None: it is the same."""

    ask_again: int


class Watch:
    """Who looks at which play, and how it stands."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._guests: dict[Asker, Guest] = {}
        self._standing: dict[int, PlayMarks] = {}
        self._last: dict[int, int] = {}
        self._stirred: dict[int, float] = {}
        self._pages: dict[Asker, tuple[str, Page]] = {}

    def let_in(self, asker: Asker, play: int, seconds: float, club_mark: int, before_mark: str = "") -> None:
        """Let somebody ask about a play so long without being looked at again, unless the club's mark changes."""
        self._keep(self._guests, asker, Guest(self._clock() + seconds, play, club_mark, before_mark))

    def note(self, play: int, mark: int, club_mark: int) -> None:
        """Note that a play was just read at this mark; one earlier than before was read by who was slower."""
        last = self._last.get(play, mark)
        if mark < last:
            return
        self._keep(self._standing, play, PlayMarks(self._clock(), mark, club_mark))
        if mark > last:
            self.stir(play)
        self._keep(self._last, play, mark)

    def stir(self, play: int) -> None:
        """Something is being put down or typed for a play: its phones ask more often for a while."""
        self._keep(self._stirred, play, self._clock())

    def ask_again(self, play: int) -> int:
        """Milliseconds until who looks at a play asks again."""
        moment = self._stirred.get(play)
        since = LIVELY if moment is None else self._clock() - moment
        return QUICK if since < LIVELY else USUAL if since < QUIET else SLOW

    def keep_page(self, asker: Asker, shown: str, page: Page) -> None:
        """What somebody is to show at a mark, for all others with the same address."""
        self._keep(self._pages, asker, (shown, page))

    def told(self, asker: Asker, shown: str) -> Known | None:
        """What can be told at once to who shows a play at a mark; None: they have to be looked at, or the play."""
        moment, guest = self._clock(), self._guests.get(asker)
        found = self._standing.get(guest.play) if guest is not None and guest.until > moment else None
        if guest is None or found is None or moment - found.at > FRESH or found.club_mark != guest.club_mark:
            return None
        stands = f"{guest.before_mark}{found.mark}"
        if shown == stands:
            return Known(None, self.ask_again(guest.play))
        if _in_order(shown) > _in_order(stands):
            return None
        kept = self._pages.get(asker)
        return Known(kept[1], self.ask_again(guest.play)) if kept is not None and kept[0] == stands else None

    def forget_marks(self) -> None:
        """Something was written: how plays stand has to be looked at anew."""
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


def _in_order(mark: str) -> list[int]:
    """A mark as its numbers, of which a later mark has higher ones; none for what is no mark."""
    parts = mark.split(".")
    return [int(part) for part in parts] if all(part.isascii() and part.isdigit() for part in parts) else []
