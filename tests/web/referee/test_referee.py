"""The referee's pages: questions, verdicts, and corrections that go on the sheet."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from flask import Flask
from werkzeug.datastructures import MultiDict

from companion.core.game.situation import situation_of
from companion.core.play.setups import read_options
from companion.core.referee.judging import judge_request
from companion.games import all_games, game_of
from companion.store.access import members
from companion.store.house import house_rules
from companion.store.plays.coming import drafts
from companion.store.plays.coming.findings import NamedInRound
from companion.web.referee.questions import QuestionContext, ask_question, asked_fields, bases_of, query_of
from companion.web.rulings.views import facts_in_words
from tests.alike import worked_questions
from tests.games.examples import at_the_table
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Phone, Table, problems

WITH_REFEREE = [game for game in all_games() if game.situations]
RENEGE = "/referee/renege?ask=1&trump=yellow&tricks=Ann red-7, Bob blue-3%0D%0ABob red-1, Ann red-8"


def texts_in(value: Any) -> Iterator[str]:
    """Return every text in JSON, keys too."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)
    elif isinstance(value, str):
        yield value.strip()


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
        ("trump=yellow", "Trick"),
        ("plays=Ann red-7, Ann red-8&trump=yellow", "Ann has two cards"),
        ("plays=Ann red-7, Bob red-7&trump=yellow", "red 7"),
        ("plays=Ann red-7, Zoe red-8&trump=yellow", "Zoe"),
        ("plays=Ann hearts, Bob red-7&trump=yellow", "hearts"),
        ("plays=red-7&trump=yellow", "Player"),
        ("plays=Ann red-7&trump=12", "not a colour"),
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
    assert "Target" in problems(refused)
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


# On the sheet.

PENALTY = {"player": "Bob", "points": "-1", "reason": "reneged in trick 1, the blue 3"}


def test_a_penalty_waits_for_the_round_and_joins_it(table: Table) -> None:
    assert table.post("/referee/put", {**PENALTY, "where": "draft"}).status_code == 303
    assert "On the sheet for round 2: Bob −1." in unescape(table.phone.get(table.url).text)
    sheet = table.club.viewer.get(table.url).text
    assert "reneged in trick 1, the blue 3" in sheet
    table.write({"tricks": {"Ann": 3, "Cyd": 2}})
    last = table.state.sheet.rounds[-1]
    assert last.adjusted == {"Bob": -1}
    assert [line.rule for line in last.lines if line.name == "Bob"] == ["table/adjustment"]
    assert table.state.sheet.table.totals == {"Ann": 5, "Bob": -1, "Cyd": 0}
    assert "The referee, for this round" not in table.phone.get(table.url).text


def test_the_same_tap_twice_is_one_penalty_and_two_taps_are_two(table: Table) -> None:
    sent = {**table.carried(), **PENALTY, "where": "draft"}
    for _ in range(2):
        assert table.phone.post(f"{table.url}/referee/put", sent).status_code == 303
    assert table.post("/referee/put", {**PENALTY, "where": "draft"}).status_code == 303
    table.write({"tricks": {"Ann": 3, "Cyd": 2}})
    assert table.state.sheet.rounds[-1].adjusted == {"Bob": -2}


def test_points_in_play_count_before_the_hand_if_the_first_at_the_target_wins(club: Club) -> None:
    table = club.start("ecarte", ["Ann", "Bob"], {"target": "2"})
    table.write({"upcard_king": True, "tricks": {"Bob": 3, "Ann": 2}})
    for points in ("1", "1"):
        table.post("/referee/put", {"player": "Ann", "points": points, "reason": "renege", "where": "draft"})
    drop = f"{table.url}/referee/drop"
    first = {name: values[0] for name, values in sent_by(table.phone.get(table.url).text, action=drop).items()}
    assert table.phone.post(drop, first).status_code == 303
    assert len(table.state.pending_findings) == 1
    table.write({"tricks": {"Bob": 3, "Ann": 2}})
    assert (table.state.winners, table.state.sheet.table.totals) == (("Ann",), {"Ann": 2, "Bob": 1})


def test_a_waiting_penalty_can_be_removed(table: Table) -> None:
    table.post("/referee/put", {**PENALTY, "where": "draft"})
    assert table.post("/referee/drop", {**PENALTY}).status_code == 303
    assert "reneged in trick 1" not in table.phone.get(table.url).text
    table.write({"tricks": {"Ann": 3, "Cyd": 2}})
    assert table.state.sheet.rounds[-1].adjusted == {}


