"""Edge cases of questions to referees, beside the worked examples."""

from typing import Any

import pytest

from tests.games.examples import run_question


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
