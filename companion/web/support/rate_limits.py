"""Rate limits by address: wrong codes and links, new clubs, files. Kept in memory, or in Redis or Valkey."""

import time
from threading import BoundedSemaphore
from typing import NoReturn

from flask import Flask, current_app, request
from limits import RateLimitItem, parse_many
from limits.errors import ConfigurationError, StorageError
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import MovingWindowRateLimiter
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from companion.address import one_address
from companion.core.words import counted
from companion.settings import SettingsError

WRONG_CODES = parse_many("8/minute;40/hour")
"""How many wrong codes or links an address may try."""

WRONG_EVERYWHERE = parse_many("60/minute;300/hour")
"""How many all addresses together may try before those that have failed are slowed down."""

UNGUESSABLE = 10
"""Letters of a code from which on all addresses together need no limit: see ``docs/hosting.md``."""

PAUSE = 2
"""Seconds for which a slowed try is kept waiting; one at a time, so that the others are answered meanwhile."""

WRONG_TOKENS = parse_many("120/minute;1200/hour")
"""How many wrong tokens a program's address may show: nobody guesses one, but a program left behind asks on and on."""

MOST_LET_IN = 4096
"""How many who came with a right code are remembered."""

CLOCK_SLACK = 5
"""Seconds by which a clock is put right now and then."""

NEW_CLUBS = parse_many("200/day")
"""How many clubs an address may start: a household has one address, and so has a school. One takes up a kilobyte."""

FILES = parse_many("10/minute;60/hour")
"""How many files an address may hand in: looking through one keeps the computer busy for seconds."""

AWAY_SECONDS = 1
"""Seconds after which a Redis or Valkey that does not answer counts as away."""

_EXTENSION = "companion_tries"