def test_a_penalty_on_the_last_round_can_be_undone(table: Table) -> None:
    sent = {**table.carried(), **PENALTY, "where": "last"}
    for _ in range(2):
        assert table.phone.post(f"{table.url}/referee/put", sent).status_code == 303
    assert table.state.sheet.table.totals == {"Ann": 3, "Bob": -1, "Cyd": 0}
    assert "That was done already." in table.phone.get(table.url).text
    table.post("/undo")
    assert table.state.sheet.table.totals == {"Ann": 3, "Bob": 0, "Cyd": 0}


def test_of_two_phones_the_second_puts_nothing_on_the_wrong_round(table: Table) -> None:
    old = {**table.carried(), **PENALTY, "where": "last"}
    table.write({"tricks": {"Ann": 5}})
    answer = table.phone.post(f"{table.url}/referee/put", old)
    assert answer.status_code == 409
    assert all(not one.adjusted for one in table.state.sheet.rounds)


@pytest.mark.parametrize("where", ["draft", "last"])
@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"player": "Zoe"}, "Zoe"),
        ({"player": ""}, "name"),
        ({"points": "0"}, "0 points"),
        ({"points": "many"}, "Points"),
        ({"points": "9" * 30}, "Points"),
        ({"points": "-200000"}, "Points"),
        ({"reason": ""}, "reason"),
        ({"reason": "x" * 201}, "Reason"),
        ({"reason": "\0"}, "Reason"),
        ({"player": ["Bob", "Ann"]}, "name"),
    ],
)
def test_an_invalid_correction_changes_nothing(
    table: Table, where: str, wrong: dict[str, Any], message: str
) -> None:  # fmt: skip
    answer = table.post("/referee/put", {**PENALTY, **wrong, "where": where})
    assert answer.status_code == 422
    assert message.lower() in unescape(answer.text).lower()
    assert (table.state.revision, table.state.pending_findings) == (2, ())
    table.write({"tricks": {"Ann": 3, "Cyd": 2}})
    assert table.state.sheet.rounds[-1].adjusted == {}


