"""Registration of the club API's operations; reading and the document follow from the types that a view declares."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from flask import Response

from companion.web.api.answers import json_response
from companion.web.api.bodies import Answer
from companion.web.club_api.access import club_api
from companion.web.club_api.answers import json_of
from companion.web.club_api.idempotency import write_once
from companion.web.club_api.reading import read_sent
from companion.web.club_api.requests import Sent

View = TypeVar("View", bound=Callable[..., Any])


class Operation(NamedTuple):
    """An operation for the OpenAPI document."""

    method: str
    path: str
    view: Callable[..., Any]
    """Its name and the first line of its docstring are those of the operation in the document."""

    sent: type[Sent]
    """The type of its body or query."""
    answer: type[Answer]
    status: int = 200


OPERATIONS: list[Operation] = []


def _serve(operation: Operation, respond: Callable[..., Response]) -> None:
    """Add an operation to the document, and serve it. ``respond``: the Flask view."""
    OPERATIONS.append(operation)
    club_api.add_url_rule(operation.path, operation.view.__name__, respond, methods=[operation.method])


def get(path: str, answers: type[Answer], sends: type[Sent] = Sent) -> Callable[[View], View]:
    """Register a view that answers a GET. The view gets what was sent, then the arguments from the path."""

    def register(view: View) -> View:
        def respond(**where: str) -> Response:
            sent, _ = read_sent(sends)
            return json_response(json_of(answers, view(sent, **where)))

        _serve(Operation("GET", path, view, sends, answers), respond)
        return view

    return register


def write(
    method: str, path: str, sends: type[Sent], answers: type[Answer], status: int = 200,
    find: Callable[[str], Any] | None = None,
) -> Callable[[View], View]:  # fmt: skip
    """Register a view that writes once per ``client_id``. ``find``: looks up the object of the ``key`` in the path."""

    def register(view: View) -> View:
        def respond(**where: Any) -> Response:
            about = (find(where.pop("key")),) if find else ()
            sent: Any
            sent, raw = read_sent(sends)
            body = {**raw, "client_id": sent.client_id}
            return write_once(body, answers, status, lambda: view(*about, sent, **where), *about)

        _serve(Operation(method, path, view, sends, answers, status), respond)
        return view

    return register
