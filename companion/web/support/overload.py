"""Refusing at once what has waited too long for a thread, so that a server that cannot keep up answers all the same."""

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from companion.store.database.poll_cache import SLOW
from companion.web.support.polling import ASK_AGAIN, ASKS_SAME, SCREENS
from companion.web.support.requests_seen import RULE

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

STARTED: Final = "HTTP_X_REQUEST_START"
"""When the proxy had the request: ``t=1700000000.123``, in seconds, or milliseconds or microseconds."""

POLL_WAITS, PAGE_WAITS, SAVE_WAITS = 0.25, 0.5, 0.9
"""Seconds that a poll, a page and anything sent may have waited: what is refused first is missed least."""

COME_BACK: Final = 2
"""Seconds after which a page or a form may be asked for again."""

NO_CLOCK: Final = 60
"""A wait longer than this many seconds is taken for clocks that differ."""

OVERLOADED: Final = "Overloaded"
"""The header by which the script knows that nothing was done, and sends the form again until it is."""

PAGE: Final = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Not just now</title>
<meta name="viewport" content="width=device-width"><h1>Not just now</h1>
<p>More is asked of this server than it can answer. Nothing was changed. Wait a moment and try again.</p></html>
"""
PROBLEM: Final = (
    b'{"type":"about:blank","title":"Not now","status":503,'
    b'"detail":"More is asked of this server than it can answer. Nothing was changed. Try again in a moment."}\n'
)


class Shedding:
    """WSGI middleware that answers 503 to what has waited too long, before anything is done for it.

    Its proxy has to be trusted: the time is that of its header.
    """

    def __init__(self, app: "WSGIApplication", clock: Callable[[], float] = time.time) -> None:
        self._app = app
        self._clock = clock
        self._since = clock()
        """What came before this process was there has not waited because of others."""

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer a request, or refuse it."""
        began = moment_in(environ.get(STARTED, ""))
        if began is None:
            return self._app(environ, start_response)
        waited = self._clock() - max(began, self._since)
        if _patience(environ) < waited < NO_CLOCK:
            environ[RULE] = "overloaded"
            return _refused(environ, start_response)
        return self._app(environ, start_response)


def moment_in(text: str) -> float | None:
    """Return the time in a header, in seconds; None: there is none."""
    try:
        number = float(text.removeprefix("t="))
    except ValueError:
        return None
    for unit in (1_000_000, 1_000):
        if number > unit * 1e9:
            return number / unit
    return number


def _is_poll(environ: "WSGIEnvironment") -> bool:
    path: str = environ["PATH_INFO"]
    return environ["REQUEST_METHOD"] == "GET" and (path.endswith(ASKS_SAME) or path.startswith(SCREENS))


def _patience(environ: "WSGIEnvironment") -> float:
    if _is_poll(environ):
        return POLL_WAITS
    return PAGE_WAITS if environ["REQUEST_METHOD"] in ("GET", "HEAD") else SAVE_WAITS


def _refused(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    is_api = environ["PATH_INFO"].startswith("/api/")
    body = PROBLEM if is_api else PAGE
    headers = [
        ("Content-Type", "application/problem+json" if is_api else "text/html; charset=utf-8"),
        ("Content-Length", str(len(body))),
        ("Content-Security-Policy", "default-src 'none'"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-store"),
        ("Retry-After", str(COME_BACK)),
        (OVERLOADED, "yes"),
    ]
    if _is_poll(environ):
        headers.append((ASK_AGAIN, str(SLOW)))
    start_response("503 Service Unavailable", headers)
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]
