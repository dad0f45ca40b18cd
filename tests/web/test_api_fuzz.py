"""Whatever is sent, the API answers as its document says and never with a fault of its own."""

import re
import sys
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.web.openapi import PREFIX
from tests.web.api_app import api_app

PLUGIN = "schemathesis.pytest.plugin"
"""Loaded only where it is wanted: it takes two seconds."""

pytest_plugins = [PLUGIN] if PLUGIN not in sys.modules else []

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
FEW = settings(
    max_examples=4,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def described(**config: Any) -> Any:
    """The API as its document has it, in every phase that the configuration leaves on."""
    settings = schemathesis.Config.from_dict(config)
    return schemathesis.openapi.from_wsgi(f"{PREFIX}/openapi.json", api_app(), config=settings)


NEXT = re.compile("next(?!Round)")
"""The operations that take what those of the scores take, game by game."""

JUDGE = re.compile("judge.")
"""The questions to the referees, game by game."""

CLUB = re.compile("^/club")
"""What a club keeps."""


@described().exclude(operation_id_regex=NEXT).exclude(operation_id_regex=JUDGE).exclude(path_regex=CLUB).parametrize()
@FEW
def test_the_api_does_as_its_document_says_at_every_bound(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)


@described(phases={"coverage": {"enabled": False}}).include(operation_id_regex=NEXT).parametrize()
@FEW
def test_the_forms_of_the_games_are_as_the_document_says(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)


@described(phases={"coverage": {"enabled": False}}).include(operation_id_regex=JUDGE).parametrize()
@FEW
def test_the_referees_answer_as_the_document_says(case: schemathesis.Case) -> None:
    case.call_and_validate(checks=CHECKS)