def test_before_the_first_round_there_is_no_last_one(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    assert table.post("/referee/put", {**PENALTY, "where": "last"}).status_code == 422


def test_after_the_end_a_penalty_goes_on_the_last_round(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"], {"target": "3"})
    table.write({"tricks": {"Ann": 5}})
    assert table.state.over
    page = table.phone.get(f"{table.url}/referee/renege?admitted=1").text
    assert 'value="draft"' not in page
    assert 'value="last"' in page
    assert table.post("/referee/put", {**PENALTY, "where": "draft"}).status_code == 422
    assert table.post("/referee/put", {**PENALTY, "where": "last"}).status_code == 303
    assert table.state.sheet.table.totals["Bob"] == -1


def test_a_round_entered_meanwhile_includes_the_penalty(table: Table) -> None:
    typed = {**table.carried(), **table.inputs({"tricks": {"Ann": 3, "Cyd": 2}})}
    table.post("/referee/put", {**PENALTY, "where": "draft"})
    for _ in range(2):
        assert table.phone.post(f"{table.url}/rounds", typed).status_code == 303
    assert [one.adjusted for one in table.state.sheet.rounds] == [{}, {"Bob": -1}]


def test_a_penalty_for_a_round_saved_meanwhile_does_not_go_on_the_next(table: Table) -> None:
    sent = {**table.carried(), **PENALTY, "where": "draft"}
    table.write({"tricks": {"Ann": 3, "Cyd": 2}})
    assert table.phone.post(f"{table.url}/referee/put", sent).status_code == 409
    assert table.state.pending_findings == ()


def test_a_penalty_can_be_undone_and_redone_and_survives_the_undo_of_its_round(table: Table) -> None:
    table.post("/referee/put", {**PENALTY, "where": "draft"})
    assert "Undo <span" in table.phone.get(table.url).text
    assert "referee’s correction" in table.phone.get(table.url).text
    table.post("/undo")
    assert table.state.pending_findings == ()
    table.post("/redo")
    assert [one.player for one in table.state.pending_findings] == ["Bob"]
    table.write({"tricks": {"Ann": 3, "Cyd": 2}})
    assert table.state.pending_findings == ()
    table.post("/undo")
    assert [one.player for one in table.state.pending_findings] == ["Bob"]
    table.write({"tricks": {"Ann": 1, "Cyd": 4}})
    assert table.state.sheet.rounds[-1].adjusted == {"Bob": -1}
    table.post("/undo")
    table.post("/undo")
    assert table.state.pending_findings == ()
    changes = table.phone.get(f"{table.url}/changes").text
    assert "Undo: referee’s correction" in changes


def test_a_waiting_penalty_does_not_end_a_play(table: Table) -> None:
    table.post("/referee/put", {**PENALTY, "where": "draft"})
    answer = table.post("/end")
    assert answer.status_code == 422
    assert "Bob −1 waits for a round that will not be played." in problems(answer)
    table.post("/referee/drop", PENALTY)
    assert table.post("/end").status_code == 303


def test_a_penalty_that_a_player_cannot_pay_is_named_as_the_cause(club: Club) -> None:
    table = club.start("toepen", ["Ann", "Bob", "Cyd"], {"tokens": "2"})
    for _ in range(2):
        assert table.post("/referee/put", {**PENALTY, "where": "draft"}).status_code == 303
    answer = table.post("/rounds", table.inputs({"winner": "Ann"}))
    assert answer.status_code == 422
    assert "It waits for this round, from the referee" in problems(answer)
    for _ in range(2):
        table.post("/referee/drop", PENALTY)
    table.write({"winner": "Ann"})


@pytest.mark.parametrize("where", ["draft", "last"])
def test_a_correction_that_no_round_can_hold_is_refused_on_the_page_of_its_question(club: Club, where: str) -> None:
    table = club.start("toepen", ["Ann", "Bob", "Cyd"], {"tokens": "2"})
    table.write({"winner": "Ann"})
    asked = "ask=1&discard=7s+Ks+Qs+Js&discarder=1&challenger=0"
    for _ in range(3):
        verdict = table.phone.get(f"{table.url}/referee/challenge?{asked}").text
        form = next(one for one in forms(verdict) if f'value="{where}"' in one)
        answer = table.phone.post(f"{table.url}/referee/put", {**sent_in(form), "where": where})
    assert answer.status_code == 422
    assert "Not on the sheet." in problems(answer)
    assert "Bob" in problems(answer)
    assert "Bob loses 1 token." in answer.text, "the verdict is still there"
    assert {one.get("Bob", 0) for one in (item.adjusted for item in table.state.sheet.rounds)} <= {0, -1}


def forms(page: str) -> list[str]:
    """Return the forms of a page that put something on the sheet."""
    return re.findall(r'<form[^>]*action="[^"]*/referee/put">.*?</form>', page, re.DOTALL)


def sent_in(form: str) -> dict[str, list[str]]:
    """Return what a form sends."""
    sent: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form):
        sent.setdefault(name, []).append(unescape(value))
    return sent


MARK = {**PENALTY, "where": "draft", "situation": "renege"}


def test_a_player_who_reneged_in_the_coming_round_cannot_win_it(table: Table) -> None:
    for _ in range(2):
        assert table.post("/referee/put", MARK).status_code == 303
    page = table.phone.get(table.url).text
    assert 'name="reneged" value="1" checked' in page
    assert 'name="reneged" value="0" checked' not in page
    assert "marked in the round itself" in page
    table.write({"tricks": {"Ann": 1, "Bob": 3, "Cyd": 1}})
    assert table.state.slots[-1].entry["reneged"] == ["Bob"]
    assert table.state.sheet.table.totals == {"Ann": 4, "Bob": -1, "Cyd": 1}


def test_a_renege_in_the_last_round_is_marked_there_and_the_round_scored_again(table: Table) -> None:
    table.write({"tricks": {"Ann": 1, "Bob": 3, "Cyd": 1}, "raised_by": ["Cyd"]})
    verdict = table.phone.get(f"{table.url}/referee/renege?admitted=1").text
    form = next(one for one in forms(verdict) if 'value="last"' in one)
    assert "round 2, scored again" in unescape(form)
    for said in ("Bob: marked in round 2, which is scored again.", "That was done already."):
        answer = table.phone.post(f"{table.url}/referee/put", {**sent_in(form), "where": "last"})
        assert said in unescape(table.phone.get(answer.headers["Location"]).text)
    last = table.state.slots[-1].entry
    assert last["reneged"] == ["Bob"]
    assert "adjust" not in last
    assert dict(table.state.sheet.rounds[-1].scores) == {"Ann": 1, "Bob": -1, "Cyd": 1}
    table.post("/undo")
    assert table.state.sheet.rounds[-1].scores["Bob"] == 3


def test_a_mark_that_the_last_round_cannot_hold_is_refused_with_the_reason(table: Table) -> None:
    table.write({"tricks": {"Ann": 3, "Cyd": 2}, "raised_by": ["Ann"], "folded": ["Bob"]})
    verdict = table.phone.get(f"{table.url}/referee/renege?admitted=1").text
    form = next(one for one in forms(verdict) if 'value="last"' in one)
    answer = table.phone.post(f"{table.url}/referee/put", {**sent_in(form), "where": "last"})
    assert answer.status_code == 422
    assert "Bob folded, so cannot have reneged." in problems(answer)
    assert "reneged" not in table.state.slots[-1].entry


def test_a_mark_survives_a_save_from_an_outdated_page(table: Table) -> None:
    typed = {**table.carried(), **table.inputs({"tricks": {"Ann": 1, "Bob": 3, "Cyd": 1}})}
    table.post("/referee/put", MARK, table.club.organiser)
    assert table.phone.post(f"{table.url}/rounds", typed).status_code == 303
    assert table.state.sheet.table.totals["Bob"] == -1


def test_a_mark_can_be_removed_undone_and_redone(table: Table) -> None:
    table.post("/referee/put", MARK)
    table.post("/referee/drop", {**PENALTY, "field": "reneged"})
    assert table.state.pending_findings == ()
    table.post("/undo")
    assert [isinstance(one, NamedInRound) and one.field for one in table.state.pending_findings] == ["reneged"]
    changes = unescape(table.phone.get(f"{table.url}/changes").text)
    assert "Referee’s correction, Bob −1</strong>" in changes
    assert "Undo: referee’s correction, Bob −1 taken out" in changes


@pytest.mark.parametrize(
    ("wrong", "status"),
    [({"situation": "nothing"}, 404), ({"player": "Zoe"}, 422), ({"player": "Zoe", "where": "last"}, 422)],
    ids=["no such question", "a stranger", "a stranger in the last round"],
)
def test_an_invalid_mark_changes_nothing(table: Table, wrong: dict[str, str], status: int) -> None:
    assert table.post("/referee/put", {**MARK, **wrong}).status_code == status
    assert table.state.pending_findings == ()


# While the round is being entered.


def preview(table: Table, entry: dict[str, Any], phone: Phone | None = None) -> str:
    answer = table.post("/preview", table.inputs(entry), phone)
    assert answer.status_code == 200
    return unescape(answer.text)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"tricks": {"Ann": 2, "Bob": 2, "Cyd": 1}}, "Ann and Bob tie for most tricks."),
        ({"tricks": {"Ann": 0, "Bob": 0, "Cyd": 5}}, "Cyd took every trick."),
        ({"raised_by": ["Ann"], "folded": ["Bob", "Cyd"]}, "All but Ann folded."),
        ({"tricks": {"Ann": 2, "Bob": 2, "Cyd": 0}}, "The tricks add up to 4 of 5. Did somebody renege?"),
    ],
)
def test_a_round_suggests_the_question_that_it_raises(table: Table, entry: dict[str, Any], words: str) -> None:
    found = preview(table, entry)
    assert words in found
    link = found[found.index("/clubs/", found.index(words)) :].split('"')[0]
    answer = table.phone.get(link)
    assert answer.status_code == 200
    assert ('class="verdict"' in answer.text) == ("renege" not in link)


