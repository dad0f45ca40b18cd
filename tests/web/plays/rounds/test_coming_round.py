"""The coming round as its phones send it: who sits out, what is locked, and what is refused with its cause."""

import json
import re
from html import unescape

import pytest

from companion.web.plays.rounds.round_form import coming_round_form
from tests.web.pages import main_of, words
from tests.web.phones import Club, Table, problem_texts

THREE = ["Ann", "Bob", "Cyd"]
CAUSE = "The referee has put it on this round: take it out above, or enter in the round itself what happened."


def sheet(table: Table) -> str:
    """Return the text of the sheet from a scorer's phone."""
    return words(main_of(table.phone.get(table.url).text))


def test_bets_are_asked_and_read_for_those_who_play_the_hand(club: Club) -> None:
    table = club.start("ace-deuce-jack", THREE)
    assert table.post("/draft", {"slot": "1", "who": "1", "present": ["0", "2"]}).status_code == 303
    assert "Change Written down as" not in sheet(table), "who plays is open until the bets are locked"
    lacking = table.post("/preview?phase=1", {"min_bet": "5", "bets.1": "6"}).text
    assert json.loads(unescape(re.findall(r"data-lacks='([^']*)'", lacking)[0])) == [
        ["f-bets-0", "Nobody bets; at least one player must."]
    ]
    assert table.post("/draft", {"slot": "1", "lock": "on", "min_bet": "5", "bets.0": "6"}).status_code == 303
    assert "Least bet 5 Bet Cyd 6 Change" in sheet(table)
    table.post("/draft", {"slot": "1", "lock": "off"})
    table.post("/draft", {"slot": "1", "who": "1", "present": ["0", "1", "2"]})
    assert "Bob : Bet 1 2 5 10 Cyd : Bet" in sheet(table)


def test_bids_stay_locked_when_one_is_changed(club: Club) -> None:
    table = club.start("rage", THREE, {"first_hand": "2"})
    table.post("/draft", {"slot": "1", "lock": "on", "bid.0": "1", "bid.1": "0", "bid.2": "2"})
    assert table.post("/draft", {"slot": "1", "bid.0": "2", "bid.1": "0", "bid.2": "2"}).status_code == 303
    assert "Bid Ann 2, Bob 0, Cyd 2 4 bid, 2 to take. Change Tricks" in sheet(table)


def test_a_bid_changes_no_score_while_nothing_counts_yet(club: Club) -> None:
    table = club.start("rage", THREE, {"first_hand": "2"})
    answer = table.post("/draft/so-far", {"slot": "1", "bid.1": "2"}).json
    assert answer is not None
    del answer["mark"]
    assert answer == {
        "alone": False, "whole": True, "bidding": "Cyd bids next. 2 bid, 2 to take.", "board": [], "progress": None,
        "notices": [],
    }  # fmt: skip


@pytest.mark.parametrize(("more", "offered"), [("preview", True), ("row", False)])
def test_only_the_button_for_the_preview_asks_the_referee(club: Club, more: str, offered: bool) -> None:
    table = club.start("raise-the-stakes", THREE)
    answer = table.post("/rounds", {"tricks.0": "3", "tricks.1": "1", "tricks.2": "0", "more": more})
    assert (answer.status_code, "Did somebody renege?" in answer.text) == (200, offered)


def test_a_correction_with_another_row_is_shown_again_and_not_saved(table: Table) -> None:
    before = table.state
    answer = table.post("/rounds/1/edit", {"tricks.0": "3", "tricks.1": "2", "more": "row"})
    assert (answer.status_code, 'name="tricks.1" value="2" checked' in answer.text) == (200, True)
    assert table.state.revision == before.revision


