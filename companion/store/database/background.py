"""Background threads of the app."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

LAST_SECONDS = 10
"""Seconds to wait for a thread when the app stops."""


@contextmanager
def in_background(run: Callable[[Event], None], name: str) -> Iterator[None]:
    """Run a function in a thread during this block; it must return soon after its event is set."""
    stopped = Event()
    thread = Thread(target=run, args=(stopped,), name=name, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join(LAST_SECONDS)
