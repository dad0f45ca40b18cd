"""Error pages: a sentence each, and a way on."""

from typing import Any

from flask import Flask, g, render_template, request
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException

TITLES = {
    400: "That did not arrive as it should",
    403: "Not from this phone",
    404: "There is nothing here",
    405: "That cannot be done here",
    413: "That is too much at once",
    429: "Too many tries",
    500: "That should not have happened",
}
SENTENCES = {
    400: "Go back, load the page again and send it once more. Nothing was changed.",
    404: "The page does not exist, or this phone has not joined the club that it belongs to.",
    405: "Go back and use the page's own buttons.",
    413: "What was sent is far larger than any round. Nothing was changed.",
    500: "Nothing that was saved is lost. Go back and try again; if it happens again, please report it.",
}


def register(app: Flask) -> None:
    """Show errors of the pages as pages, and tell faults in the log without what opens a club."""

    def log_exception(exc_info: Any) -> None:
        app.logger.error("A fault in %s [%s]", request.url_rule or "no page", request.method, exc_info=exc_info)

    app.log_exception = log_exception  # type: ignore[method-assign]
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(HTTPException, _page)


def _stale_form(_: Exception) -> tuple[str, int]:
    sentence = "This page was open for another visit. Load it again; what you typed is kept on the phone."
    # To a phone of the club the form is given back, to be sent again with the token of this visit.
    typed = [pair for pair in request.form.items(multi=True) if pair[0] != "csrf_token"] if "member" in g else None
    return render_template("error.html", title=TITLES[400], sentence=sentence, code=400, typed=typed), 400


def _page(error: Exception) -> tuple[str, int, dict[str, str]]:
    if not isinstance(error, HTTPException) or error.code is None or error.code < 400:
        raise error
    code = error.code
    own = error.description if code in (403, 429) else None
    sentence = own or SENTENCES.get(code) or error.description or ""
    page = render_template("error.html", title=TITLES.get(code, error.name), sentence=sentence, code=code)
    return page, code, _when(error)


def _when(error: HTTPException) -> dict[str, str]:
    """The header that tells programs when to come again, where there is such a time."""
    return {name: value for name, value in error.get_headers() if name == "Retry-After"}
