"""Every worked example and recorded play of every game."""

from pathlib import Path
from typing import Any

import pytest

from companion.games import folder_of
from tests.games.examples import (
    all_cases,
    all_offers,
    all_questions,
    each_fact_is_needed,
    run_case,
    run_offer,
    run_question,
)

FIRST_ANSWERED = {(slug, case["situation"]): case for slug, case in reversed([*all_questions()]) if "expect" in case}
"""One question of each situation that the referee answers."""


@pytest.mark.parametrize(
    ("slug", "path", "case"),
    [pytest.param(*found, id=f"{folder_of(found[0])}-{found[1].stem}-{found[2]['name']}") for found in all_cases()],
)
def test_example_is_scored_as_expected(slug: str, path: Path, case: dict[str, Any]) -> None:
    run_case(slug, case)


@pytest.mark.parametrize(
    ("slug", "case"),
    [
        pytest.param(slug, case, id=f"{folder_of(slug)}-{case['situation']}-{case['name']}")
        for slug, case in all_questions()
    ],
)
def test_question_is_judged_as_expected(slug: str, case: dict[str, Any]) -> None:
    run_question(slug, case)


@pytest.mark.parametrize(("slug", "key"), sorted(FIRST_ANSWERED))
def test_a_question_without_a_required_fact_is_refused(slug: str, key: str) -> None:
    each_fact_is_needed(slug, FIRST_ANSWERED[slug, key])


@pytest.mark.parametrize(
    ("slug", "case"),
    [
        pytest.param(slug, case, id=f"{folder_of(slug)}-{case['situation']}-{case['name']}")
        for slug, case in all_offers()
    ],
)
def test_a_play_adds_the_expected_facts_to_a_question(slug: str, case: dict[str, Any]) -> None:
    run_offer(slug, case)
