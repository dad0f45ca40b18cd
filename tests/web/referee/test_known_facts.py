"""Facts that a play knows are not asked."""

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from companion.core.entry import fields as f
from companion.core.entry.problems import Problem
from companion.core.game.situation import Effect, Situation, situation_of
from companion.games import game_of
from companion.store.access import members
from companion.store.plays.coming_round import drafts
from companion.web.referee.questions import Question, ask_question, bases_of, facts_in_words
from tests.web.pages import main_of, words
from tests.web.phones import Club, problems
from tests.web.referee.questions import PENALTY, asked, context_of


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
    assert "Please look at this: Choose “Side”." in problems(nobody)
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


def test_a_side_that_captured_nothing_can_say_so(club: Club) -> None:
    table = club.start("pitch", ["Ann", "Bob", "Cyd", "Dee"])
    page = f"{table.url}/referee/game-point"
    assert 'name="captured.1.none"' in table.phone.get(page).text
    answer = table.phone.get(f"{page}?ask=1&captured.0=10h&captured.1.none=1").text
    assert "Ann &amp; Cyd have game, 10 to 0." in answer


def test_who_sits_out_is_known_and_can_be_corrected(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    table.post("/draft", {"who": "1", "present": ["0", "1"], "slot": "1"})
    page = words(main_of(table.phone.get(f"{table.url}/referee/score").text))
    assert "Ann : Tricks 0 1 2 3 4 5 Bob : Tricks 0 1 2 3 4 5 Cyd : Tricks 0 1 2 3 4 5" in page
    assert (
        "The game knows: Sitting out Cyd Sitting out Players who sit this round out; they score 0. Ann Bob Cyd" in page
    )


# The question as its page gets it.

FOUR = ["Ann", "Bob", "Cyd", "Dee"]


def corrections(effects: list[tuple[str, int, str]]) -> dict[str, int]:
    return {name: points for name, points, _ in effects}


def test_a_question_that_the_play_answers_is_settled_at_once_and_can_be_asked_otherwise(club: Club) -> None:
    table = club.start("hearts", FOUR)
    cases: list[tuple[dict[str, str], str, dict[str, int], list[str]]] = [
        ({}, "In round 1 pass to the left.", {"round": 1}, []),
        ({"ask": "1", "round": "2"}, "In round 2 pass to the right.", {"round": 2}, []),
        ({"round": "2"}, "", {"round": 2}, []),
        ({"ask": "1"}, "", {}, ["Enter “Round”."]),
    ]
    for sent, verdict, facts, faults in cases:
        question = asked(table, "pass", sent)
        assert (question.verdict.verdict if question.verdict else "") == verdict
        assert question.facts == facts
        assert [fault.text for fault in question.faults] == faults
        known = not sent
        assert question.known_texts == ([("Round", "1")] if known else [])
        shown = question.from_play if known else question.sections
        assert [field.data for section in shown for field in section.all_fields] == [facts.get("round")]
        assert [field.errors for section in shown for field in section.all_fields] == [faults]


def test_a_question_is_settled_at_once_unless_its_facts_are_refused_optional_or_can_be_admitted(club: Club) -> None:
    table = club.start("hearts", FOUR)
    game, context = table.state.game, context_of(table, "pass")
    known = situation_of(game.situations, "pass")
    optional = f.count("late", "Late", 9, aside=True)
    cases: list[tuple[Situation, dict[str, str], bool, list[str]]] = [
        (replace(known, facts=lambda options: (*known.facts(options), optional)), {}, True, []),
        (replace(known, facts=lambda _: (optional,)), {}, False, []),
        (replace(known, judge_admitted=known.judge), {}, False, []),
        (replace(known, check=lambda *_: [Problem("round", "No.")]), {}, False, []),
        (replace(known, check=lambda *_: [Problem("round", "No.")]), {"ask": "1", "round": "1"}, False, ["Round: No."]),
    ]
    with club.app.test_request_context():
        for situation, sent, is_settled, faults in cases:
            question = ask_question(game, situation, context, MultiDict(sent))
            assert (question.verdict is not None) == is_settled
            assert [fault.text for fault in question.faults] == faults


def test_all_that_is_wrong_with_the_facts_is_said_at_once(club: Club) -> None:
    question = asked(club.start("hearts", FOUR), "renege", {"ask": "1", "tricks": "Ann 7h, Bob 7h\nAnn 8h, Bob 8h"})
    assert [fault.text.partition(";")[0] for fault in question.faults] == [
        "Tricks: 7♥ is there too often", "Tricks: 8♥ is there too often",
    ]  # fmt: skip
    assert question.verdict is None


def test_what_tables_usually_do_is_offered_for_the_round_whose_points_are_known(club: Club) -> None:
    table = club.start("hearts", FOUR)
    table.write({"hearts": {"Ann": 10, "Bob": 3, "Cyd": 0, "Dee": 0}, "queen": "Cyd"})
    by_cards = {"ask": "1", "tricks": "Ann 7h, Bob 3c, Cyd 3h, Dee 4h\nAnn 8h, Bob 2h"}
    last = {"Ann": -10, "Bob": 23, "Cyd": -13}
    for sent in ({"admitted": " 1 "}, by_cards):
        question = asked(table, "renege", sent)
        assert (question.blamed, question.effects, question.usual) == ("Bob", [], [])
        assert corrections(question.usual_last) == last
        assert question.verdict is not None
        assert question.verdict.because[-1] == "With all 26 for Bob the others have none."
        shown = [field.name for section in question.sections for field in section.all_fields]
        assert shown == ["took.0", "took.1", "took.2", "took.3", "tricks"]
    question = asked(table, "renege", {**by_cards, "took.0": "20", "took.2": "6"})
    assert (corrections(question.usual), corrections(question.usual_last)) == ({"Ann": -20, "Bob": 26, "Cyd": -6}, last)
    assert question.verdict is not None
    assert question.corrections(question.verdict.usual) == question.usual
    both = {"ask": "1", "tricks": "Ann 7h, Bob 3c, Cyd 3d, Dee 4h\nAnn 8h, Bob 2h, Cyd 5h"}
    question = asked(table, "renege", both)
    assert (question.blamed, question.usual, question.usual_last) == ("", [], [])


def test_the_verdict_on_the_coming_round_does_not_take_the_last_one_for_it(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"], {"renege_in_raised": "two"})
    table.write({"tricks": {"Ann": 3, "Bob": 2}, "raised_by": ["Ann"]})
    question = asked(table, "renege", {"admitted": "1"})
    assert question.verdict is not None
    assert question.verdict.verdict == "Bob reneged, loses 1 point and is out of the hand."
    euchre = club.start("euchre", FOUR)
    before = asked(euchre, "renege", {"admitted": "1"}).verdict
    euchre.write({"maker": "Ann", "tricks": 3, "alone": True})
    assert asked(euchre, "renege", {"admitted": "1"}).verdict == before


def test_an_effect_without_a_reason_is_named_after_its_question() -> None:
    question = Question(situation_of(game_of("hearts").situations, "renege"), (), [])
    assert question.corrections([Effect("Ann", -1, ""), Effect("Bob", 2, "late")]) == [
        ("Ann", -1, "renege"), ("Bob", 2, "late"),
    ]  # fmt: skip


def test_cards_are_picked_for_each_field_and_the_side_stays_chosen(club: Club) -> None:
    table = club.start("canasta", FOUR)
    assert list(asked(table, "pickup").decks) == ["pile", "hand", "meld"]
    question = asked(table, "minimum", {"ask": "1", "side": "1", "melds.0": "Ks Kh Kd"})
    assert question.verdict is not None
    chosen = {field.name: field.data for section in question.sections for field in section.all_fields}
    assert chosen == {"side": "Bob & Dee", "melds": [["Ks", "Kh", "Kd"]]}


def test_each_question_gets_the_facts_that_its_table_and_draft_answer(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    table.post("/draft", {"who": "1", "present": ["0", "1"], "slot": "1"})
    put = {**PENALTY, "situation": "renege", "where": "draft"}
    assert table.post("/referee/put", put).status_code == 303
    known = {"dealer": "Ann", "round": 1, "leads": "Bob", "cards": 5, "worth": 2}
    context = context_of(table, "trick")
    assert (context.players, context.sides, context.known) == (("Ann", "Bob"), (), known)
    assert context.raw_options == table.state.options
    assert table.post("/referee/put", {**PENALTY, "where": "draft"}).status_code == 303
    context = context_of(table, "score")
    assert context.players == ("Ann", "Bob", "Cyd")
    assert context.known == {**known, "absent": ["Cyd"], "reneged": ["Bob"], "adjust": [{**PENALTY, "points": -1}]}
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    assert context_of(table, "score").known == {**known, "absent": []}


@pytest.mark.parametrize(
    ("slug", "key", "known", "known_of"),
    [
        ("samba", "minimum",
         {"dealer": "Ann", "round": 1, "leads": "Bob", "minimum": {"Ann & Cyd": 50, "Bob & Dee": 50}},
         {"Ann & Cyd": {"total": 0}, "Bob & Dee": {"total": 0}}),
        ("spades", "bags", {"dealer": "Ann", "round": 1, "leads": "Bob", "cards": 13, "may_blind": []},
         {"Ann & Cyd": {"bags": 0}, "Bob & Dee": {"bags": 0}}),
        ("toepen", "knock", {"dealer": "Ann", "out": [], "round": 1, "leads": "Bob", "may_knock": FOUR},
         {name: {"tokens": 10} for name in FOUR}),
        ("reversis", "remise",
         {"dealer": "Ann", "remises": 0, "round": 1, "leads": "Bob", "pot": 25, "pots": [25]}, {}),
    ],
)  # fmt: skip
def test_a_question_knows_the_table_and_whom_it_can_be_about(
    club: Club, slug: str, key: str, known: dict[str, Any], known_of: dict[str, Any]
) -> None:
    context = context_of(club.start(slug, FOUR), key)
    assert (context.players, context.known, context.known_of) == (tuple(FOUR), known, known_of)


def test_a_renege_that_somebody_admits_was_in_the_last_round(club: Club) -> None:
    table = club.start("euchre", FOUR)
    assert context_of(table, "renege").last_round_facts is None
    table.write({"maker": "Ann", "tricks": 3})
    table.write({"maker": "Bob", "tricks": 3, "alone": True})
    assert context_of(table, "renege").last_round_facts == {"alone": True}
    assert context_of(table, "score").last_round_facts is None


def test_what_was_entered_by_cards_counts_more_than_what_the_table_says(club: Club) -> None:
    table = club.start("cucumber", ["Ann", "Bob", "Cyd"])
    table.write({"leader": "Ann", "cards": {"Ann": "2", "Bob": "Q", "Cyd": "3"}})
    entered = {"players": ["Ann", "Bob"], "leads": "Cyd", "seats": 2}
    context = context_of(table, "trick", entered)
    assert {key: context.known[key] for key in entered} == entered
    hearts = club.start("hearts", FOUR)
    hearts.write({"hearts": {"Ann": 10, "Bob": 3, "Cyd": 0, "Dee": 0}, "queen": "Cyd"})
    assert context_of(hearts, "renege").last_round_facts == {"took": {"Ann": 10, "Bob": 3, "Cyd": 13, "Dee": 0}}
    played = {"tricks": [[{"player": "Ann", "card": "7h"}], [{"player": "Ann", "card": "8h"}]]}
    assert context_of(hearts, "renege", played).last_round_facts is None
    assert asked(hearts, "renege", entered=played).known_texts == [("Tricks", "2")]


def test_facts_about_a_player_are_asked_until_they_are_known_of_everybody(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob", "Cyd"])
    table.post("/draft", {"bid.0": "2", "slot": "1"})
    assert context_of(table, "score").known_of == {"Ann": {"bid": 2}, "Bob": {}, "Cyd": {}}
    assert [item.key for item in asked(table, "score").fields] == ["cards", "bid", "tricks", "bonus", "mad", "count"]


def test_the_bids_so_far_are_known_of_a_question_about_the_next(club: Club) -> None:
    table = club.start("oh-hell", FOUR)
    table.post("/draft", {"bid.1": "2", "slot": "1"})
    assert context_of(table, "bid").known == {
        "dealer": "Ann", "round": 1, "leads": "Bob", "cards": 7, "trump": "turned", "count": 4,
        "bids": [{"player": "Bob", "bid": 2}],
    }  # fmt: skip


def test_tricks_are_asked_last_and_sides_are_not_asked(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    keys = {key: [item.key for item in asked(table, key).fields] for key in ("trick", "renege")}
    assert keys == {"trick": ["trump", "seats", "plays"], "renege": ["trump", "secret_shuffle", "raised", "tricks"]}
    question = asked(club.start("pitch", FOUR), "score")
    assert "sides" not in [item.key for item in question.fields]
    assert question.facts["sides"] == ["Ann & Cyd", "Bob & Dee"]


def test_what_a_play_knows_is_said_with_zeros(club: Club) -> None:
    question = asked(club.start("reversis", FOUR), "remise")
    assert question.known_texts == [("Pots", "25"), ("Remises", "0")]


def test_facts_are_said_in_words_of_everybody_and_of_the_table() -> None:
    took = f.count("took", "Took", 9, per="player", names=("Ann", "Bob"))
    fields = (f.flag("foul", "Foul"), took, f.count("left", "Left", 9), took.of(key="lost", label="Lost"))
    facts = {"left": 0, "took": {"Ann": 1, "Bob": 0}, "foul": False, "lost": {}}
    assert facts_in_words(fields, facts) == [
        ("Foul", "no"), ("Took", "Ann: 1; Bob: 0"), ("Left", "0"), ("Lost", "none"),
    ]  # fmt: skip
