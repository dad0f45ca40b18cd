"""Rate limits by address: wrong codes and links, new clubs, uploads. Counters are in memory, or in Redis or Valkey."""

import time
from threading import BoundedSemaphore
from typing import NamedTuple, NoReturn

from flask import Flask, current_app, request
from limits import RateLimitItem, parse_many
from limits.errors import ConfigurationError, StorageError
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import MovingWindowRateLimiter
from werkzeug.exceptions import ServiceUnavailable, TooManyRequests

from companion.address import rate_limit_key
from companion.core.words import counted
from companion.settings import SettingsError

WRONG_CODES = parse_many("8/minute;40/hour")
"""How many wrong codes or links an address may try."""

WRONG_EVERYWHERE = parse_many("60/minute;300/hour")
"""How many wrong codes all addresses may try together before addresses with failures are slowed down."""

UNGUESSABLE = 10
"""From this length of codes on, there is no limit for all addresses together: see ``docs/hosting.md``."""

PAUSE = 2
"""For how many seconds a slowed-down attempt waits; one at a time, so that other requests get threads."""

MOST_RIGHT_CODES = 4096
"""How many right codes are remembered, with their addresses."""

CLOCK_SLACK = 5
"""How many seconds the clock may be set back without resetting the counters."""


class Limit(NamedTuple):
    """How often an address may do something."""

    what: str
    rates: list[RateLimitItem]
    refusal: str
    """The message when it is reached; ``{most}``: how often that is."""


WRONG_TOKENS = Limit("tokens", parse_many("120/minute;1200/hour"), "Too many wrong tokens from here.")
"""Wrong tokens. Nobody guesses a token, but forgotten programs keep asking."""

NEW_CLUBS = Limit(
    "clubs", parse_many("200/day"), "{most} clubs were started from here within a day, which is the most."
)
"""New clubs. A school can share one address; an empty club takes a kilobyte."""

FILES = Limit("files", parse_many("10/minute;60/hour"), "Too many files were sent from here.")
"""Uploaded files, since checking one takes seconds."""

AWAY_SECONDS = 1
"""Seconds after which a Redis or Valkey that does not answer counts as away."""

_EXTENSION = "companion_rate_limits"


class RateLimits:
    """Counters of attempts by address.

    While their storage is away, codes are refused, and everything else is allowed.
    """

    def __init__(self, threads: int, url: str = "", *, only_addresses: bool = False) -> None:
        """``threads``: of the server; if there is only one, attempts are refused instead of slowed down.

        ``url``: of the storage, empty for memory; ``only_addresses``: limit each address, but not all of them together,
        for codes that are too long to be guessed.
        """
        self._only_addresses = only_addresses
        self._storage = _storage_at(url)
        self._limiter = MovingWindowRateLimiter(self._storage)
        self._latest = time.time()
        """When the clock was last looked at, to notice if it is set back."""

        self._slowed_down = BoundedSemaphore(1) if threads > 1 else None
        """Held by the attempt that is being slowed down, one at a time."""

        self._right_codes: set[tuple[str, str]] = set()
        """Addresses with codes that were right."""

    def check_code_limit(self, code: str = "") -> None:
        """Check the limit on wrong codes before a code is tried.

        If many wrong codes come from all addresses together, one that has sent a wrong code itself has to wait. A known
        right ``code`` always passes.

        :raises TooManyRequests: too many wrong codes have come from this address, or others are waiting.
        :raises ServiceUnavailable: the storage of the counters is away.
        """
        if (_address(), code) in self._right_codes:
            return
        try:
            wait = self._seconds_to_wait(WRONG_CODES, "codes", _address())
            too_many_overall = not self._only_addresses and self._seconds_to_wait(WRONG_EVERYWHERE, "codes") > 0
            slow = not wait and too_many_overall and self._has_failed()
        except StorageError as fault:
            _log_away(fault)
            raise ServiceUnavailable("Codes cannot be checked now. Wait a moment and try again.") from None
        if wait:
            _refuse_request("Too many wrong codes from here.", wait)
        if slow:
            self._slow_down()

    def remember_right_code(self, code: str) -> None:
        """Remember a right code, so that wrong codes of other people at its address do not lock out a screen."""
        if len(self._right_codes) >= MOST_RIGHT_CODES:
            self._right_codes.clear()
        self._right_codes.add((_address(), code))

    def count_wrong_code(self) -> None:
        """Count a wrong code or link."""
        log_wrong_secret("code or link")
        self._count_attempt(WRONG_CODES, "codes", _address())
        self._count_attempt(WRONG_EVERYWHERE, "codes")

    def check(self, limit: Limit) -> None:
        """Refuse a request if its address has reached a limit, unless the storage is away.

        :raises TooManyRequests: the limit is reached.
        """
        try:
            wait = self._seconds_to_wait(limit.rates, limit.what, _address())
        except StorageError as fault:
            _log_away(fault)
            return
        if wait:
            _refuse_request(limit.refusal.format(most=limit.rates[0].amount), wait)

    def count(self, limit: Limit) -> None:
        """Count this request against a limit of its address."""
        self._count_attempt(limit.rates, limit.what, _address())

    def _has_failed(self) -> bool:
        """Return whether a wrong code has come from this address lately."""
        longest = WRONG_CODES[-1]
        return self._limiter.get_window_stats(longest, "codes", _address()).remaining < longest.amount

    def _slow_down(self) -> None:
        """Wait before an attempt, or refuse it if another one is waiting."""
        if self._slowed_down is None or not self._slowed_down.acquire(blocking=False):
            _refuse_request("Many wrong codes are being tried just now.", PAUSE)
        try:
            time.sleep(PAUSE)
        finally:
            self._slowed_down.release()

    def _seconds_to_wait(self, limits: list[RateLimitItem], *counter: str) -> int:
        """Return the seconds until the next attempt is allowed; 0: it is allowed now.

        ``counter``: what is counted, and the address unless all share the counter.
        """
        self._reset_if_clock_was_set_back()
        full = [limit for limit in limits if not self._limiter.test(limit, *counter)]
        ends = [(limit, self._limiter.get_window_stats(limit, *counter).reset_time) for limit in full]
        return max((min(max(1, int(end - time.time()) + 1), limit.get_expiry()) for limit, end in ends), default=0)

    def _reset_if_clock_was_set_back(self) -> None:
        """Reset all counters if the clock was set back, because they would block for too long."""
        now = time.time()
        if now < self._latest - CLOCK_SLACK and isinstance(self._storage, MemoryStorage):
            self._storage.reset()
        self._latest = now

    def _count_attempt(self, limits: list[RateLimitItem], *counter: str) -> None:
        """Count an attempt, unless the storage is away. ``counter``: as for ``_seconds_to_wait``."""
        try:
            for limit in limits:
                self._limiter.hit(limit, *counter)
        except StorageError as fault:
            _log_away(fault)


