"""Errors of the club's API, all of them as RFC 9457 problems."""

from collections.abc import Iterable, Mapping
from typing import Any

from flask import Response
from werkzeug.exceptions import Forbidden, HTTPException, NotFound

from companion.core.entry.problems import Problem
from companion.store.club.quota import QuotaReachedError
from companion.store.database.trouble import seconds_to_wait
from companion.store.plays.edits.play_results import NoSuchRoundError
from companion.store.plays.play_state import PlayState
from companion.web.api.answers import http_problem, problem_response
from companion.web.api.bodies import MOST_ERRORS, ProblemJson, RefusalJson
from companion.web.api.club.access import club_api
from companion.web.api.club.answers import StaleProblemJson, play_answer, to_json
from companion.web.support.requests.errors import DATABASE_ERRORS, explain, trouble_in

_COMMON: Mapping[str, Any] = {"type": "about:blank"}


class UnusableError(Exception):
    """422: the content of a request is invalid, and nothing was written."""

    def __init__(self, problems: Iterable[Problem], title: str = "This is not valid", number: int | None = None):
        self.problems = tuple(problems)
        self.title = title
        self.number = number
        """The number of the invalid round."""
        super().__init__(title)


class OutdatedError(Exception):
    """409: a write is based on an outdated state, and nothing was written. ``field``: the request's outdated field."""

    def __init__(self, message: str, state: PlayState | None = None, field: str = "base") -> None:
        self.problem = Problem(field, message)
        self.state = state
        """The present state of the play; None if the write was about something else."""
        super().__init__(message)


@club_api.errorhandler(UnusableError)
def _invalid_request(refusal: UnusableError) -> Response:
    """Return the problem for an invalid request."""
    errors = refusal.problems[:MOST_ERRORS]
    body = {**_COMMON, "title": refusal.title, "status": 422, "round": refusal.number, "errors": errors}
    return problem_response(to_json(RefusalJson, body))


@club_api.errorhandler(OutdatedError)
def _outdated_request(refusal: OutdatedError) -> Response:
    """Return the problem for a write based on an outdated state."""
    what = {"detail": refusal.problem.message, "errors": [refusal.problem]}
    body = {**_COMMON, "title": "This is in conflict with the present state", "status": 409, **what}
    if refusal.state:
        body["play"] = play_answer(refusal.state)
    return problem_response(to_json(StaleProblemJson, body))


club_api.register_error_handler(HTTPException, http_problem)
club_api.register_error_handler(QuotaReachedError, lambda full: http_problem(Forbidden(str(full))))
club_api.register_error_handler(NoSuchRoundError, lambda _: http_problem(NotFound("This play has no such round.")))


def _database_trouble(error: Exception) -> Response:
    """Return the problem for trouble with the database or its disk."""
    trouble = trouble_in(error)
    body = {**_COMMON, "title": "Not now", "status": 503, "detail": explain(trouble)}
    response = problem_response(to_json(ProblemJson, body))
    response.headers["Retry-After"] = str(seconds_to_wait(trouble))
    return response


for fault in DATABASE_ERRORS:
    club_api.register_error_handler(fault, _database_trouble)
