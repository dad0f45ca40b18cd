"""A round can be contested on its page, by viewers too; the sheet of every phone shows it."""

import re

import pytest
from flask import Flask

from tests.web.api.club.programs import Program
from tests.web.forms.forms_of_pages import sent_by
from tests.web.pages import words
from tests.web.phones import Club, Table, problem_texts, problems
from tests.web.screens.showing import shared

SENTENCE = "Bob took three, not two."


@pytest.fixture
def table(app: Flask) -> Table:
    """Return a play with two rounds."""
    table = Club(app).gather().start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    for _ in range(2):
        table.write({"tricks": {"Ann": 3, "Bob": 2}})
    return table


def contest(table: Table, slot: int = 1, said: str = SENTENCE) -> None:
    """Contest a round with the form of its page, as a viewer."""
    path, phone = f"{table.url}/rounds/{slot}", table.club.viewer
    form = sent_by(phone.get(path).text, action=f"{path}/contest")
    answer = phone.post(f"{path}/contest", {**form, "words": said})
    assert answer.status_code == 303, problems(answer)
    assert f"Round {slot} contested." in words(phone.get(answer.headers["Location"]).text)


def test_all_phones_see_an_objection_and_a_scorer_dismisses_it_with_one_tap(table: Table) -> None:
    viewer, scorer = table.club.viewer, table.club.scorer
    before = viewer.get(table.url).text.split('data-mark="')[1].split('"')[0]
    contest(table)
    told = viewer.get(f"{table.url}/state?mark={before}&since={table.state.revision - 1}").json
    assert [one.split(": ", 1)[1] for one in told["changes"]] == ["round 1 contested: “Bob took three, not two”"]
    for phone in (viewer, scorer, table.club.organiser):
        page = phone.get(table.url).text
        assert f"Round 1 contested: “{SENTENCE}”" in words(page)
        assert 'aria-label="Round 1, contested"' in page
        assert 'aria-label="Round 2, contested"' not in page
        assert f"Contested: “{SENTENCE}”" in words(phone.get(f"{table.url}/rounds/1").text)
    assert "/contests/dismiss" not in viewer.get(table.url).text
    form = sent_by(scorer.get(table.url).text, action=f"{table.url}/contests/dismiss")
    answer = scorer.post(f"{table.url}/contests/dismiss", form)
    page = words(scorer.get(answer.headers["Location"]).text)
    assert "Objection to round 1 dismissed." in page
    assert SENTENCE not in page
    assert f"contested: “{SENTENCE.rstrip('.')}”" in words(viewer.get(f"{table.url}/changes").text)


def test_a_correction_settles_an_objection(table: Table) -> None:
    contest(table)
    path = f"{table.url}/rounds/1/edit"
    form = sent_by(table.phone.get(path).text, action=path)
    assert table.phone.post(path, {**form, "tricks.0": "2", "tricks.1": "3"}).status_code == 303
    assert SENTENCE not in words(table.phone.get(table.url).text)
    assert table.state.numbered_objections == ()


@pytest.mark.parametrize(
    ("said", "sentence"),
    [("", "Say in a sentence what is wrong."), ("x" * 201, "The sentence is longer than 200 letters.")],
)
def test_a_refused_objection_comes_back_with_its_error(table: Table, said: str, sentence: str) -> None:
    path = f"{table.url}/rounds/1/contest"
    answer = table.club.viewer.post(path, {**table.carried(), "words": said})
    assert answer.status_code == 422
    assert sentence in problem_texts(answer)
    assert 'aria-describedby="contest-problem"' in answer.text
    assert re.search(rf'<input[^>]* name="words"[^>]* value="{said}"', answer.text)
    assert table.state.numbered_objections == ()


def test_an_objection_to_a_round_corrected_meanwhile_comes_back(table: Table) -> None:
    old = table.carried()
    entry = {"tricks.0": "2", "tricks.1": "3"}
    path = f"{table.url}/rounds/1/edit"
    table.phone.post(path, {**sent_by(table.phone.get(path).text, action=path), **entry})
    answer = table.club.viewer.post(f"{table.url}/rounds/1/contest", {**old, "words": SENTENCE})
    assert answer.status_code == 409
    assert "Somebody has changed this meanwhile. If it is still wrong, send it again." in problems(answer)
    assert SENTENCE in answer.text
    assert table.club.viewer.post(f"{table.url}/rounds/9/contest", {**old, "words": SENTENCE}).status_code == 404


def test_a_round_can_be_saved_although_an_earlier_one_is_contested(table: Table) -> None:
    carried, form = table.carried(), table.inputs({"tricks": {"Ann": 5}})
    contest(table)
    assert table.phone.post(f"{table.url}/rounds", {**carried, **form}).status_code == 303
    assert len(table.state.slots) == 3
    missing_answers = {**table.carried(), "tricks.0": "9"}
    contest(table, 2)
    assert table.phone.post(f"{table.url}/rounds", missing_answers).status_code == 422


def test_the_api_lists_objections_with_their_rounds(table: Table) -> None:
    program = Program(table.club)
    assert program.get(f"/plays/{table.key}")["contested"] == []
    contest(table)
    [found] = program.get(f"/plays/{table.key}")["contested"]
    assert (found["round"], found["words"], found["who"]) == (1, SENTENCE, "")
    assert set(found) == {"round", "words", "who", "at"}


def test_the_scoreboard_marks_a_contested_round_without_the_text(table: Table) -> None:
    address = shared(table)
    contest(table)
    page = words(table.club.stranger.get(address).text)
    assert "Round 1 is contested" in page
    assert SENTENCE not in page


def test_a_discarded_play_cannot_be_contested(table: Table) -> None:
    contest(table)
    table.post("/discard", {"to": "on"})
    page = table.club.scorer.get(f"{table.url}/rounds/1").text
    assert "/contest" not in page
    answer = table.club.viewer.post(f"{table.url}/rounds/1/contest", {**table.carried(), "words": SENTENCE})
    assert answer.status_code == 422
    assert "This game was discarded. Restore it before you change it." in problems(answer)


def test_a_round_keeps_its_remark_when_an_earlier_one_is_removed(table: Table) -> None:
    for slot in (1, 2):
        table.post("/remark", {"slot": str(slot), "remark": f"Remark {slot}"})
    table.post("/rounds/1/remove")
    page = words(table.phone.get(f"{table.url}/rounds/2").text)
    assert ("Remark 2" in page, "Remark 1" in page) == (True, False)