def _storage_at(url: str) -> Storage:
    """Return the storage of counters.

    :raises SettingsError: the address is unusable.
    """
    if not url:
        return MemoryStorage()
    try:
        options = {"socket_timeout": AWAY_SECONDS, "socket_connect_timeout": AWAY_SECONDS}
        return storage_from_string(url, wrap_exceptions=True, **options)  # type: ignore[return-value] # sync storages only, by the URL
    except (ConfigurationError, ValueError) as fault:
        raise SettingsError(
            f"COMPANION_LIMITS_URL cannot be used: {fault}. It needs pip install 'companion-cards[hosted]'."
        ) from None


def log_wrong_secret(kind: str) -> None:
    """Log a wrong secret of this kind, such as “token”, and the address that it came from."""
    current_app.logger.warning("A wrong %s from %s.", kind, (request.remote_addr or "nowhere")[:60])


def _log_away(fault: Exception) -> None:
    """Log that the storage of counters is away."""
    current_app.logger.warning("Rate limits are not available: %s", fault)


def _address() -> str:
    """Return the address by which this request is counted."""
    return rate_limit_key(request.remote_addr or "nowhere")


def _refuse_request(why: str, seconds: int) -> NoReturn:
    """Refuse a request because of a limit.

    :raises TooManyRequests: always.
    """
    raise TooManyRequests(f"{why} Wait {_in_words(seconds)} and try again.", retry_after=seconds)


def _in_words(seconds: int) -> str:
    """Describe a waiting time: ``a minute``, ``5 minutes``."""
    if seconds <= 60:
        return "a minute" if seconds > 10 else "a moment"
    minutes = -(-seconds // 60)
    return counted(minutes, "minute") if minutes < 120 else counted(-(-minutes // 60), "hour")


def register(app: Flask, threads: int, url: str, letters: int) -> None:
    """Set up the counters. ``url``: of their storage, empty for memory; ``letters``: the length of codes."""
    app.extensions[_EXTENSION] = RateLimits(threads, url, only_addresses=letters >= UNGUESSABLE)


def rate_limits() -> RateLimits:
    """Return the counters of the current app."""
    found: RateLimits = current_app.extensions[_EXTENSION]
    return found