def each(*values: Any) -> dict[str, Any]:
    return dict(zip(("Ann", "Bob", "Cyd", "Dee"), values, strict=True))


HANDS = {"hands": each(["10h", "6h"], ["9h", "7s"], ["Kh", "2s"], ["2h", "3h"])}
ALL = {"tricks": each(11, 0, 0, 0), "points": each(40, 0, 0, 0), "talon": 0, "reversis": "Ann"}
LEVEL = {"tricks": each(3, 3, 3, 2), "points": each(15, 15, 5, 0), "talon": 5}


@pytest.mark.parametrize(
    ("slug", "entry", "words", "link"),
    [
        ("farmer", HANDS, "tie.", "showdown"),
        ("reversis", ALL, "Ann took every trick.", "reversis"),
        ("reversis", LEVEL, "Ann and Bob are level on card points.", "party"),
    ],
    ids=["two of a count", "a reversis", "level points"],
)
def test_other_games_suggest_their_questions(
    club: Club, slug: str, entry: dict[str, Any], words: str, link: str
) -> None:
    table = club.start(slug, ["Ann", "Bob", "Cyd", "Dee"])
    found = preview(table, entry)
    assert words in found
    assert f"/referee/{link}?" in found


def test_an_ordinary_round_suggests_nothing_and_previews_its_points(table: Table) -> None:
    found = preview(table, {"tricks": {"Ann": 3, "Bob": 2}})
    assert 'class="offer"' not in found
    assert "<bdi>Ann</bdi>\N{NO-BREAK SPACE}<strong>+2</strong>" in found
    assert "most tricks" in found
    assert table.state.revision == 2


