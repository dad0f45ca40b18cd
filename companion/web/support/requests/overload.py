"""Load shedding: requests that have waited too long for a thread are refused at once."""

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from werkzeug.wrappers import Response

from companion.store.database.caches.poll_cache import SLOW
from companion.web.support.requests.hosts import BARE_HEADERS
from companion.web.support.requests.monitoring import RULE
from companion.web.support.requests.polling import ASK_AGAIN_HEADER, is_poll

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

STARTED_HEADER: Final = "HTTP_X_REQUEST_START"
"""The header with the time at which the proxy got the request: ``t=1700000000.123``, in seconds, ms or µs."""

POLL_WAITS, PAGE_WAITS, SAVE_WAITS = 0.25, 0.5, 0.9
"""How many seconds a poll, a page and a form may have waited. The least important requests are refused first."""

RETRY_SECONDS: Final = 2
"""The Retry-After header of refused requests, in seconds."""

HEALTH: Final = ("/healthz", "/readyz")
"""Paths that are always answered: a server that refuses requests is not down."""

MOST_BELIEVED: Final = 60
"""Longer waits, in seconds, are attributed to clocks that differ."""

OVERLOADED: Final = "Overloaded"
"""The header that tells the script that nothing was done, so that it sends the form again."""

PAGE: Final = b"""<!doctype html><html lang="en"><meta charset="utf-8"><title>Not available just now</title>
<meta name="viewport" content="width=device-width"><h1>Not available just now</h1>
<p>The server is overloaded at the moment. Nothing was changed. Wait a moment and try again.</p></html>
"""
PROBLEM: Final = (
    b'{"type":"about:blank","title":"Not now","status":503,'
    b'"detail":"The server is overloaded at the moment. Nothing was changed. Try again in a moment."}\n'
)


class LoadShedding:
    """WSGI middleware that answers 503 to requests that have waited too long.

    The proxy in front has to be trusted, since the time comes from its header.
    """

    def __init__(self, app: "WSGIApplication", clock: Callable[[], float] = time.time) -> None:
        self._app = app
        self._clock = clock
        self._since = clock()
        """When this process started: earlier waiting was not caused by load."""

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Return the app's response, or the refusal."""
        began = moment_in(environ.get(STARTED_HEADER, ""))
        if began is None or environ["PATH_INFO"] in HEALTH:
            return self._app(environ, start_response)
        waited = self._clock() - max(began, self._since)
        if _longest_wait(environ) < waited < MOST_BELIEVED:
            environ[RULE] = "overloaded"
            return _refusal(environ, start_response)
        return self._app(environ, start_response)


def moment_in(text: str) -> float | None:
    """Return the time in a header, in seconds; None if there is none. Proxies also write milli- or microseconds."""
    try:
        number = float(text.removeprefix("t="))
    except ValueError:
        return None
    for unit in (1_000_000, 1_000):
        if number > unit * 1e9:
            return number / unit
    return number


def _longest_wait(environ: "WSGIEnvironment") -> float:
    """Return how many seconds a request may have waited."""
    if is_poll(environ):
        return POLL_WAITS
    return PAGE_WAITS if environ["REQUEST_METHOD"] in ("GET", "HEAD") else SAVE_WAITS


def _refusal(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
    """Return the 503 response as a page or a problem."""
    is_api = environ["PATH_INFO"].startswith("/api/")
    body, kind = (PROBLEM, "application/problem+json") if is_api else (PAGE, "text/html")
    headers = {**BARE_HEADERS, "Retry-After": str(RETRY_SECONDS), OVERLOADED: "yes"}
    if is_poll(environ):
        headers[ASK_AGAIN_HEADER] = str(SLOW)
    return Response(body, 503, headers, kind)(environ, start_response)
