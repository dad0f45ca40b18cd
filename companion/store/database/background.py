"""Background threads of the app."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

LAST_SECONDS = 10
"""Seconds for which it is waited for when the app is stopped."""


@contextmanager
def in_background(run: Callable[[Event], None], name: str) -> Iterator[None]:
    """Run this in a thread during this block; the event tells it to stop."""
    stopped = Event()
    thread = Thread(target=run, args=(stopped,), name=name, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join(LAST_SECONDS)