def test_a_waiting_penalty_counts_in_the_preview(table: Table) -> None:
    table.post("/referee/put", {**PENALTY, "where": "draft"})
    assert "<bdi>Bob</bdi>\N{NO-BREAK SPACE}<strong>−1</strong>" in preview(table, {"tricks": {"Ann": 3, "Bob": 2}})


def test_tricks_that_do_not_add_up_suggest_a_renege(table: Table) -> None:
    answer = table.post("/rounds", table.inputs({"tricks": {"Ann": 2, "Bob": 2}}))
    assert answer.status_code == 422
    assert "Did somebody renege?" in answer.text


def test_without_a_script_a_button_previews_the_points(table: Table) -> None:
    answer = table.post("/rounds", {**table.inputs({"tricks": {"Ann": 3, "Bob": 2}}), "more": "preview"})
    assert answer.status_code == 200
    assert "<bdi>Ann</bdi>&nbsp;<strong>+2</strong>" in answer.text
    assert table.state.revision == 2
    assert 'name="tricks.0" value="3" checked' in answer.text


def test_a_viewer_gets_no_preview(table: Table) -> None:
    assert table.post("/preview", {}, table.club.viewer).status_code == 403
    assert table.club.stranger.post(f"{table.url}/preview").status_code == 404


# Rulings.


def test_a_verdict_is_recorded_and_comes_first_the_next_time(table: Table) -> None:
    page = table.phone.get(table.url + RENEGE).text
    link = unescape(page[: page.index(">Write a longer ruling<")].rsplit('href="', 1)[1].split('"')[0])
    form = table.phone.get(link)
    assert form.status_code == 200
    sent = sent_by(form.text, "ruling")
    sent |= {
        "decision": ["Bob loses two points: it was the third time."],
        "agreed": ["Ann", "Bob"],
        "question": ["Who reneged?"],
    }
    assert table.phone.post(f"{table.club.url}/rulings/new", sent).status_code == 303
    again = unescape(table.club.viewer.get(f"{table.url}/referee/renege").text)
    assert "Ruled here before" in again
    assert "it was the third time" in again
    assert "Ruled here before" not in table.phone.get(f"{table.url}/referee/trick").text
    elsewhere = table.club.start("rage", ["Ann", "Bob", "Cyd"])
    assert "Ruled here before" not in table.phone.get(f"{elsewhere.url}/referee/renege").text
    assert "Write a longer ruling" not in table.club.viewer.get(table.url + RENEGE).text


def test_a_house_rule_on_the_paragraph_comes_before_the_verdict(club: Club) -> None:
    before = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    words = "Whoever reneges deals the next two hands."
    with club.app.app_context():
        member = members.member(club.organiser.token, club.key)
        assert member is not None
        proposed = house_rules.propose(
            member, game="raise-the-stakes", options={}, note="", holds_from=house_rules.today(), client_id="tap-house",
            amendments=[house_rules.Amendment("raise-the-stakes/penalties.renege", words)],
        )  # fmt: skip
        assert isinstance(proposed, house_rules.HouseRules)
        assert isinstance(house_rules.agree(member, proposed.key, ["Ann"]), house_rules.HouseRules)
    after = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    page = club.scorer.get(after.url + RENEGE).text
    assert page.index(words) < page.index('class="verdict"')
    assert words not in club.scorer.get(before.url + RENEGE).text
    assert words not in club.scorer.get(f"{after.url}/referee/upcard?ask=1&turned=red-7").text


