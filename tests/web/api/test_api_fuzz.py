"""Random requests: the API answers as its OpenAPI document says, and never with an internal error."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.games import SLUGS, game_of
from companion.web.api.answers import PREFIX
from tests.alike import QUESTIONS, by_day, pieces_of, pieces_of_question, pieces_of_round
from tests.laws.strategies import few
from tests.web.api.api_app import api_app

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
UNPACKED = {"Accept-Encoding": "identity"}
"""The header for answers that are not compressed: Schemathesis asks for compressed ones, but cannot read them."""

FEW = settings(
    max_examples=few(4),
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


NEXT = re.compile("next(?!Round)")
"""Operations with the same body as scoring, for each game."""

JUDGE = re.compile("judge.")
"""Questions to the referee, for each game."""

CLUB = re.compile("^/club")
"""URLs of the club API."""


def described(**config: Any) -> BaseSchema:
    """Return the API by its document, with the phases of the configuration."""
    settings = schemathesis.Config.from_dict(config)
    return schemathesis.openapi.from_wsgi(f"{PREFIX}/openapi.json", api_app(), config=settings)


def only_drawn() -> BaseSchema:
    """Return the same, without boundary values."""
    return described(phases={"coverage": {"enabled": False}})


def each(operations: BaseSchema, subtests: pytest.Subtests, send: Callable[[schemathesis.Case], Any]) -> None:
    """Send generated requests for each operation.

    This is a loop and not a test per operation, since each worker would generate the values while tests are collected.
    """

    def sent(case: schemathesis.Case) -> None:
        send(case)

    for found in get_all_tests(schema=operations, test_func=sent, settings=FEW, given_kwargs={}):
        operation, test = found.ok()
        with subtests.test(operation.label):
            test()


def pieces_of_score(slug: str) -> Iterator[str]:
    """Return what a request that scores a play of a game is made of."""
    yield from pieces_of_round(slug)
    yield from pieces_of(game_of(slug).options)


def as_described(case: schemathesis.Case) -> None:
    """Send a request, and check the response."""
    case.call_and_validate(checks=CHECKS, headers=UNPACKED)


def test_boundary_values_are_answered_as_documented(subtests: pytest.Subtests) -> None:
    """By day of games whose rounds and options cover each kind of field, at night of all."""
    games = by_day(SLUGS, pieces_of_score)
    others = [f"/games/{slug}/score" for slug in SLUGS if slug not in games]
    shared = described().exclude(operation_id_regex=NEXT).exclude(operation_id_regex=JUDGE).exclude(path_regex=CLUB)
    each(shared.exclude(path=others), subtests, as_described)


def test_requests_about_games_are_answered_as_documented(subtests: pytest.Subtests) -> None:
    each(only_drawn().include(operation_id_regex=NEXT), subtests, as_described)


def test_questions_to_the_referee_are_answered_as_documented(subtests: pytest.Subtests) -> None:
    """By day questions that cover each kind of fact, at night all."""
    questions = by_day(QUESTIONS, pieces_of_question)
    paths = [f"/games/{game.slug}/referee/{situation.key}" for game, situation in questions]
    each(only_drawn().include(path=paths), subtests, as_described)
