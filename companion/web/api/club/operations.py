"""Decorators for the operations of the club's API; each gets the types of the request and of the answer."""

from collections.abc import Callable
from typing import Any

from flask import Response

from companion.web.api.answers import json_response
from companion.web.api.bodies import Answer
from companion.web.api.club.access import club_api
from companion.web.api.club.answers import to_json
from companion.web.api.club.idempotency import write_once
from companion.web.api.club.read_requests import read_request
from companion.web.api.club.requests import RequestData
from companion.web.api.operations import View, operation


def get(path: str, answers: type[Answer], sends: type[RequestData] = RequestData) -> Callable[[View], View]:
    """Register a view that answers a GET. The view gets what was sent, then the arguments from the path."""

    def serve(view: View) -> Callable[..., Response]:
        """Return the Flask view."""

        def respond(**where: str) -> Response:  # where: arguments from the path
            sent, _ = read_request(sends)
            return json_response(to_json(answers, view(sent, **where)))

        return respond

    return operation(club_api, "GET", path, answers, sends, serve=serve)


def write(
    method: str, path: str, sends: type[RequestData], answers: type[Answer], status: int = 200,
    find: Callable[[str], Any] | None = None,
) -> Callable[[View], View]:  # fmt: skip
    """Register a view that writes once per ``client_id``.

    ``find``: looks up what the ``key`` in the path names. The view gets this first, then what was sent, then the other
    arguments from the path.
    """

    def serve(view: View) -> Callable[..., Response]:
        """Return the Flask view."""

        def respond(**where: Any) -> Response:
            about = (find(where.pop("key")),) if find else ()
            sent: Any
            sent, raw = read_request(sends)
            body = {**raw, "client_id": sent.client_id}
            return write_once(body, answers, status, lambda: view(*about, sent, **where), *about)

        return respond

    return operation(club_api, method, path, answers, sends, status, serve=serve)
