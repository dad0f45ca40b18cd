"""Slow requests: a limit that leaves threads to other requests."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore
from typing import NoReturn

from flask import Flask, current_app
from werkzeug.exceptions import ServiceUnavailable

RETRY_SECONDS = 10
"""The Retry-After header of requests that were turned away, in seconds."""

_EXTENSION = "companion_long_work"


def register(app: Flask, threads: int) -> None:
    """Limit slow requests to half of the threads."""
    app.extensions[_EXTENSION] = BoundedSemaphore(max(1, threads // 2))


@contextmanager
def long_work() -> Iterator[None]:
    """Count this request as slow during the block, or during the view that it decorates.

    :raises ServiceUnavailable: too many slow requests are running.
    """
    places: BoundedSemaphore = current_app.extensions[_EXTENSION]
    if not places.acquire(blocking=False):
        turn_away("Companion is busy with other files and pictures.")
    try:
        yield
    finally:
        places.release()


def turn_away(why: str) -> NoReturn:
    """Refuse a request because of other work. ``why``: a sentence, to which "Try again in a moment." is added.

    :raises ServiceUnavailable: always.
    """
    raise ServiceUnavailable(f"{why} Try again in a moment.", retry_after=RETRY_SECONDS)
