"""A ruling before it is recorded: problems of its parts."""

import pytest

from companion.core.house.rulings import facts_faults, name_faults, subject_faults, text_faults, tidy_lines
from companion.games import game_of

GAME = game_of("raise-the-stakes")
RANK = "raise-the-stakes/play.rank"


@pytest.mark.parametrize(
    ("field", "text", "told"),
    [
        ("question", "", "The question is empty."), ("question", "x" * 300, ""),
        ("question", "x" * 301, "longer than 300"), ("question", "a\0b", "cannot be shown"),
        ("question", "one\ntwo", "cannot be shown"), ("decision", "one\ntwo", ""), ("decision", "", "is empty"),
        ("decision", "\ud800", "cannot be shown"),
    ],
    ids=repr,
)  # fmt: skip
def test_question_and_decision_must_be_readable_texts(field: str, text: str, told: str) -> None:
    found = [problem.message for problem in text_faults(field, text, 300)]
    assert bool(found) is bool(told)
    assert told in "".join(found)


def test_line_breaks_of_a_decision_are_kept() -> None:
    assert tidy_lines("  He did.\r\nThree\tpoints.\r ") == "He did.\nThree points."


@pytest.mark.parametrize(
    ("situation", "rules", "told"),
    [
        ("renege", [RANK, RANK, "table/adjustment"], []),
        ("dispute", [], ["no question called “dispute”"]),
        ("", ["raise-the-stakes/no.such"], ["“raise-the-stakes/no.such” is not a paragraph"]),
        ("", ["rage/scoring.zero-bid"], ["not a paragraph of Raise the Stakes"]),
        ("", ["\0"], ["not a paragraph"]),
        ("", ["<b>"] * 7, ["not a paragraph"]),
        ("", [one.id for one in GAME.rules.paragraphs[:7]], ["at most 6 paragraphs"]),
    ],
    ids=repr,
)
def test_a_ruling_can_only_name_what_the_game_has(situation: str, rules: list[str], told: list[str]) -> None:
    found = [problem.message for problem in subject_faults(GAME, situation, rules)]
    assert len(found) == len(told)
    assert all(words in message for words, message in zip(told, found, strict=True))


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ([], ""), ([("Trump", "red")], ""), ([("Trump", "a\0b")], "cannot be shown"), ([("\ud800", "")], "cannot be"),
        ([("x", "y" * 16_400)], "far more"),
    ],
    ids=["none", "one", "a control", "half a letter", "far too many"],
)  # fmt: skip
def test_facts_can_be_shown_and_are_not_too_many(facts: list[tuple[str, str]], told: str) -> None:
    found = [problem.message for problem in facts_faults(facts)]
    assert bool(found) is bool(told)
    assert told in "".join(found)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ann"], ""), ([], "at least one name"), ([f"N{number}" for number in range(13)], "At most 12"),
        (["Ann", "x" * 41], "longer than 40"), (["a\0"], "cannot be shown"),
    ],
    ids=["one", "nobody", "too many", "too long", "a control"],
)  # fmt: skip
def test_an_agreement_needs_a_name(names: list[str], told: str) -> None:
    found = [problem.message for problem in name_faults(names)]
    assert bool(found) is bool(told)
    assert told in "".join(found)