def test_a_question_is_labelled_by_the_answer_it_depends_on(app: Flask) -> None:
    """Without a script, too; errors and the API use the same label."""
    page = "/rules/reversis/referee/ace"
    phone = Phone(app)
    assert ">Trick won, suit led, or hand won by</span>" in phone.get(page).text
    for how, label in (("discarded", "Trick won by"), ("forced", "Suit led by"), ("led", "Hand won by")):
        asked = phone.get(page, query_string={"ask": "1", "how": how}).text
        assert f">{label}</span>" in asked
        assert f"Choose “{label}”." in asked
    facts = phone.get("/api/v1/games/reversis/referee").json["situations"]
    [ace] = [one for one in facts if one["key"] == "ace"]
    [other] = [one for one in ace["facts"] if one["key"] == "other"]
    assert other["named_by"]["key"] == "how"
    assert {"value": "led", "label": "Hand won by"} in other["named_by"]["labels"]


def test_help_is_beside_what_it_explains(app: Flask) -> None:
    page = Phone(app).get("/rules/samba/referee/pickup").text
    assert '<p class="hint" id="f-pile-hint">The bottom card first.</p>' in page
    assert 'aria-describedby="f-pile-hint"' in page


def test_an_explanation_for_all_players_appears_once(club: Club) -> None:
    table = club.start("burraco", ["Ann", "Bob", "Cyd", "Dee"])
    page = table.phone.get(table.url).text
    assert page.count("Melds of seven cards or more with a wild card.") == 1
    assert page.count("jokers 30") + page.count("Jokers 30") == 1
    assert "<b>Dirty</b> Melds of seven cards or more with a wild card." in page


def test_help_names_its_subject_if_several_things_are_asked(club: Club) -> None:
    table = club.start("reversis", ["Ann", "Bob", "Cyd", "Dee"])
    assert "<b>Points</b> In the tricks: aces 4" in table.phone.get(table.url).text


@pytest.mark.parametrize("game", [game for game in WITH_REFEREE if any(one.key == "renege" for one in game.situations)])
def test_a_question_about_a_renege_asks_the_table_before_the_cards(club: Club, game: Any) -> None:
    url = club.start(game.slug, ["Ann", "Bob", "Cyd", "Dee"][: game.seats.nearest_allowed(3)]).url
    page = club.scorer.get(f"{url}/referee/renege").text
    assert page.index("Everybody agrees: who?") < page.index("Or let the cards say")
    verdict = unescape(club.scorer.get(f"{url}/referee/renege?admitted=1").text)
    assert "Bob" in verdict[verdict.index('class="says"') : verdict.index("</section>", verdict.index('class="says"'))]


# The search box over questions, rules and texts of the club.


def titles(page: str) -> list[str]:
    """Return the bold lines of a page: questions, or the sentence that nothing was found."""
    return re.findall(r"<strong>(.*?)</strong>", unescape(page))


def test_the_box_finds_the_question_and_fills_in_what_the_play_knows(table: Table) -> None:
    for phone in (table.phone, table.club.viewer):
        page = phone.get(f"{table.url}/referee", query_string={"q": "he did not follow suit"}).text
        assert titles(page)[0] == "Who reneged?"
        assert f'href="{table.url}/referee/renege"' in page
        assert page.index("Who reneged?") < page.index("In Raise the Stakes")
    assert "None of these: write a ruling" not in page


def test_without_words_all_questions_are_listed(table: Table) -> None:
    page = table.phone.get(f"{table.url}/referee").text
    questions, _, links = page.partition("None of these")
    assert titles(questions) == [one.title for one in game_of("raise-the-stakes").situations]
    assert titles(links) == ["Trick by trick", "What do we play?", "Rulings"]
    assert "None of these: write a ruling" in page


def test_no_result_is_reported_in_the_play_in_the_club_and_outside(table: Table) -> None:
    asked = {"q": "may the cat walk over the table"}
    sentence = "The rules of Raise the Stakes say nothing on “may the cat walk over the table”."
    for phone, path in (
        (table.phone, f"{table.url}/referee"),
        (table.phone, f"{table.club.url}/search?play={table.url.rsplit('/', 1)[1]}"),
        (table.club.stranger, "/rules/raise-the-stakes/referee"),
        (table.club.stranger, "/rules/search?first=raise-the-stakes"),
    ):
        path, _, more = path.partition("?")
        query = asked | ({more.split("=")[0]: more.split("=")[1]} if more else {})
        page = unescape(phone.get(path, query_string=query).text)
        assert sentence in page, path
    link = f"{table.url}/decide?question=may+the+cat+walk+over+the+table"
    assert link in unescape(table.phone.get(f"{table.url}/referee", query_string=asked).text)
    assert "may the cat walk over the table" in table.phone.get(link).text


