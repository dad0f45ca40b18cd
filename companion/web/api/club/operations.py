"""Registration of the club API's operations; reading and the document follow from the types that a view declares."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from flask import Response

from companion.web.api.answers import json_response
from companion.web.api.bodies import Answer
from companion.web.api.club.access import club_api
from companion.web.api.club.answers import to_json
from companion.web.api.club.idempotency import write_once
from companion.web.api.club.read_requests import read_request
from companion.web.api.club.requests import RequestData

View = TypeVar("View", bound=Callable[..., Any])


class Operation(NamedTuple):
    """An operation for the OpenAPI document."""

    method: str
    path: str
    view: Callable[..., Any]
    """Its name and the first line of its docstring are those of the operation in the document."""

    sent: type[RequestData]
    """The type of its body or query."""
    answer: type[Answer]
    status: int = 200


OPERATIONS: list[Operation] = []


def _add_operation(operation: Operation, respond: Callable[..., Response]) -> None:
    """Add an operation to the document, and serve it. ``respond``: the Flask view."""
    OPERATIONS.append(operation)
    club_api.add_url_rule(operation.path, operation.view.__name__, respond, methods=[operation.method])


def get(path: str, answers: type[Answer], sends: type[RequestData] = RequestData) -> Callable[[View], View]:
    """Register a view that answers a GET. The view gets what was sent, then the arguments from the path."""

    def register(view: View) -> View:
        """Add the view as an operation and return it unchanged."""

        def respond(**where: str) -> Response:  # where: arguments from the path
            sent, _ = read_request(sends)
            return json_response(to_json(answers, view(sent, **where)))

        _add_operation(Operation("GET", path, view, sends, answers), respond)
        return view

    return register


def write(
    method: str, path: str, sends: type[RequestData], answers: type[Answer], status: int = 200,
    find: Callable[[str], Any] | None = None,
) -> Callable[[View], View]:  # fmt: skip
    """Register a view that writes once per ``client_id``.

    ``find``: looks up what the ``key`` in the path names. The view gets this first, then what was sent, then the other
    arguments from the path.
    """

    def register(view: View) -> View:
        """Add the view as an operation and return it unchanged."""

        def respond(**where: Any) -> Response:
            about = (find(where.pop("key")),) if find else ()
            sent: Any
            sent, raw = read_request(sends)
            body = {**raw, "client_id": sent.client_id}
            return write_once(body, answers, status, lambda: view(*about, sent, **where), *about)

        _add_operation(Operation(method, path, view, sends, answers, status), respond)
        return view

    return register
