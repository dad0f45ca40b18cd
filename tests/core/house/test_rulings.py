"""A ruling before it is recorded: problems of its parts."""

import pytest

from companion.core.entry.problems import Problem
from companion.core.house.rulings import (
    BASES,
    DECISION_LETTERS,
    QUESTION_LETTERS,
    REASON_LETTERS,
    facts_faults,
    name_faults,
    subject_faults,
    text_faults,
    tidy_lines,
)
from companion.games import game_of

GAME = game_of("raise-the-stakes")
RANK = "raise-the-stakes/play.rank"


@pytest.mark.parametrize(
    ("field", "text", "told"),
    [
        ("question", "", "The question is empty."), ("question", "x" * 300, ""),
        ("question", "x" * 301, "The question is longer than 300 letters."),
        ("question", "a\0b", "The question has letters that cannot be shown."),
        ("question", "one\ntwo", "The question has letters that cannot be shown."), ("decision", "one\ntwo", ""),
        ("decision", "", "The decision is empty."), ("decision", "x" * 1000, ""),
        ("decision", "x" * 1001, "The decision is longer than 1000 letters."),
        ("decision", "\ud800", "The decision has letters that cannot be shown."),
    ],
    ids=repr,
)  # fmt: skip
def test_question_and_decision_must_be_readable_texts(field: str, text: str, told: str) -> None:
    longest = QUESTION_LETTERS if field == "question" else DECISION_LETTERS
    assert list(text_faults(field, text, longest)) == ([Problem(field, told)] if told else [])


def test_a_decision_may_be_longer_than_its_question_and_than_a_reason() -> None:
    assert (REASON_LETTERS, QUESTION_LETTERS, DECISION_LETTERS) == (200, 300, 1000)


def test_line_breaks_of_a_decision_are_kept() -> None:
    assert tidy_lines("  He did.\r\nThree\tpoints.\r ") == "He did.\nThree points."


@pytest.mark.parametrize(
    ("situation", "rules", "told"),
    [
        ("renege", [RANK, RANK, "table/adjustment"], []),
        ("dispute", [], ["Raise the Stakes has no question called “dispute”; choose one or none."]),
        ("ren", [], ["Raise the Stakes has no question called “ren”; choose one or none."]),
        ("x" * 50, [], [f"Raise the Stakes has no question called “{'x' * 39}…”; choose one or none."]),
        ("", ["raise-the-stakes/no.such"], ["“raise-the-stakes/no.such” is not a paragraph of Raise the Stakes."]),
        ("", ["rage/scoring.zero-bid"], ["“rage/scoring.zero-bid” is not a paragraph of Raise the Stakes."]),
        ("", ["\0"], ["“\N{REPLACEMENT CHARACTER}” is not a paragraph of Raise the Stakes."]),
        ("", ["<b>"] * 7, ["“<b>” is not a paragraph of Raise the Stakes."]),
        ("", [one.id for one in GAME.rules.paragraphs[:7]], ["A ruling is about at most 6 paragraphs."]),
        ("", [one.id for one in GAME.rules.paragraphs[:6]], []),
    ],
    ids=repr,
)
def test_a_ruling_can_only_name_what_the_game_has(situation: str, rules: list[str], told: list[str]) -> None:
    field = "situation" if situation else "rules"
    assert list(subject_faults(GAME, situation, rules)) == [Problem(field, message) for message in told]


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ([], ""), ([("Trump", "red")], ""),
        ([("Trump", "a\0b")], "The facts have letters that cannot be shown."),
        ([("\ud800", "")], "The facts have letters that cannot be shown."),
        ([("x", "y" * 16_383)], "That is far more than a question needs."), ([("x", "y" * 16_382)], ""),
    ],
    ids=["none", "one", "a control", "half a letter", "far too many", "just enough"],
)  # fmt: skip
def test_facts_can_be_shown_and_are_not_too_many(facts: list[tuple[str, str]], told: str) -> None:
    assert list(facts_faults(facts)) == ([Problem("facts", told)] if told else [])


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ann"], ""), ([], "Say who agreed: at least one name."),
        ([f"N{number}" for number in range(13)], "At most 12 names; there are 13."),
        (["x" * 41] * 1000, "At most 12 names; there are 1,000."),
        ([f"N{number}" for number in range(12)], ""),
        (["Ann", "x" * 41], f"The name “{'x' * 39}…” is longer than 40 letters."),
        (["a\0"], "The name “a\N{REPLACEMENT CHARACTER}” has letters that cannot be shown."),
    ],
    ids=["one", "nobody", "too many", "far too many", "just enough", "too long", "a control"],
)  # fmt: skip
def test_an_agreement_needs_a_name(names: list[str], told: str) -> None:
    found = list(name_faults(names))
    assert [(one.field, one.message) for one in found] == ([("agreed", told)] if told else [])
    assert [one.name for one in found if told.startswith("The name")] == names[-1:] * told.startswith("The name")


def test_a_decision_rests_on_the_table_or_on_the_basis_of_a_verdict() -> None:
    assert BASES == ("", "book", "house", "open")