def test_a_custom_answers_if_the_rules_are_silent(table: Table) -> None:
    page = unescape(table.phone.get(f"{table.url}/referee", query_string={"q": "a card fell on the floor"}).text)
    assert page.index("say nothing on") < page.index("If nothing else is said")
    assert "our own answer" in page


def test_a_ruling_is_found_in_the_box(table: Table) -> None:
    sent = sent_by(table.phone.get(f"{table.url}/decide?question=May+the+cat+walk+over+the+table%3F").text, "decide")
    table.phone.post(f"{table.url}/decide", sent | {"words": ["No."]})
    page = unescape(table.phone.get(f"{table.url}/referee", query_string={"q": "the cat on the table"}).text)
    assert "Ruling 1" in page
    assert "say nothing" not in page


def test_a_question_that_is_too_long_is_an_error_beside_the_box(table: Table) -> None:
    for phone, path in ((table.phone, f"{table.url}/referee"), (table.club.stranger, "/rules/rage/referee")):
        answer = phone.get(path, query_string={"q": "x" * 200})
        assert answer.status_code == 422
        assert "at most 120 letters" in answer.text


# Known facts are not asked.


def asked_of(page: str) -> tuple[set[str], str]:
    """Return the open inputs of a question's page, and what it says the play knows."""
    form = page[page.index('<form id="entry"') : page.index("</form>", page.index('<form id="entry"'))]
    knows = re.search(r'<details class="sheet-of-paper from-play"><summary>(.*?)</summary>.*?</details>', form, re.S)
    told = re.sub(r"<[^>]+>", "", knows[1]) if knows else ""
    return set(re.findall(r'name="([a-z_.0-9]+)"', form.replace(knows[0], "") if knows else form)), unescape(told)


def test_the_farm_and_the_farmer_are_known(club: Club) -> None:
    table = club.start("farmer", ["Ann", "Bob", "Cyd", "Dee"])
    names, told = asked_of(table.phone.get(f"{table.url}/referee/settle").text)
    assert told == "The game knows: Farmer Ann, Farm 4"
    assert not {"farmer", "farm"} & names


def test_the_tokens_of_the_knocker_are_known_but_not_who_knocked_before(club: Club) -> None:
    table = club.start("toepen", ["Ann", "Bob", "Cyd"])
    page = table.phone.get(f"{table.url}/referee/knock").text
    names, told = asked_of(page)
    assert {"player", "worth"} <= names
    assert "tokens" not in names
    assert "Worth" not in told
    answer = unescape(table.phone.get(f"{table.url}/referee/knock?ask=1&player=1&worth=1").text)
    assert "Yes: the hand is then worth 2" in answer
    assert "Bob holds 10 tokens" in answer.replace("\N{NO-BREAK SPACE}", " ")
    assert "Bob holds 10 tokens." in answer


def test_the_total_of_a_side_is_known(club: Club) -> None:
    table = club.start("samba", ["Ann", "Bob", "Cyd", "Dee"])
    names, _ = asked_of(table.phone.get(f"{table.url}/referee/minimum").text)
    assert "side" in names
    assert "total" not in names
    answer = unescape(table.phone.get(f"{table.url}/referee/minimum?ask=1&side=0&melds=Ks Kh Kd").text)
    assert "With 0 points before the hand the minimum is 50." in answer
    nobody = table.phone.get(f"{table.url}/referee/minimum?ask=1&melds=Ks Kh Kd")
    assert nobody.status_code == 422
    assert "Side" in problems(nobody)
    assert "total" in asked_of(club.stranger.get("/rules/samba/referee/minimum").text)[0]


def test_players_still_in_are_known_after_others_were_eliminated(club: Club) -> None:
    table = club.start("cucumber", ["Ann", "Bob", "Cyd"], {"limit": "5"})
    for _ in range(2):
        table.write({"leader": "Ann", "cards": {"Ann": "A", "Bob": "2", "Cyd": "3"}})
    names, _ = asked_of(table.phone.get(f"{table.url}/referee/last-trick").text)
    assert {"cards.0", "cards.1"} <= names
    assert "cards.2" not in names
    answer = unescape(table.phone.get(f"{table.url}/referee/last-trick?ask=1&leader=0&cards.0=9&cards.1=9").text)
    assert "Cyd takes the last trick and adds 9." in answer
    for _ in range(2):
        table.write({"leader": "Bob", "cards": {"Bob": "A", "Cyd": "2"}})
    assert table.state.over
    after = unescape(table.phone.get(f"{table.url}/referee/last-trick?ask=1&leader=0&cards.0=9&cards.1=9").text)
    assert "Cyd takes the last trick and adds 9." in after, "the last round is argued about after the end, too"


