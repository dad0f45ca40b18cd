"""What both APIs share: JSON requests and responses, and errors as RFC 9457 problems."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Response, abort, current_app, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge

from companion.core.strict_json import JsonError, read_object, write
from companion.core.words import listed

PREFIX: Final = "/api/v1"
MOST_BYTES: Final = 256 * 1024
"""The largest body of a request in bytes."""

CLUB_PREFIX = f"{PREFIX}/club"
"""The prefix of a club's API."""


def is_below(prefix: str) -> bool:
    """Return whether the requested path is ``prefix`` or lies below it."""
    return request.path == prefix or request.path.startswith(f"{prefix}/")


def json_body() -> dict[str, Any]:
    """Return the JSON object in the body of the request, whatever its content type.

    The request is aborted with 400 if the body is no JSON object, and with 413 if it is too large.
    """
    request.max_content_length = MOST_BYTES + 1  # one byte more, to notice a larger body that is sent without a length
    body = request.get_data(cache=False)
    if len(body) > MOST_BYTES:
        raise RequestEntityTooLarge
    try:
        return read_object(body)
    except JsonError as fault:
        abort(400, str(fault))


def json_response(body: object, status: int = 200) -> Response:
    """Return a JSON response."""
    return current_app.response_class(write(body), status=status, mimetype="application/json")


def problem_response(body: Mapping[str, Any]) -> Response:
    """Return an error response. ``body``: the problem with its ``status``."""
    headers = {"Cache-Control": "no-store"}
    return current_app.response_class(write(body), body["status"], headers, "application/problem+json")


def http_problem(error: HTTPException) -> Response | HTTPException:
    """Return the problem for an HTTP error; a redirect is returned unchanged."""
    if error.code is None or error.code < 400:
        return error
    response = problem_response(
        {"type": "about:blank", "title": error.name, "status": error.code, "detail": _error_sentence(error)}
    )
    for name, value in error.get_headers():
        response.headers.setdefault(name, value)
    return response


def _error_sentence(error: HTTPException) -> str:
    """Return the sentence that explains an HTTP error."""
    if isinstance(error, NotFound) and error is request.routing_exception:
        return "There is nothing at this address."
    if isinstance(error, MethodNotAllowed):
        return f"This address takes {listed(sorted(error.valid_methods or ()))}."
    if isinstance(error, RequestEntityTooLarge):
        return f"The body is larger than {MOST_BYTES // 1024} KiB."
    return error.description or error.name
