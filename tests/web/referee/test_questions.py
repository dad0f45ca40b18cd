"""Questions on their pages: with and without a club, and their verdicts."""

import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.core.game.situation import situation_of
from companion.core.play.setups import read_options
from companion.core.referee.judge_request import judge_request
from companion.games import game_of
from companion.web.referee.questions import QuestionContext, ask_question, asked_fields, facts_in_words, query_of
from tests.alike import worked_questions
from tests.games.examples import at_the_table
from tests.web.phones import Club, Table, problems
from tests.web.referee.questions import RENEGE, WITH_REFEREE


@pytest.mark.parametrize("game", WITH_REFEREE)
def test_a_question_on_its_page_gets_the_same_verdict_as_in_the_api(
    app: Flask, game: Any, subtests: pytest.Subtests
) -> None:
    with app.test_request_context():
        for case in worked_questions(game.slug):
            if "expect" in case:
                with subtests.test(f"{case['situation']}: {case['name']}"):
                    on_the_page(game, case)


def on_the_page(game: Any, case: dict[str, Any]) -> None:
    situation, facts = situation_of(game.situations, case["situation"]), case["facts"]
    names, sides = at_the_table(game.slug, case)
    options = case.get("options", {})
    context = QuestionContext(names, sides, read_options(game, names, options)[0], options, {})
    inputs = MultiDict(query_of(asked_fields(situation, context), facts))
    inputs["ask"] = "1"
    question = ask_question(game, situation, context, inputs)
    assert question.verdict == judge_request(game, situation, {"options": options, "facts": facts})
    told = facts_in_words(situation.facts(context.options), facts)
    assert len(told) == len(facts)
    for label, text in told:
        assert label
        assert ": " not in label, "the form of a ruling splits there"
        assert text.strip()
        assert not set(re.sub(r"(?<=\w)'s\b", "", text)) & set("{}[]\"'_"), text


@pytest.mark.parametrize("game", WITH_REFEREE)
def test_every_question_opens_with_and_without_a_club(club: Club, game: Any) -> None:
    table = club.start(game.slug, ["Ann", "Bob", "Cyd", "Dee"][: min(4, game.seats.most)])
    for phone, place in ((club.stranger, f"/rules/{game.slug}/referee"), (club.viewer, f"{table.url}/referee")):
        listed = phone.get(place)
        assert listed.status_code == 200
        for situation in game.situations:
            assert situation.title in unescape(listed.text)
            assert f"{place}/{situation.key}" in listed.text
            assert phone.get(f"{place}/{situation.key}").status_code == 200
            empty = phone.get(f"{place}/{situation.key}?ask=1")
            needs = [item for item in situation.facts(table.state.setup.options) if item.required]
            assert empty.status_code in ((422,) if {item.key for item in needs} - {"players"} else (200, 422))
            assert (empty.status_code == 422) == bool(problems(empty)), situation.key


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("trump=yellow", "Please look at this: Enter “Trick”."),
        (
            "plays=Ann red-7, Ann red-8&trump=yellow",
            "Please look at this: Ann has two cards in the trick: leave one of them out.",
        ),
        (
            "plays=Ann red-7, Bob red-7&trump=yellow",
            "Please look at this: Trick: The red 7 is there too often; it comes once in the cards of Raise the "
            "Stakes. Correct the one that was another card.",
        ),
        (
            "plays=Ann red-7, Zoe red-8&trump=yellow",
            "Please look at this: Trick, row 2: Player: Zoe is not one of Ann, Bob or Cyd.",
        ),
        ("plays=Ann hearts, Bob red-7&trump=yellow", "hearts"),
        ("plays=red-7&trump=yellow", "Please look at this: Trick, row 1: “Player” is missing."),
        (
            "plays=Ann red-7&trump=12",
            "Please look at this: 12 is not a colour. Enter the colour that is trump, such as red.",
        ),
        ("plays=%00&trump=yellow", ""),
        ("plays=" + "Ann red-7, " * 900 + "&trump=yellow", ""),
        ("plays=Ann red-7&trump=" + "x" * 10_000, ""),
        ("plays.0.player=Ann&plays[]=<b>&trump=<script>", ""),
    ],
    ids=["nothing played", "two cards", "a card twice", "a stranger", "no card of the deck", "nobody", "no colour",
         "a zero", "far too many", "a long trump", "markup"],
)  # fmt: skip
def test_bad_facts_are_an_error_beside_the_question(table: Table, query: str, message: str) -> None:
    for place in (f"{table.url}/referee/trick", "/rules/raise-the-stakes/referee/trick"):
        answer = table.phone.get(f"{place}?ask=1&{query.replace('Ann', 'Player 1') if '/rules' in place else query}")
        assert answer.status_code == 422
        assert 'class="verdict"' not in answer.text
        assert "<script>" not in answer.text.replace("<script src", "")
        assert problems(answer).strip()
        if place.startswith(table.url):
            assert message in problems(answer)


