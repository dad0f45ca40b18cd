"""Invalid rulings are refused, and what was typed stays."""

from typing import Any

import pytest

from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Table, problems
from tests.web.rulings.book import FACTS, MARKUP, TOLD, TRICKS, WISH, book, refused


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"question": ""}, "question is empty"), ({"question": "x" * 10_000}, "longer than 300"),
        ({"question": "a\0b"}, "cannot be shown"),
        ({"decision": " \n "}, "decision is empty"), ({"decision": "x" * 10_000}, "longer than 1000"),
        ({"decision": "a\0b"}, "cannot be shown"), ({"agreed": "", "others": " , ;"}, "at least one name"),
        ({"agreed": [f"N{number}" for number in range(13)]}, "At most 12"), ({"others": "x" * 41}, "longer than 40"),
        ({"others": "x," * 5000 + "".join(f"{n}," for n in range(99))}, "At most 12"),
        ({"others": "a\0b"}, "cannot be shown"), ({"game": "chess"}, "from the list"), ({"game": ""}, "from the list"),
        ({"game": "\0"}, "from the list"), ({"rule": "rage/scoring.zero-bid"}, "not a paragraph of Raise the Stakes"),
        ({"rule": MARKUP}, "not a paragraph"), ({"rule": "\0"}, "not a paragraph"),
        ({"rule": "x" * 10_000}, "not a paragraph"),
        ({"rule": [str(number) for number in range(500)]}, "at most 6"), ({"situation": "murder"}, "no question"),
        ({"situation": "\0"}, "no question"), ({"basis": "luck"}, "rests on"),
        ({"basis": "luck", "verdict": "Another."}, "rests on"), ({"fact": "a: \0"}, "cannot be shown"),
        ({"fact": ["x" * 9000] * 2}, "far more"),
    ],
)  # fmt: skip
def test_an_invalid_ruling_is_refused_with_its_problems(club: Club, wrong: dict[str, Any], told: str) -> None:
    assert told in refused(club, **wrong)


def test_facts_stay_with_another_question_or_none(club: Club) -> None:
    typed = {**WISH, "fact": FACTS, "situation": "", "question": ""}
    again = club.scorer.post(f"{club.url}/rulings/new", typed)
    assert again.status_code == 422
    assert TRICKS in again.text
    form = sent_by(again.text, "ruling")
    answer = club.scorer.post(f"{club.url}/rulings/new", {**form, "question": "Who?", "others": "Ann"})
    assert answer.status_code == 303, problems(answer)
    [ruled] = book(club)
    assert (ruled.situation, ruled.fact_texts) == ("", TOLD)


@pytest.mark.parametrize("number", ["0", "-1", "99", "two", "1.5", "9" * 5000, "٣", MARKUP])
def test_a_missing_round_is_refused(club: Club, table: Table, number: str) -> None:
    assert "round" in refused(club, play=table.key, round=number).lower()


@pytest.mark.parametrize("key", ["nothing", "x" * 9999, "a\0", MARKUP, "{other}"])
def test_a_play_of_another_club_is_refused(club: Club, key: str) -> None:
    if key == "{other}":
        key = Club(club.app).start("rage", ["Ann", "Bob"]).key
    assert club.scorer.get(f"{club.url}/rulings/new", query_string={"play": key}).status_code == 404
    assert club.scorer.post(f"{club.url}/rulings/new", {**WISH, "play": key}).status_code == 404
    assert club.scorer.get(f"{club.url}/rulings", query_string={"play": key}).status_code == 200
    assert book(club) == []


@pytest.mark.parametrize(
    "key", ["game", "situation", "question", "decision", "rule", "basis", "round", "agreed", "fact"]
)
@pytest.mark.parametrize("text", ["\0", "x" * 9999, MARKUP, "🂡‮", "-1", "%ED%A0%80"])
def test_any_parameters_give_a_page(club: Club, key: str, text: str) -> None:
    answer = club.scorer.get(f"{club.url}/rulings/new", query_string={key: text})
    assert answer.status_code == 200
    assert MARKUP not in answer.text
    assert club.scorer.get(f"{club.url}/rulings", query_string={"game": text, "page": text}).status_code == 200
