"""Faults of an entry in words, in the order of its fields, and which fields it asks."""

from typing import Any

import pytest

from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.web.support.faults import (
    Fault,
    asking_sentence,
    faults_in_field_order,
    is_asked,
    unanswered_problems,
)

NAMES = ("Ann", "Bob")


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


@pytest.mark.parametrize(
    ("field", "sentence"),
    [
        (f.choice("way", "Way", {"a": "A"}, help="Who says so."), "Who says so?"),
        (f.choice("way", "Way", {"a": "A"}, help="What is it. Who knows."), "Choose “Way”."),
        (f.player("who", "Who", NAMES), "Choose “Who”."),
        (f.count("many", "Many", 9), "Enter “Many”."),
        (f.count("many", "Many", 9, per="player", names=("Ann", "Bob", "Cyd")), "Enter “Many” for Ann, Bob and Cyd."),
        (f.player("of", "Of", NAMES, per="player", help="Who is it."), "Choose “Of” for Ann and Bob."),
    ],
)
def test_a_missing_answer_is_asked_for_with_its_question_or_its_label(field: f.Field, sentence: str) -> None:
    assert asking_sentence(field, [Problem(field.key, "It is missing.", unanswered=field.label)]) == sentence


FOUR = ("Ann", "Bob", "Cyd", "Dee")
BID = f.count("bid", "Bid", 5, per="player", names=FOUR)
CALLER = f.player("caller", "Caller", NAMES, help="Who called. Nobody if all passed.")
TRUMP = f.choice("trump", "Trump", {"h": "Hearts"}, help="The maker chooses.")
PAID = f.rows("paid", "Paid", (BID,))
ASKING = (BID, CALLER, TRUMP, PAID)


def missing(field: f.Field, name: str | None = None) -> Problem:
    return Problem(field.key, f"“{field.label}” is missing.", name, unanswered=field.label)


@pytest.mark.parametrize(
    ("problems", "faults"),
    [
        ([missing(BID, "Bob")], [("Enter “Bid” for Bob.", "f-bid-1")]),
        ([missing(BID, "Cyd"), missing(BID, "Ann"), missing(BID, "Dee")],
         [("Enter “Bid” for Cyd, Ann and Dee.", "f-bid-2")]),
        ([missing(BID, name) for name in FOUR], [("Enter “Bid” for all 4.", "f-bid-0")]),
        ([missing(BID)], [("Enter “Bid” for all 4.", "f-bid-0")]),
        ([missing(CALLER)], [("Caller: Who called?", "f-caller")]),
        ([missing(TRUMP)], [("Choose “Trump”.", "f-trump")]),
        ([missing(TRUMP.of(key="x"))], [("“Trump” is missing.", "")]),
        ([Problem("bid", "Too high.", "Dee"), Problem("bid", "Too many bids."), Problem("bid", "Who?", "Zoe")],
         [("Bid: Too high.", "f-bid-3"), ("Too many bids.", "f-bid-0"), ("Bid: Who?", "f-bid-0")]),
        ([Problem("trump", "No."), missing(BID, "Bob"), Problem("x", "Else."), Problem("bid", "One.", "Ann")],
         [("Enter “Bid” for Bob.", "f-bid-1"), ("Bid: One.", "f-bid-0"), ("Trump: No.", "f-trump"), ("Else.", "")]),
        ([Problem("paid", "Nobody paid.", row=2)], [("Nobody paid.", "f-paid", 2)]),
    ],
)  # fmt: skip
def test_faults_are_in_the_order_of_fields_and_lead_to_inputs(problems: list[Problem], faults: list[Any]) -> None:
    assert faults_in_field_order(ASKING, problems) == [Fault(*fault) for fault in faults]


@pytest.mark.parametrize(
    ("wanted", "asked_at"),
    [((), [0, False, 2, "x", ["x"], True]), ((None,), [None]), ((2, "x"), [2, "x"]), ((True,), [2, "x", ["x"], True]),
     ((False,), [None, "no answer", [], "", 0, False])],
)  # fmt: skip
def test_a_field_is_asked_after_certain_answers(wanted: tuple[Any, ...], asked_at: list[Any]) -> None:
    field = f.flag("why", "Why", shown_when=(("how", wanted),))
    answers = [None, "no answer", [], "", 0, False, 2, "x", ["x"], True]
    found = [one for one in answers if is_asked(field, {} if one == "no answer" else {"how": one})]
    assert found == asked_at


def test_what_has_to_be_tapped_is_missing_where_it_is_asked() -> None:
    fields = (
        f.choice("way", "Way", {"a": "A"}, tapped=True),
        f.choice("other", "Other", {"a": "A"}),
        f.choice("why", "Why", {"a": "A"}, tapped=True, shown_when=(("way", ("a",)),)),
    )
    for entry, lacking in (({}, "Way"), ({"way": "a"}, "Why"), ({"way": None}, "")):
        assert "".join(problem.unanswered for problem in unanswered_problems(fields, entry)) == lacking
    assert unanswered_problems(fields, {}) == [Problem("way", "“Way” is missing.", unanswered="Way")]
