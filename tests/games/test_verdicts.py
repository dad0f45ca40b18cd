"""Verdicts beside the worked examples: edge cases, and what all verdicts on points that the book leaves open say."""

import re
from typing import Any

import pytest

from companion.games import SLUGS, game_of
from tests.games.examples import all_questions, asked_by, run_question, verdict_on


def trick(*plays: str) -> list[dict[str, str]]:
    """Return the rows of a trick: ``Ann red-7``."""
    return [dict(zip(("player", "card"), play.split(), strict=True)) for play in plays]


EIGHT = trick(*(f"P{number} red-{number}" for number in range(1, 9)))


@pytest.mark.parametrize(
    ("slug", "situation", "facts", "wanted"),
    [
        ("raise-the-stakes", "trick", {"trump": "green", "plays": EIGHT}, {"refused": {"fields": ["plays"]}}),
        (
            "raise-the-stakes", "renege", {"trump": "green", "tricks": [trick("Ann red-7", "Bob take-it:red-8")]},
            {"refused": {"fields": ["tricks"]}},
        ),
        (
            "samba", "minimum", {"total": -5, "melds": [["3s", "3c", "3c"]]},
            {"expect": {"outcome": {"minimum": 15, "points": 15, "enough": True}, "basis": "open"}},
        ),
        (
            "farmer", "turn", {"players": ["Ann", "Bob", "Cyd", "Dee"], "farmer": "Ann & Cyd"},
            {"refused": {"fields": ["farmer"]}},
        ),
    ],
    ids=[
        "eight in a trick of seven",
        "Take It for a card that is not there",
        "black threes on the way out",
        "two players for one where nobody has a partner",
    ],
)  # fmt: skip
def test_edge_cases_are_judged_as_expected(
    slug: str, situation: str, facts: dict[str, Any], wanted: dict[str, Any]
) -> None:
    run_question(slug, {"situation": situation, "facts": facts, **wanted})


OURS = re.compile(r"\b(we|our|book|tables|commonly|the table decides)\b", re.IGNORECASE)
"""Words of a sentence that tells our answer from the book's."""


@pytest.mark.parametrize("slug", SLUGS)
def test_a_verdict_says_what_the_book_leaves_open(slug: str) -> None:
    """The label of a verdict is about all of it, though often only a detail is our answer."""
    rules, unsaid = game_of(slug).rules, []
    for game, case in all_questions():
        if game != slug or case.get("expect", {}).get("basis") != "open":
            continue
        verdict = verdict_on(slug, case["situation"], asked_by(case))
        decided = [rule for rule in verdict.rules if rule in rules.by_id and not rules.by_id[rule].open]
        said = verdict.rests or any(map(OURS.search, (verdict.verdict, *verdict.because)))
        if decided and not said and case["situation"] != "out-of-turn":
            unsaid.append(f"{case['situation']}: {case['name']}: {verdict.because}")
    assert not unsaid, "\n".join(unsaid)
