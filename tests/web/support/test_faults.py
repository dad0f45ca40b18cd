"""What is missing in a form, in words."""

import pytest

from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.web.support.faults import asking_sentence


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("Ann", "Bob", "Cyd"), "Enter “Bid” for Ann, Bob and Cyd."),
        (("Ann", "Bob", "Cyd", "Dee"), "Enter “Bid” for all\N{NO-BREAK SPACE}4."),
    ],
)
def test_up_to_three_missing_answers_are_asked_for_by_name(names: tuple[str, ...], sentence: str) -> None:
    bid = f.count("bid", "Bid", 6, per="player", names=names)
    missing = [Problem("bid", "It is missing.", name, unanswered="Bid") for name in names]
    assert asking_sentence(bid, missing) == sentence