def test_only_what_the_referee_put_on_a_round_is_named_as_the_cause(club: Club) -> None:
    found = {"player": "Bob", "points": "-1", "reason": "reneged", "where": "draft"}
    table = club.start("toepen", THREE, {"tokens": "2"})
    typed = {"adjust.0.player": "1", "adjust.0.points": "-2", "adjust.0.reason": "late"}
    own = table.post("/rounds", {**table.inputs({"winner": "Ann"}), **typed})
    assert (own.status_code, problem_texts(own)[0]) == (
        422,
        "Not saved yet: Adjustment: −2 takes Bob to −1; 0 is the least.",
    )
    for _ in range(2):
        table.post("/referee/put", found)
    below = table.post("/rounds", table.inputs({"winner": "Ann"}))
    assert (below.status_code, problem_texts(below)[0]) == (
        422,
        f"Not saved yet: Adjustment: −2 takes Bob to −1; 0 is the least. {CAUSE}",
    )
    other = club.start("raise-the-stakes", THREE)
    other.post("/referee/put", found)
    wrong = other.post("/rounds", {"tricks.0": "4"})
    assert (wrong.status_code, problem_texts(wrong)[0]) == (
        422,
        "Not saved yet: Tricks add up to 4, but 5 cards were dealt.",
    )


def test_a_round_that_lacks_an_answer_is_refused_although_an_objection_came_first(club: Club) -> None:
    table = club.start("burraco", [*THREE, "Dee"])
    lacking = {"melded.0": "120", "melded.1": "80", "in_hand.0": "30", "in_hand.1": "40"}
    assert table.post("/rounds", {**lacking, "closed": "none"}).status_code == 303
    seen = table.carried()
    assert table.post("/rounds/1/contest", {"words": "Bob went out"}, club.viewer).status_code == 303
    for path in ("/rounds", "/rounds/1/edit"):
        answer = table.post(path, {**lacking, **seen})
        assert answer.status_code == 422, path
        assert problem_texts(answer)[0].endswith(": Closed by: Who went out?"), path
    assert len(table.state.slots) == 1


def test_what_others_changed_is_said_before_what_a_round_lacks(club: Club) -> None:
    table = club.start("burraco", [*THREE, "Dee"])
    lacking = {"melded.0": "120", "melded.1": "80", "in_hand.0": "30", "in_hand.1": "40"}
    seen = table.carried()
    table.post("/remark", {"remark": "Late"})
    assert table.post("/rounds", {**lacking, **seen}).status_code == 409
    table.post("/rounds", {**lacking, "closed": "none"})
    seen = table.carried()
    table.post("/rounds/1/edit", {**lacking, "closed": "none", "melded.0": "130"})
    assert table.post("/rounds/1/edit", {**lacking, **seen}).status_code == 409
    table.post("/end")
    assert problem_texts(table.post("/rounds", lacking)) == [
        "The game was ended. Continue it before you enter a round."
    ]


def test_a_round_for_which_the_sheet_has_no_form_is_refused_with_the_reason(table: Table) -> None:
    won = {"tricks.0": "5"}
    table.post("/rounds", won)
    bet = {"adjust.0.player": "0", "adjust.0.points": "20", "adjust.0.reason": "bet"}
    table.post("/rounds/1/edit", {**won, **bet})
    refused = [table.post("/rounds", won)]
    for undone, path, form in [("/undo", "/end", {}), ("/reopen", "/discard", {"to": "on"})]:
        table.post(undone)
        table.post(path, form)
        refused.append(table.post("/rounds", won))
    assert [(answer.status_code, problem_texts(answer)) for answer in refused] == [
        (422, ["Round 2 must be corrected first."]),
        (422, ["The game was ended. Continue it before you enter a round."]),
        (422, ["This game was discarded. Restore it before you change it."]),
    ]


def test_the_form_of_a_round_knows_who_was_ticked_as_absent_and_what_follows_from_the_cards(club: Club) -> None:
    table = club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
    with club.app.app_context():
        form = coming_round_form(table.state, None, {"absent": ["Cyd"], "tricks": {"Ann": 6}})
        assert form is not None
        assert (form.table.absent, form.entry) == (("Cyd",), {"absent": ["Cyd"], "tricks": {"Ann": 6}})
        followed = coming_round_form(table.state, None, from_cards={"tricks": {"Ann": 3, "Bob": 2, "Cyd": 0}})
        assert followed is not None
        assert followed.entry["tricks"] == {"Ann": 3, "Bob": 2, "Cyd": 0}
