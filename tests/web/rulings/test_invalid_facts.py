"""Invalid rulings are refused, and facts without a question become words."""

import json
import re
from typing import Any

import pytest

from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Table, problems
from tests.web.rulings.book import FACTS, MARKUP, RANK, TRICKS, WISH, book, recorded, refused


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
    ],
)  # fmt: skip
def test_an_invalid_ruling_is_refused_with_its_problems(club: Club, wrong: dict[str, Any], told: str) -> None:
    assert told in refused(club, **wrong)


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ("{", "not as the referee"), ("[]", "not as the referee"), ("null", "not as the referee"),
        ("x" * 10_000, "not as the referee"), ("[" * 5000, "not as the referee"),
        ('{"trump":NaN}', "not as the referee"),
        ('{"trump":1,"trump":2}', "not as the referee"), (f'{{"trump":{"9" * 5000}}}', "not as the referee"),
        (f'{{"trump":"{"x" * 17_000}"}}', "far more"), ('{"trump":"red"}', "“Tricks” is missing"),
        ('{"x":1}', "nothing called"), (json.dumps({"tricks": TRICKS, "trump": 3}), "Trump"),
        (json.dumps({"tricks": [[{"player": "\0", "card": "red-7"}]], "trump": "red"}), "cannot be shown"),
        (json.dumps({"tricks": [[{"player": "\ud800", "card": "red-7"}]], "trump": "red"}), "cannot be shown"),
        (json.dumps({"tricks": [[{"player": "Ann", "card": MARKUP}]], "trump": "red"}), "not a card"),
        (json.dumps({"tricks": -1, "trump": "red"}), "give a list"), (json.dumps({"\ud800": 1}), "nothing called"),
    ],
)  # fmt: skip
def test_invalid_facts_are_reported_and_can_be_corrected(club: Club, facts: str, told: str) -> None:
    assert told in refused(club, facts=facts, situation="renege")
    answer = club.scorer.get(f"{club.url}/rulings/new", query_string={"facts": facts[:9000], "situation": "renege"})
    assert answer.status_code == 422
    assert 'name="facts"' in answer.text
    assert 'aria-describedby="facts-problem"' in answer.text
    assert MARKUP not in answer.text


@pytest.mark.parametrize("situation", ["murder", "water"])
def test_facts_belong_to_their_question(club: Club, situation: str) -> None:
    assert refused(club, facts=FACTS, situation=situation, rule=RANK)


@pytest.mark.parametrize("situation", ["", "legal"])
def test_facts_become_words_with_another_question_or_none(club: Club, situation: str) -> None:
    query = {"game": "raise-the-stakes", "situation": "renege", "facts": FACTS, "decision": "Bob reneged."}
    form = sent_by(club.scorer.get(f"{club.url}/rulings/new", query_string=query).text, "ruling")
    again = club.scorer.post(f"{club.url}/rulings/new", {**form, "situation": situation})
    assert again.status_code == 422
    assert "Trick 1: Ann red 7, Bob blue 3" in again.text
    assert not re.search(r'<textarea[^>]* id="facts"', again.text)
    form = sent_by(again.text, "ruling")
    answer = club.scorer.post(
        f"{club.url}/rulings/new", {**form, "question": "Who?", "decision": "Bob.", "others": "Ann"}
    )
    assert answer.status_code == 303, problems(answer)
    [ruled] = book(club)
    assert (ruled.situation, ruled.facts) == (situation, None)
    assert ruled.told[0] == ("Tricks", "Trick 1: Ann red 7, Bob blue 3; Trick 2: Ann blue 7, Bob red 3")


def test_facts_without_any_question_are_left_out(club: Club) -> None:
    for facts in (FACTS, "{", "x" * 17_000):
        page = club.scorer.post(f"{club.url}/rulings/new", {**WISH, "facts": facts, "question": "", "situation": ""})
        assert page.status_code == 422
        assert 'name="facts"' not in page.text
    recorded(club, facts=FACTS, situation="")
    assert (book(club)[0].facts, book(club)[0].told) == (None, ())


def test_invalid_facts_are_reported_together_with_other_problems(club: Club) -> None:
    said = refused(club, facts="{", situation="renege", question="", decision="", agreed="")
    for told in ("not as the referee", "question is empty", "decision is empty", "at least one name"):
        assert told in said, told


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


@pytest.mark.parametrize("key", ["game", "situation", "question", "decision", "rule", "basis", "round", "agreed"])
@pytest.mark.parametrize("text", ["\0", "x" * 9999, MARKUP, "🂡‮", "-1", "%ED%A0%80"])
def test_any_parameters_give_a_page(club: Club, key: str, text: str) -> None:
    answer = club.scorer.get(f"{club.url}/rulings/new", query_string={key: text})
    assert answer.status_code == 200
    assert MARKUP not in answer.text
    assert club.scorer.get(f"{club.url}/rulings", query_string={"game": text, "page": text}).status_code == 200