def test_no_card_is_an_answer_where_a_card_is_asked_for(club: Club) -> None:
    page = "/rules/burraco/referee/close?ask=1&pozzetto=taken&burracos=1"
    assert "None: everything is melded" in club.stranger.get("/rules/burraco/referee/close").text
    assert "No card is left to discard." in club.stranger.get(f"{page}&discard.none=1").text
    assert "Yes, the side closes" in club.stranger.get(f"{page}&discard.none=1&discard=9c").text, "the card counts"
    assert "Enter “Last card”." in problems(club.stranger.get(page))


def test_a_cited_paragraph_says_what_the_table_plays_instead(club: Club) -> None:
    """Otherwise the paragraph would name another number than the verdict."""
    table = club.start("cucumber", ["Ann", "Bob", "Cyd"], {"limit": "30"})
    asked = "over-limit?ask=1&player=0&total=31&others.1=7&others.2=3"
    for page in (
        table.phone.get(f"{table.url}/referee/{asked}"),
        club.stranger.get(f"/rules/cucumber/referee/{asked}&o-limit=30"),
    ):
        assert "31 is above 30 for the first time." in page.text
        assert 'Limit: 30</bdi> <span class="beside">(the book: 21)' in page.text
    assert "(the book: 21)" not in club.stranger.get(f"/rules/cucumber/referee/{asked}").text


def test_for_scores_above_the_limit_the_others_are_asked_as_after_the_last_trick(club: Club) -> None:
    table = club.start("cucumber", ["Ann", "Bob", "Cyd"])
    table.write({"leader": "Ann", "cards": {"Ann": "2", "Bob": "Q", "Cyd": "3"}})
    table.write({"leader": "Ann", "cards": {"Ann": "K", "Bob": "2", "Cyd": "3"}})
    page = f"{table.url}/referee/over-limit"
    names, _ = asked_of(table.phone.get(page).text)
    assert {"player", "total", "others.1"} <= names
    assert "cucumber" not in names
    answer = unescape(table.phone.get(f"{page}?ask=1&player=0&total=25&others.1=0&others.2=0").text)
    assert "Ann gets a cucumber and goes back to 0." in answer, "Bob was level with a queen, and has lost his 12"


def test_a_bid_in_the_draft_is_known(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob", "Cyd"])
    assert "bid" in asked_of(table.phone.get(f"{table.url}/referee/score").text)[0]
    slot = str(table.state.next_slot)
    table.post("/draft", {"bid.0": "2", "bid.1": "3", "bid.2": "0", "slot": slot})
    names, told = asked_of(table.phone.get(f"{table.url}/referee/score").text)
    assert "player" in names
    assert not {"bid", "cards", "count"} & names
    assert told == "The game knows: Cards 10, Players 3"
    answer = unescape(table.phone.get(f"{table.url}/referee/score?ask=1&player=1&cards=10&tricks=3&count=3").text)
    assert "That is 13 points." in answer


def test_a_game_without_a_book_is_not_decided_by_one() -> None:
    """The basis of its verdicts has other words."""
    told = bases_of(game_of("any-other-game"))
    assert told["book"] == "As it is commonly played"
    assert "book" not in told["open"]
    assert bases_of(game_of("rage"))["book"] == "By the book"


def test_knocks_in_the_draft_say_what_the_hand_is_worth(club: Club) -> None:
    table = club.start("toepen", ["Ann", "Bob", "Cyd"])
    with club.app.app_context():
        member = members.member(table.phone.token, club.key)
        assert member is not None
        assert drafts.patch_draft(member, table.state, slot=1, patch={"knocks": ["Ann", "Bob"]})
    names, _ = asked_of(table.phone.get(f"{table.url}/referee/knock").text)
    assert not {"tokens", "worth"} & names
    answer = unescape(table.phone.get(f"{table.url}/referee/knock?ask=1&player=2").text)
    assert "Yes: the hand is then worth 4, and a player who folds at once pays 3." in answer
