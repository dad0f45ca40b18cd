"""Answers to polls from memory, before the app is asked.

Before the app itself is asked, what was found out for the last who asked is enough for half a second. That is what lets
hundreds look on.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Response, request

from companion.store.database.poll_cache import Mark, PollCache, PollerKey, mark_text
from companion.store.database.runtime import runtime
from companion.web.access.guard import here

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SCREENS = "/s/"
"""Where screens are: they show no cookie, so all that look at one get the same."""

CHANGES = "companion.changes"
"""Where a poll keeps how many changes were heard of before anything was read for it."""

ASK_AGAIN, SHOWN = "Ask-Again", "Shown-Mark"
"""The headers that tell when to ask again, in milliseconds, and at which mark a page stands."""

ASKS_SAME = "/state"
"""How the address ends at which a phone asks whether its page still stands."""

STAYS_IN = 60
"""Seconds for which the polls of a phone are answered from memory before its membership is checked again."""

NOTHING_NEW = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
]  # fmt: skip


class QuickAnswers:
    """WSGI middleware that answers polls from memory; everything else goes to the app."""

    def __init__(self, app: "WSGIApplication", watch: PollCache) -> None:
        self.app = app
        self.watch = watch

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Return the cached answer, or the app's."""
        path: str = environ["PATH_INFO"]
        is_screen = path.startswith(SCREENS)
        if environ["REQUEST_METHOD"] != "GET" or not (is_screen or path.endswith(ASKS_SAME)):
            return self.app(environ, start_response)
        environ[CHANGES] = self.watch.changes
        asker = asker_of(environ)
        known = self.watch.answer(asker, shown_by(environ.get("QUERY_STRING", "")))
        packs = "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")
        if known is None or (known.page is not None and not packs):
            keeps = is_screen and packs
            return self._kept(environ, start_response, asker) if keeps else self.app(environ, start_response)
        ask_again = (ASK_AGAIN, str(known.ask_again))
        if known.page is None:
            start_response("204 No Content", [*NOTHING_NEW, ask_again])
            return []
        headers, body = known.page
        start_response("200 OK", [*headers, ask_again])
        return [body]

    def _kept(self, environ: "WSGIEnvironment", start_response: "StartResponse", asker: PollerKey) -> Iterable[bytes]:
        """Return the app's response, cached if everybody gets the same."""
        begun: list[Any] = []

        def begin(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            begun[:] = [status, headers]
            return start_response(status, headers, *more)

        pieces = self.app(environ, begin)
        try:
            body = b"".join(pieces)
        finally:
            if hasattr(pieces, "close"):
                pieces.close()
        status, headers = begun
        known = dict(headers)
        if status.startswith("200") and SHOWN in known and known.get("Content-Encoding") == "gzip":
            mine = [(name, value) for name, value in headers if name not in (ASK_AGAIN, "Set-Cookie")]
            self.watch.cache_page(asker, known[SHOWN], (mine, body))
        return [body]


def asker_of(environ: "WSGIEnvironment") -> PollerKey:
    """Return who sent the request."""
    path: str = environ["PATH_INFO"]
    return path, "" if path.startswith(SCREENS) else environ.get("HTTP_COOKIE", "")


def shown_by(query: str) -> str:
    """Return the mark in the address of a poll; empty: none."""
    return next((part[5:] for part in query.split("&") if part.startswith("mark=")), "")


def watch() -> PollCache:
    """Return the watch of the current app."""
    return runtime().polls


def let_in(watched: str, seconds: float, club_mark: int, before_mark: Mark = ()) -> None:
    """Answer the next polls of this device from memory.

    ``club_mark``: that of the club when it was read that they may ask.
    """
    watch().remember_poller(asker_of(request.environ), watched, seconds, club_mark, before_mark)


def note(watched: str, mark: Mark, club_mark: int, club: int) -> None:
    """Store marks that this request has read."""
    watch().store_marks(watched, mark, club_mark, club, request.environ[CHANGES])


def still_stands(watched: str, mark: Mark, club_mark: int) -> Response | None:
    """Return the answer for a phone that shows this mark already; None: it shows another one.

    ``watched``: the key of the play or the club that was just read at this mark, and the club at ``club_mark``.
    """
    let_in(watched, STAYS_IN, here().club_mark)
    note(watched, mark, club_mark, here().club_id)
    return asking_again(Response(status=204), watched) if asked_about() == mark_text(mark) else None


def asked_about() -> str:
    """Return the mark that the asking phone shows; empty: none."""
    return shown_by(request.query_string.decode("latin-1"))


def asking_again(answer: Response, watched: str) -> Response:
    """Return a response that says when to poll again."""
    answer.headers[ASK_AGAIN] = str(watch().poll_interval(watched))
    return answer
