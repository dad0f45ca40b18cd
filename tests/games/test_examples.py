"""Every worked example and recorded play of every game."""

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

import pytest

from companion.games import folder_of
from tests.games.examples import (
    all_cases,
    all_hands,
    all_offers,
    all_questions,
    each_fact_is_needed,
    run_case,
    run_hand,
    run_offer,
    run_question,
)
from tests.games.refusals import fault_text

Case = dict[str, Any]

FIRST_ANSWERED = {(slug, case["situation"]): case for slug, case in reversed([*all_questions()]) if "expect" in case}
"""One question of each situation that the referee answers."""


def each_place(found: Iterable[tuple[str, str, Case]]) -> pytest.MarkDecorator:
    """Return parameters of a test: a game, and all its cases of one place (a file, or a question).

    There are thousands of cases, and pytest takes longer for a test than a case does.
    """
    places = groupby(found, key=lambda one: one[:2])
    return pytest.mark.parametrize(
        ("slug", "cases"),
        [
            pytest.param(slug, [case for _, _, case in cases], id=f"{folder_of(slug)}-{place}")
            for (slug, place), cases in places
        ],
    )


def run_each(run: Callable[[str, Case], None], slug: str, cases: Iterable[Case]) -> None:
    """Run all cases, also after one that fails.

    :raises BaseExceptionGroup: some fail.
    """
    faults: list[BaseException] = []
    for case in cases:
        try:
            run(slug, case)
        except (Exception, pytest.fail.Exception) as fault:
            fault.add_note(fault_text(slug, case, fault))
            faults.append(fault)
    if faults:
        raise BaseExceptionGroup(f"{len(faults)} of these cases", faults)


def by_question(cases: Iterable[tuple[str, Case]]) -> list[tuple[str, str, Case]]:
    """Return cases of the referee with their question, those of one question together."""
    return sorted(((slug, case["situation"], case) for slug, case in cases), key=lambda one: one[:2])


@each_place((slug, path.stem, case) for slug, path, case in all_cases())
def test_examples_are_scored_as_expected(slug: str, cases: list[Case]) -> None:
    run_each(run_case, slug, cases)


@each_place(by_question(all_questions()))
def test_questions_are_judged_as_expected(slug: str, cases: list[Case]) -> None:
    run_each(run_question, slug, cases)


@pytest.mark.parametrize(("slug", "key"), sorted(FIRST_ANSWERED))
def test_a_question_without_a_required_fact_is_refused(slug: str, key: str) -> None:
    each_fact_is_needed(slug, FIRST_ANSWERED[slug, key])


@each_place(by_question(all_offers()))
def test_a_play_adds_the_expected_facts_to_a_question(slug: str, cases: list[Case]) -> None:
    run_each(run_offer, slug, cases)


@each_place((slug, "hands", case) for slug, case in all_hands())
def test_cards_settle_what_is_expected(slug: str, cases: list[Case]) -> None:
    run_each(run_hand, slug, cases)
