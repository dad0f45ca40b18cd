"""Error handlers: pages with a sentence and a way on, and the submitted form where it can be sent again."""

from collections.abc import Callable, Sequence
from typing import Any

from flask import (
    Flask,
    Response,
    current_app,
    flash,
    g,
    get_flashed_messages,
    redirect,
    render_template,
    request,
)
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from werkzeug.exceptions import HTTPException, NotFound

from companion.core.data_files import read_toml
from companion.store.club.quota import QuotaReachedError
from companion.store.database.base import db
from companion.store.database.runtime import runtime
from companion.store.database.trouble import SENTENCES, DatabaseBusyError, TroubleKind, seconds_to_wait, trouble_of
from companion.store.plays.edits.play_results import NoSuchRoundError
from companion.web.support.form_base import FormRefusedError

_TEXTS = read_toml(__package__, "errors.toml")
"""Title and sentence of error pages by status, and what to do about trouble with the database as ``advice``."""

DATABASE_ERRORS = (DBAPIError, NoConnection, DatabaseBusyError)
"""The exceptions that mean trouble with the database or its disk."""


def register(app: Flask) -> None:
    """Register the error handlers, and log exceptions without secret parts of addresses."""

    def log_exception(exc_info: Any) -> None:
        app.logger.error("A fault in %s [%s]", request.url_rule or "no page", request.method, exc_info=exc_info)

    app.log_exception = log_exception  # type: ignore[method-assign] # Flask's only hook for logging exceptions
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(HTTPException, http_error)
    app.register_error_handler(
        QuotaReachedError, lambda error: (_error_page("The club is full", str(error), sent=submitted_fields()), 403)
    )
    app.register_error_handler(
        FormRefusedError, lambda _: (g.pop("show_again")(), 422 if request.method == "POST" else 200)
    )
    app.register_error_handler(NoSuchRoundError, lambda _: http_error(NotFound()))
    for trouble in DATABASE_ERRORS:
        app.register_error_handler(trouble, _trouble_response)


def _stale_form(_: Exception) -> tuple[str, int]:
    """Return the page for a form with an outdated CSRF token, or from a browser that keeps no cookies.

    Only members of the club get their input back, to send it again with a new token.
    """
    sentence = "This page was opened before the phone joined or left the club. Reload it; what you typed is kept."
    if not request.cookies:
        sentence = "This browser keeps no cookies, but a club knows its phones by them. Allow them and reload the page."
    # Without membership, the input may come from another site.
    return _error_page(_TEXTS["400"]["title"], sentence, sent=submitted_fields() if "member" in g else ()), 400


def submitted_fields() -> list[tuple[str, str]]:
    """Return all fields of the submitted form except the CSRF token."""
    return [pair for pair in request.form.items(multi=True) if pair[0] != "csrf_token"]


def _error_page(title: str, sentence: str, *, sent: Sequence[tuple[str, str]] = (), may_pass: bool = False) -> str:
    """Render an error page. ``sent``: fields that can be sent again; ``may_pass``: trying again may help."""
    return render_template("error.html", title=title, sentence=sentence, sent=sent, may_pass=may_pass, member=None)


def http_error(error: Exception, explanation: str = "") -> ResponseReturnValue:
    """Return the page for an HTTP error. ``explanation``: instead of the usual sentence.

    The GET of an address that only takes forms is redirected to the page above.
    """
    if not isinstance(error, HTTPException) or error.code is None or error.code < 400:
        raise error
    code = error.code
    if code == 405 and request.method in ("GET", "HEAD"):
        return redirect(_page_above(request.path))
    usual = _TEXTS.get(str(code), {})
    sentence = explanation or usual.get("sentence") or error.description or ""
    title = getattr(error, "title", None) or usual.get("title", error.name)
    page = _error_page(title, sentence, sent=submitted_fields() if code == 503 else (), may_pass=code == 503)
    return page, code, {name: value for name, value in error.get_headers() if name == "Retry-After"}


def _page_above(path: str) -> str:
    """Return the nearest address above that accepts GET, for browsers that reopen the address of a form."""
    known = current_app.create_url_adapter(request)
    while known is not None and path:
        path = path.rpartition("/")[0]
        if known.test(path or "/", "GET"):
            break
    return f"{request.root_path}{path or '/'}"


# Trouble with the database or its disk.


def hide_refusal(response: Response) -> Response:
    """Replace status 422 by 200 with a header ``Refused`` if the script sent the form.

    Browsers would log the 422 as an error in their console.
    """
    if response.status_code == 422 and request.headers.get("Sent-By") == "page":
        response.headers["Refused"] = "422"
        response.status_code = 200
    return response


def trouble_in(error: Exception) -> TroubleKind:
    """Return what is wrong with the database or its disk, and log it; any other error is raised again.

    The session of this request is dropped, as its connection may be lost.
    """
    trouble = trouble_of(error, runtime().paths.database)
    if trouble is None:
        raise error
    db.session.remove()
    current_app.logger.error("%s (%s)", SENTENCES[trouble], str(getattr(error, "orig", None) or error).strip())
    return trouble


def explain(trouble: TroubleKind) -> str:
    """Return in words what is wrong with the database or its disk, and what to do about it."""
    return f"{SENTENCES[trouble]} {_TEXTS['advice'][trouble]}"


def _trouble_response(error: Exception) -> ResponseReturnValue:
    """Return the page for trouble with the database, if possible with the submitted form."""
    trouble = trouble_in(error)
    title = "Not saved" if request.method == "POST" else "This page cannot be shown now"
    form_again = _form_again(explain(trouble))
    page = form_again or _error_page(title, explain(trouble), sent=submitted_fields(), may_pass=True)
    return page, 503, {"Retry-After": str(seconds_to_wait(trouble))}


def _form_again(message: str) -> str | None:
    """Render the submitted form again with everything that was typed; None if there is no form, or rendering fails."""
    show: Callable[[], str] | None = g.pop("show_again", None)
    if show is None:
        return None
    flash(message, "fault")
    try:
        return show()
    except DATABASE_ERRORS:
        get_flashed_messages()  # the error page has the message
        return None