class RateLimits:
    """Counters of attempts by address.

    While their storage is away, codes are refused and all else is let through.
    """

    def __init__(self, threads: int, url: str = "", *, only_addresses: bool = False) -> None:
        """``only_addresses``: what all addresses do together slows nobody down; codes are too long to be guessed."""
        self._only_addresses = only_addresses
        self._storage = _storage_at(url)
        self._limiter = MovingWindowRateLimiter(self._storage)
        self._latest = time.time()
        self._places = BoundedSemaphore(1) if threads > 1 else None
        self._let_in: set[tuple[str, str]] = set()

    def before_code(self, code: str = "") -> None:
        """Wait or refuse before a code is tried. ``code``: one that was right before from this address passes.

        :raises TooManyRequests: too many wrong ones have come from this address.
        """
        if (_asker(), code) in self._let_in:
            return
        try:
            wait = self._seconds(WRONG_CODES, "codes", _asker())
            slow = not wait and not self._only_addresses and self._is_pressed() and self._has_failed()
        except StorageError as fault:
            _log_away(fault)
            raise ServiceUnavailable("No code can be tried just now. Wait a moment and try again.") from None
        if wait:
            _refuse("Too many wrong codes from here.", wait)
        if slow:
            self._slow_down()

    def right_code(self, code: str) -> None:
        """Remember that a code was right, so that a screen stays on whatever others mistype from its address."""
        if len(self._let_in) >= MOST_LET_IN:
            self._let_in.clear()
        self._let_in.add((_asker(), code))

    def wrong_code(self) -> None:
        """Count a wrong code or link."""
        current_app.logger.warning("A wrong code or link from %s.", (request.remote_addr or "nowhere")[:60])
        self._count(WRONG_CODES, "codes", _asker())
        self._count(WRONG_EVERYWHERE, "codes")

    def wrong_token(self) -> None:
        """Count a wrong token.

        :raises TooManyRequests: too many have come from this address.
        """
        wait = self._wait(WRONG_TOKENS, "tokens", _asker())
        if wait:
            _refuse("Too many wrong tokens from here.", wait)
        current_app.logger.warning("A wrong token from %s.", (request.remote_addr or "nowhere")[:60])
        self._count(WRONG_TOKENS, "tokens", _asker())

    def before_club(self) -> None:
        """Refuse if too many clubs were started.

        :raises TooManyRequests: this address has started many today.
        """
        wait = self._wait(NEW_CLUBS, "clubs", _asker())
        if wait:
            _refuse(f"{NEW_CLUBS[0].amount} clubs were started from here within a day, which is enough.", wait)

    def new_club(self) -> None:
        """Count a new club."""
        self._count(NEW_CLUBS, "clubs", _asker())

    def before_file(self) -> None:
        """Count an uploaded file, or refuse it.

        :raises TooManyRequests: this address has handed in many.
        """
        wait = self._wait(FILES, "files", _asker())
        if wait:
            _refuse("Many files have come from here.", wait)
        self._count(FILES, "files", _asker())

    def _is_pressed(self) -> bool:
        """Return whether all addresses together have tried many wrong codes."""
        return self._seconds(WRONG_EVERYWHERE, "codes") > 0

    def _has_failed(self) -> bool:
        """Return whether a wrong code has come from this address lately."""
        longest = WRONG_CODES[-1]
        return self._limiter.get_window_stats(longest, "codes", _asker()).remaining < longest.amount

    def _slow_down(self) -> None:
        if self._places is None or not self._places.acquire(blocking=False):
            _refuse("Many wrong codes are being tried just now.", PAUSE)
        try:
            time.sleep(PAUSE)
        finally:
            self._places.release()

    def _wait(self, limits: list[RateLimitItem], *what: str) -> int:
        """Return the seconds until the next attempt; 0: now, also while the storage is away."""
        try:
            return self._seconds(limits, *what)
        except StorageError as fault:
            _log_away(fault)
            return 0

    def _seconds(self, limits: list[RateLimitItem], *what: str) -> int:
        self._heed_clock()
        full = [limit for limit in limits if not self._limiter.test(limit, *what)]
        ends = [(limit, self._limiter.get_window_stats(limit, *what).reset_time) for limit in full]
        return max((min(max(1, int(end - time.time()) + 1), limit.get_expiry()) for limit, end in ends), default=0)

    def _heed_clock(self) -> None:
        """Forget all counts when the clock was set back: they would block for long."""
        now = time.time()
        if now < self._latest - CLOCK_SLACK and isinstance(self._storage, MemoryStorage):
            self._storage.reset()
        self._latest = now

    def _count(self, limits: list[RateLimitItem], *what: str) -> None:
        try:
            for limit in limits:
                self._limiter.hit(limit, *what)
        except StorageError as fault:
            _log_away(fault)


def _storage_at(url: str) -> Storage:
    """Return where attempts are counted.

    :raises SettingsError: the address is of nothing that can be used.
    """
    if not url:
        return MemoryStorage()
    try:
        options = {"socket_timeout": AWAY_SECONDS, "socket_connect_timeout": AWAY_SECONDS}
        return storage_from_string(url, wrap_exceptions=True, **options)  # type: ignore[return-value]
    except (ConfigurationError, ValueError) as fault:
        raise SettingsError(
            f"COMPANION_LIMITS_URL is not usable: {fault}. It takes pip install 'companion-cards[hosted]'."
        ) from None


def _log_away(fault: Exception) -> None:
    current_app.logger.warning("Attempts cannot be counted: %s", fault)


def _asker() -> str:
    return one_address(request.remote_addr or "nowhere")


def _refuse(why: str, seconds: int) -> NoReturn:
    raise TooManyRequests(f"{why} Wait {_in_words(seconds)} and try again.", retry_after=seconds)


def _in_words(seconds: int) -> str:
    if seconds <= 60:
        return "a minute" if seconds > 10 else "a moment"
    minutes = -(-seconds // 60)
    return counted(minutes, "minute") if minutes < 120 else counted(-(-minutes // 60), "hour")


def register(app: Flask, threads: int, url: str, letters: int) -> None:
    """Set up the counters. ``url``: where they are kept; empty: in memory; ``letters``: how long codes are."""
    app.extensions[_EXTENSION] = RateLimits(threads, url, only_addresses=letters >= UNGUESSABLE)


def rate_limits() -> RateLimits:
    """Return the counters of the current app."""
    found: RateLimits = current_app.extensions[_EXTENSION]
    return found