def test_a_verdict_names_its_basis_and_reasons(table: Table) -> None:
    page = unescape(table.phone.get(table.url + RENEGE).text)
    assert "Bob had to follow red in trick 1 and held the red 1. Bob loses 1 point and is out of the hand." in page
    assert "By the book" in page
    assert "Bob played the blue 3 to trick 1" in page
    assert game_of("raise-the-stakes").rules.by_id["raise-the-stakes/penalties.renege"].text in page


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, "The book leaves this open; this is our answer"),
        ({"raised_tie": "nobody-pays"}, "By your house rule"),
    ],
)
def test_an_open_point_is_never_called_the_word_of_the_book(club: Club, options: dict[str, str], words: str) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"], options)
    facts = "ask=1&tricks.0=2&tricks.1=2&tricks.2=1&raised_by=0"
    assert words in unescape(table.phone.get(f"{table.url}/referee/score?{facts}").text)


@pytest.mark.parametrize(
    ("slug", "ask", "words"),
    [
        ("rage", "tricks=Ann red-7, Bob blue-3%0D%0ABob red-1, Ann red-8",
         "Following is required. The book sets no penalty: the table decides"),
        ("rage", "admitted=1", "Following is required. The book sets no penalty: the table decides"),
        ("rage", "tricks=Ann red-7, Bob red-3", "By the book"),
        ("hearts", "tricks=Ann 7h, Bob 3c, Cyd 3h, Dee 4h%0D%0AAnn 8h, Bob 2h",
         "Following is required. Tables differ about the penalty (commonly all 26 points): the table decides"),
    ],
)  # fmt: skip
def test_the_basis_of_a_renege_is_correct(club: Club, slug: str, ask: str, words: str) -> None:
    table = club.start(slug, ["Ann", "Bob", "Cyd", "Dee"])
    page = unescape(table.phone.get(f"{table.url}/referee/renege?ask=1&{ask}").text)
    assert words in page
    assert "this is our answer" not in page


def test_a_question_outside_a_club_has_options(club: Club) -> None:
    place = "/rules/raise-the-stakes/referee/score?seats=3&ask=1&tricks.0=2&tricks.1=2&tricks.2=1&raised_by=0"
    assert "The book leaves this open" in unescape(club.stranger.get(place).text)
    assert "By your house rule" in unescape(club.stranger.get(f"{place}&o-raised_tie=nobody-pays").text)
    refused = club.stranger.get(f"{place}&o-target=999")
    assert refused.status_code == 422
    assert "Target: 999 is too high, 200 is the most." in problems(refused)
    assert 'class="verdict"' not in refused.text


@pytest.mark.parametrize("seats", ["0", "1", "99", "x", "³", "-2"])
def test_any_playable_number_of_seats_can_be_chosen(club: Club, seats: str) -> None:
    page = club.stranger.get(f"/rules/rage/referee/trick?seats={seats}").text
    assert "Player 2" in page
    assert "Player 9" not in page


@pytest.mark.parametrize(
    "path", ["/any-other-game/referee", "/rage/referee/nothing", "/nothing/referee", "/nothing/referee/trick"]
)  # fmt: skip
def test_a_game_without_a_referee_is_404(club: Club, path: str) -> None:
    assert club.stranger.get(f"/rules{path}").status_code == 404


def test_questions_inside_a_club_are_404_for_others(table: Table) -> None:
    for path in ("/referee", "/referee/trick", "/referee/put"):
        assert table.club.stranger.get(table.url + path).status_code == 404
        assert table.club.stranger.post(table.url + path).status_code == 404
    put = {"player": "Bob", "points": "-1", "reason": "reneged", "where": "draft"}
    assert table.post("/referee/put", put, table.club.viewer).status_code == 403
    assert table.phone.get(table.url.replace(table.key, "nothing") + "/referee").status_code == 404


def test_players_who_admitted_a_renege_are_tapped_by_name(table: Table) -> None:
    page = table.phone.get(f"{table.url}/referee/renege?admitted=1").text
    assert "Bob reneged" in page
    assert "Put it on the sheet" in page
    assert "Put it on the sheet" not in table.club.viewer.get(f"{table.url}/referee/renege?admitted=1").text
    for nonsense in ("3", "-1", "x", "", "²"):
        assert table.phone.get(f"{table.url}/referee/renege?admitted={nonsense}").status_code == 404
        assert table.phone.get(f"{table.url}/referee/renege?admitted=1&admitted={nonsense}").status_code == 200
    assert table.phone.get(f"{table.url}/referee/trick?admitted=1").status_code == 404


def test_no_card_is_an_answer_where_a_card_is_asked_for(club: Club) -> None:
    page = "/rules/burraco/referee/close?ask=1&pozzetto=taken&burracos=1"
    assert "None: everything is melded" in club.stranger.get("/rules/burraco/referee/close").text
    assert "No card is left to discard." in club.stranger.get(f"{page}&discard.none=1").text
    assert "Yes, the side closes" in club.stranger.get(f"{page}&discard.none=1&discard=9c").text, "the card counts"
    assert "Please look at this: Enter “Last card”." in problems(club.stranger.get(page))
