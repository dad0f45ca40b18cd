"""The answers that cost next to nothing: to phones and screens that ask, again and again, whether a play still stands.

Before the app itself is asked, what was found out for the last who asked is enough for half a second. That is what lets
hundreds look on.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from flask import Response, request

from companion.store.belongings import belongings
from companion.store.drafts import Marks
from companion.store.watch import Asker, Watch

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SCREENS = "/s/"
"""Where screens are: they show no cookie, so all that look at one get the same."""

ASK_AGAIN, SHOWN = "Ask-Again", "Shown-Mark"
"""The headers that tell when to ask again, in milliseconds, and at which mark a page stands."""

ASKS_SAME = "/state"
"""How the address ends at which a phone asks whether its sheet still stands."""

NOTHING_NEW = [
    ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
]  # fmt: skip


class QuickAnswers:
    """Tells at once who was let in a moment ago; all others get what the app answers."""

    def __init__(self, app: "WSGIApplication", watch: Watch) -> None:
        self.app = app
        self.watch = watch

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """The quick answer, or the app's."""
        path: str = environ["PATH_INFO"]
        is_screen = path.startswith(SCREENS)
        if environ["REQUEST_METHOD"] != "GET" or not (is_screen or path.endswith(ASKS_SAME)):
            return self.app(environ, start_response)
        asker = asker_of(environ)
        known = self.watch.told(asker, shown_by(environ.get("QUERY_STRING", "")))
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

    def _kept(self, environ: "WSGIEnvironment", start_response: "StartResponse", asker: Asker) -> Iterable[bytes]:
        """The app's answer, kept for all others where it is a page that everybody gets."""
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
            self.watch.keep_page(asker, known[SHOWN], (mine, body))
        return [body]


def asker_of(environ: "WSGIEnvironment") -> Asker:
    """Who asks."""
    path: str = environ["PATH_INFO"]
    return path, "" if path.startswith(SCREENS) else environ.get("HTTP_COOKIE", "")


def shown_by(query: str) -> str:
    """The mark that somebody shows, by the address with which they ask; empty: none."""
    return next((part[5:] for part in query.split("&") if part.startswith("mark=")), "")


def watch() -> Watch:
    """Who looks at which play."""
    return belongings().watch


def let_in(marks: Marks, seconds: float, club_mark: int, before_mark: str = "") -> None:
    """Let who asks now ask about a play again, which was just read at these marks.

    ``club_mark``: that of the club when it was read that they may.
    """
    watch().let_in(asker_of(request.environ), marks.play, seconds, club_mark, before_mark)
    watch().note(marks.play, marks.sheet, marks.club)


def asked_about() -> str:
    """The mark that who asks now shows already; empty: none."""
    return shown_by(request.query_string.decode("latin-1"))


def asking_again(answer: Response, play: int) -> Response:
    """An answer that says when to ask about a play again."""
    answer.headers[ASK_AGAIN] = str(watch().ask_again(play))
    return answer
