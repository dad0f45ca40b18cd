"""A verdict says which part of it the book leaves open, beside the parts that the book decides."""

import re

import pytest

from companion.games import game_of
from tests.games.examples import all_questions, asked_by, verdict_on

SAYING_SO = (
    "ace-deuce-jack", "aggravation", "brag", "burraco", "cactus", "canasta", "chicago", "cribbage", "cucumber",
    "ecarte", "euchre", "farmer", "funfzehnern", "gin-rummy", "hearts", "kabu", "oh-hell", "open-face-chinese-poker",
    "pay-me", "pitch", "polignac", "put-and-take", "rage", "raise-the-stakes",
)  # fmt: skip
"""Games of which every verdict says so. Add a game as soon as its sentences do."""

OURS = re.compile(r"\b(we|our|book|book's|tables|[Cc]ommonly|[Tt]he table decides)\b")
"""Words of a sentence that tells our answer from the book's."""


@pytest.mark.parametrize("slug", SAYING_SO)
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
