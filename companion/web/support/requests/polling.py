"""Answers to polls from memory, before they reach the app.

What one poll has read answers all others for half a second, so that hundreds of phones can watch a play.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Response, request

from companion.store.database.caches.poll_cache import Mark, PollCache, PollerKey, mark_text
from companion.store.database.runtime import runtime
from companion.web.access.guard import current_club_id, current_member
from companion.web.support.requests.compression import is_gzip_accepted

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SCREEN_PREFIX = "/s/"
"""The prefix of scoreboards' addresses. They need no cookie, so all screens at one address get the same answer."""

CHANGES_KEY = "companion.changes"
"""The WSGI environment key for the number of changes known before anything was read for a poll."""

ASK_AGAIN_HEADER, SHOWN_MARK_HEADER = "Ask-Again", "Shown-Mark"
"""The headers with the milliseconds until the next poll, and with the mark of the page that is sent."""

POLL_SUFFIX = "/state"
"""The end of addresses at which phones ask whether their page is up to date."""

MEMBERSHIP_SECONDS = 900
"""For how many seconds polls of a phone are answered from memory before its membership is checked again.

A phone that is taken out of a club changes the club's mark, so it is refused at once. The check records that the phone
was seen.
"""

NOTHING_NEW = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
]  # fmt: skip
"""The headers of the answer that nothing has changed."""


class PollMiddleware:
    """WSGI middleware that answers polls from memory, and passes on all other requests."""

    def __init__(self, app: "WSGIApplication", answers: PollCache) -> None:
        self.app = app
        self.answers = answers

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Return the cached answer, or the app's response; cached pages are for browsers that accept gzip."""
        if not is_poll(environ):
            return self.app(environ, start_response)
        environ[CHANGES_KEY] = self.answers.changes
        asker = poller_key(environ)
        known = self.answers.answer(asker, mark_in_query(environ.get("QUERY_STRING", "")))
        accepts_gzip = is_gzip_accepted(environ.get("HTTP_ACCEPT_ENCODING", ""))
        if known is None or (known.page is not None and not accepts_gzip):
            if accepts_gzip and environ["PATH_INFO"].startswith(SCREEN_PREFIX):
                return self._cached_response(environ, start_response, asker)
            return self.app(environ, start_response)
        ask_again = (ASK_AGAIN_HEADER, str(known.ask_again))
        if known.page is None:
            start_response("204 No Content", [*NOTHING_NEW, ask_again])
            return []
        headers, body = known.page
        start_response("200 OK", [*headers, ask_again])
        return [body]

    def _cached_response(
        self, environ: "WSGIEnvironment", start_response: "StartResponse", asker: PollerKey
    ) -> Iterable[bytes]:
        """Return the app's response, and cache it if it is a page that is the same for everybody."""
        started: list[Any] = []

        def remember_start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            """Start the response, and remember its status and headers."""
            started[:] = [status, headers]
            return start_response(status, headers, *more)

        pieces = self.app(environ, remember_start)
        try:
            body = b"".join(pieces)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
        status, headers = started
        known = dict(headers)
        if status.startswith("200") and SHOWN_MARK_HEADER in known and known.get("Content-Encoding") == "gzip":
            kept = [(name, value) for name, value in headers if name not in (ASK_AGAIN_HEADER, "Set-Cookie")]
            self.answers.cache_page(asker, known[SHOWN_MARK_HEADER], (kept, body))
        return [body]


def is_poll(environ: "WSGIEnvironment") -> bool:
    """Return whether a request is a poll, or asks for a scoreboard, which polls at its own address."""
    path: str = environ["PATH_INFO"]
    return environ["REQUEST_METHOD"] == "GET" and (path.startswith(SCREEN_PREFIX) or path.endswith(POLL_SUFFIX))


def poller_key(environ: "WSGIEnvironment") -> PollerKey:
    """Return what identifies the sender of a poll: path and cookies."""
    path: str = environ["PATH_INFO"]
    return path, "" if path.startswith(SCREEN_PREFIX) else environ.get("HTTP_COOKIE", "")


def mark_in_query(query: str) -> str:
    """Return the mark in the query of a poll; empty if there is none."""
    return next((part[5:] for part in query.split("&") if part.startswith("mark=")), "")


def remember_access(watched: str, seconds: float, club_mark: int, mark_prefix: Mark = ()) -> None:
    """Allow polls of this device to be answered from memory for ``seconds`` seconds.

    ``watched``: the key of the play or club; ``club_mark``: the club's change counter when access was checked;
    ``mark_prefix``: what comes before the mark of the play or club in the mark of the page.
    """
    runtime().polls.remember_poller(poller_key(request.environ), watched, seconds, club_mark, mark_prefix)


def store_marks(watched: str, mark: Mark, club_mark: int, club: int) -> None:
    """Store the marks that this request has read, for answers to other polls."""
    runtime().polls.store_marks(watched, mark, club_mark, club, request.environ[CHANGES_KEY])


def not_modified(watched: str, mark: Mark, club_mark: int) -> Response | None:
    """Return the answer that nothing has changed; None if the phone shows an older mark.

    Other polls are then answered from memory by what this one has read. ``watched``: the key of the play or club that
    was just read at ``mark``, with its club at ``club_mark``.
    """
    remember_access(watched, MEMBERSHIP_SECONDS, current_member().club_mark)
    store_marks(watched, mark, club_mark, current_club_id())
    return with_poll_interval(Response(status=204), watched) if shown_mark() == mark_text(mark) else None


def shown_mark() -> str:
    """Return the mark that the polling phone shows; empty if there is none."""
    return mark_in_query(request.query_string.decode("latin-1"))


def with_poll_interval(answer: Response, watched: str) -> Response:
    """Add the header that says when to poll again. ``watched``: the key of the play or club that is polled."""
    answer.headers[ASK_AGAIN_HEADER] = str(runtime().polls.poll_interval(watched))
    return answer
