"""Background threads of the app."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Event, Thread

LAST_SECONDS = 10
"""Seconds to wait for a thread when the app stops."""


@contextmanager
def in_background(run: Callable[[Event], None], name: str) -> Iterator[None]:
    """Run a function in a thread during this block.

    The function gets an event, which is set when the ``with`` block ends; it must then return soon.
    """
    stopped = Event()
    thread = Thread(target=run, args=(stopped,), name=name, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join(LAST_SECONDS)


def repeat_in_background(act: Callable[[], object], seconds: float, name: str) -> AbstractContextManager[None]:
    """Call a function at once and then every ``seconds`` seconds, in a thread during this block."""

    def run(stopped: Event) -> None:
        """Call the function until the event is set."""
        act()
        while not stopped.wait(seconds):
            act()

    return in_background(run, name)
