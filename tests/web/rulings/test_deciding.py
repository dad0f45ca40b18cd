"""Deciding at the table: points on the sheet and a ruling in the book, with one button."""

from html import unescape
from typing import Any

import pytest

from companion.store.people.ledger import ledger_of
from companion.store.plays.coming_round import drafts
from companion.store.rulings import read_rulings, write_rulings
from tests.hearts import HAND
from tests.web.forms.forms_of_pages import sent_by
from tests.web.older import finished_by_older_rules
from tests.web.phones import Club, Table, problem_texts
from tests.web.plays.tricks.cards import Cards
from tests.web.referee.questions import forms, sent_in

NO_NUMBER = "Give the points as a whole number from 1 to 100,000."
NOTHING = "Tap a player and give the points, or say in words what you decide."


@pytest.fixture
def hand(club: Club) -> Table:
    """Return a play of Rage with a round being played."""
    return club.start("rage", ["Ann", "Bob", "Cyd"])


def form_of(table: Table, path: str = "/referee/renege?admitted=1") -> dict[str, Any]:
    """Return what the form of a page sends."""
    return sent_by(table.phone.get(table.url + path).text, "decide")


def book(table: Table) -> list[read_rulings.RulingState]:
    """Return the rulings of the club."""
    with table.club.app.app_context():
        return read_rulings.find_rulings(table.club.id)


def test_one_button_writes_points_and_a_ruling(hand: Table) -> None:
    sent = form_of(hand)
    assert sent["player"] == ["1"]
    answer = hand.phone.post(f"{hand.url}/decide", sent | {"points": ["5"], "words": ["Not again."]})
    assert answer.headers["Location"] == hand.url
    page = unescape(hand.phone.get(hand.url).text)
    assert "On the sheet for round 1: Bob −5. Ruling 1 is in the book." in page
    (found,) = hand.state.pending_findings
    assert (found.player, found.points, found.reason) == ("Bob", -5, "Not again.")
    (ruled,) = book(hand)
    assert ruled.question == "Bob reneged."
    assert ruled.decision == "Not again.\nBob loses 5 points."
    assert (ruled.situation, ruled.round_number, ruled.basis) == ("renege", 1, "")
    assert ruled.agreed_by == ("Ann", "Bob", "Cyd")
    assert "rage/penalties.renege" in ruled.rules
    again = unescape(hand.phone.get(f"{hand.url}/referee/renege").text)
    assert "Bob loses 5 points." in again


@pytest.mark.parametrize("words", ["Not again.", "", "A long story. " * 40])
def test_the_round_names_the_ruling_behind_its_correction(hand: Table, words: str) -> None:
    hand.phone.post(f"{hand.url}/decide", form_of(hand) | {"points": ["5"], "words": [words]})
    hand.post("/referee/put", {"player": "Cyd", "points": "-2", "reason": "late", "where": "draft"})
    hand.write({"bid": {"Ann": 1, "Bob": 0, "Cyd": 0}, "tricks": {"Ann": 10, "Bob": 0, "Cyd": 0}})
    (ruled,) = book(hand)
    hand.phone.get(hand.url)  # shows the messages
    for path in ("/rounds/1", "/why/1"):
        page = hand.phone.get(hand.url + path).text
        bob = page[page.index("−5") :].split("</li>")[0]
        assert f'/rulings/{ruled.key}">Ruling 1</a>' in bob
        assert "The correction stands beside" not in bob
    late = hand.phone.get(f"{hand.url}/rounds/1").text.split("late")[1].split("</li>")[0]
    assert "The correction stands beside" in late, "which nobody wrote into the book"


def test_the_round_names_the_later_of_two_rulings_if_a_decision_was_undone_and_repeated(hand: Table) -> None:
    decision = {"points": ["5"], "words": ["Not again."]}
    hand.phone.post(f"{hand.url}/decide", form_of(hand) | decision)
    hand.post("/undo")
    hand.phone.post(f"{hand.url}/decide", form_of(hand) | decision)
    hand.write({"bid": {"Ann": 1, "Bob": 0, "Cyd": 0}, "tricks": {"Ann": 10, "Bob": 0, "Cyd": 0}})
    later, earlier = book(hand)
    hand.phone.get(hand.url)  # shows the messages
    page = hand.phone.get(f"{hand.url}/rounds/1").text
    assert page.count("−5") == 1
    assert f"/rulings/{later.key}" in page
    assert f"/rulings/{earlier.key}" not in page


def test_each_correction_of_a_round_names_its_own_ruling_though_the_words_are_the_same(hand: Table) -> None:
    for player in ("1", "2"):
        sent = form_of(hand) | {"player": [player], "points": ["5"], "words": ["Not again."]}
        hand.phone.post(f"{hand.url}/decide", sent)
    hand.write({"bid": {"Ann": 1, "Bob": 0, "Cyd": 0}, "tricks": {"Ann": 10, "Bob": 0, "Cyd": 0}})
    cyd, bob = book(hand)
    assert cyd.decision.endswith("Cyd loses 5 points.")
    for seat, own, other in ((1, bob, cyd), (2, cyd, bob)):
        page = hand.phone.get(f"{hand.url}/why/{seat}").text
        assert f"/rulings/{own.key}" in page
        assert f"/rulings/{other.key}" not in page


def test_the_button_to_correct_is_above_the_lines_of_a_round(hand: Table) -> None:
    hand.write({"bid": {"Ann": 1, "Bob": 0, "Cyd": 0}, "tricks": {"Ann": 10, "Bob": 0, "Cyd": 0}})
    page = hand.phone.get(f"{hand.url}/rounds/1").text
    assert page.index("<h1>Round 1</h1>") < page.index("Correct round 1") < page.index('class="lines"')


def test_the_same_tap_twice_writes_once(hand: Table) -> None:
    sent = form_of(hand) | {"points": ["5"]}
    for _ in range(2):
        assert hand.phone.post(f"{hand.url}/decide", sent).status_code == 303
    assert len(hand.state.pending_findings) == len(book(hand)) == 1


def test_a_half_written_decision_is_completed_by_the_same_tap(hand: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = form_of(hand) | {"points": ["5"]}
    with monkeypatch.context() as patched:
        patched.setattr(write_rulings, "record", lambda *_, **__: (_ for _ in ()).throw(ConnectionError("gone")))
        assert hand.phone.post(f"{hand.url}/decide", sent).status_code == 500
    assert len(hand.state.pending_findings) == 1
    assert not book(hand)
    assert hand.phone.post(f"{hand.url}/decide", sent).status_code == 303
    assert len(hand.state.pending_findings) == len(book(hand)) == 1


def test_the_draft_of_the_round_stays(hand: Table) -> None:
    hand.post("/draft", {"bid.0": "2", "slot": str(hand.state.next_slot)})
    hand.phone.post(f"{hand.url}/decide", form_of(hand) | {"points": ["5"]})
    with hand.club.app.app_context():
        draft = drafts.draft_of(hand.state)
    assert draft is not None
    assert draft.data["bid"]["Ann"] == 2


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"points": ["x"]}, [NO_NUMBER]),
        ({"points": ["0"]}, [NO_NUMBER]),
        ({"points": ["100001"]}, [NO_NUMBER]),
        ({"points": [""]}, ["How many points? If there are none, choose no player."]),
        ({"player": [""], "points": ["x"]}, ["Tap whose points these are.", NO_NUMBER]),
        ({"player": [""], "points": ["5"]}, ["Tap whose points these are.", NOTHING]),
        ({"player": [""], "points": [""]}, [NOTHING]),
        ({"points": ["5"], "question": [""]}, ["The question is empty."]),
        ({"points": ["5"], "agreed": []}, ["Say who agreed: at least one name."]),
        ({"points": ["5"], "rule": ["nonsense"]}, []),
    ],
)
def test_an_invalid_decision_writes_nothing(hand: Table, changed: dict[str, Any], told: list[str]) -> None:
    sent = form_of(hand) | changed
    answer = hand.phone.post(f"{hand.url}/decide", sent)
    assert answer.status_code == 422
    assert list(dict.fromkeys(problem_texts(answer))) == ["Not saved yet: please look at what is marked.", *told]
    assert sent_by(answer.text, "decide")["client_id"] == sent["client_id"], "sent again, it is still the same decision"
    assert not hand.state.pending_findings
    assert not book(hand)


def test_points_for_somebody_who_does_not_play_write_nothing(hand: Table) -> None:
    answer = hand.phone.post(f"{hand.url}/decide", form_of(hand) | {"player": ["99"], "points": ["5"]})
    assert answer.status_code == 422
    assert problem_texts(answer) == ["Not on the sheet. Adjustment, row 1: Player: 99 is not one of Ann, Bob or Cyd."]
    assert not hand.state.pending_findings
    assert not book(hand)


def test_the_form_is_filled_in_from_its_address(club: Club) -> None:
    table = club.start("hearts", ["Ann", "Bob", "Cyd", "Dee"])
    rules = list(table.state.game.rules.by_id)[:7]
    query = {"way": "loses", "agreed": ["Bob", "Bob"], "rule": [rules[0], "nonsense", *rules], "words": "No."}
    page = table.phone.get(f"{table.url}/decide", query_string=query).text
    sent = sent_by(page, "decide")
    assert (sent["way"], sent["agreed"], sent["rule"]) == (["loses"], ["Bob"], rules[:6])
    assert 'value="No."' in page
    assert sent_by(table.phone.get(f"{table.url}/decide").text, "decide")["agreed"] == ["Ann", "Bob", "Cyd", "Dee"]


def test_a_decision_of_several_lines_is_one_reason_on_the_sheet_with_the_most_points_there_can_be(hand: Table) -> None:
    sent = form_of(hand) | {"points": ["100000"], "words": ["Not  again.\r\nReally."]}
    assert hand.phone.post(f"{hand.url}/decide", sent).status_code == 303
    hand.write({"bid": {"Ann": 1, "Bob": 0, "Cyd": 0}, "tricks": {"Ann": 10, "Bob": 0, "Cyd": 0}})
    (ruled,) = book(hand)
    assert ruled.decision == "Not  again.\nReally.\nBob loses 100,000 points."
    assert "Not again. Really." in [line.text for line in hand.state.sheet.rounds[-1].lines]
    assert f"/rulings/{ruled.key}" in hand.phone.get(f"{hand.url}/rounds/1").text


def test_a_player_with_a_new_name_keeps_the_ruling_behind_a_correction(hand: Table) -> None:
    hand.phone.post(f"{hand.url}/decide", form_of(hand) | {"points": ["5"], "words": ["Not again."]})
    hand.write({"bid": {"Ann": 1, "Bob": 0, "Cyd": 0}, "tricks": {"Ann": 10, "Bob": 0, "Cyd": 0}})
    with hand.club.app.app_context():
        bob = ledger_of(hand.club.id).id_of_name("Bob")
    assert hand.phone.post(f"{hand.club.url}/people/{bob}/name", {"name": "Robert"}).status_code == 303
    (ruled,) = book(hand)
    assert f"/rulings/{ruled.key}" in hand.phone.get(f"{hand.url}/why/1").text


def test_during_a_play_points_go_on_the_coming_round_though_others_are_saved(table: Table) -> None:
    sent = form_of(table, "/decide?question=Late") | {"player": ["0"], "points": ["4"]}
    answer = table.phone.post(f"{table.url}/decide", sent)
    page = unescape(table.phone.get(answer.headers["Location"]).text)
    assert "On the sheet for round 2: Ann −4. Ruling 1 is in the book." in page
    assert [(one.player, one.points) for one in table.state.pending_findings] == [("Ann", -4)]
    assert "adjust" not in table.state.slots[0].entry
    assert book(table)[0].round_number == 2


def test_after_a_play_without_a_round_there_is_only_a_ruling(club: Club) -> None:
    table = club.start("any-other-game", ["Ann", "Bob"])
    table.post("/end")
    sent = form_of(table, "/decide?question=Late") | {"words": ["Again."]}
    refused = table.phone.post(f"{table.url}/decide", sent | {"player": ["0"], "points": ["4"]})
    assert problem_texts(refused) == ["Not on the sheet. The game is over: put it on the last round instead."]
    answer = table.phone.post(f"{table.url}/decide", sent)
    assert answer.status_code == 303, problem_texts(answer)
    assert "Ruling 1 is in the book." in table.phone.get(answer.headers["Location"]).text
    assert (book(table)[0].play_key, book(table)[0].round_number) == (table.key, None)


def test_a_decision_without_points_is_only_a_ruling(hand: Table) -> None:
    sent = form_of(hand, "/decide?question=May+the+dog+play%3F") | {"words": ["No dogs."]}
    assert sent["question"] == ["\r\nMay the dog play?"]
    assert hand.phone.post(f"{hand.url}/decide", sent).status_code == 303
    assert not hand.state.pending_findings
    assert [(one.question, one.decision) for one in book(hand)] == [("May the dog play?", "No dogs.")]


def test_after_the_end_points_go_on_the_last_round(club: Club) -> None:
    table = club.start("any-other-game", ["Ann", "Bob"])
    for _ in range(2):
        table.write({"points": {"Ann": 3, "Bob": 1}})
    table.post("/end")
    sent = form_of(table, "/decide?question=Late") | {"player": ["0"], "way": ["gets"], "points": ["4"]}
    assert table.phone.post(f"{table.url}/decide", sent).status_code == 303
    assert table.state.totals == {"Ann": 10, "Bob": 2}
    assert [(one.decision, one.round_number) for one in book(table)] == [("Ann gets 4 points.", 2)]
    assert "On the sheet for round 2: Ann +4. Ruling 1 is in the book." in table.phone.get(table.url).text
    assert table.state.slots[0].entry == {"points": {"Ann": 3, "Bob": 1}}


def test_of_two_phones_the_second_is_told_and_loses_nothing_typed(hand: Table) -> None:
    sent = form_of(hand) | {"points": ["5"], "words": ["Not again."]}
    hand.phone.post(f"{hand.url}/decide", form_of(hand) | {"points": ["1"]})
    answer = hand.phone.post(f"{hand.url}/decide", sent)
    assert answer.status_code == 409
    said = "Somebody else has changed the sheet, so your change was not saved. Tap again if it still applies."
    assert said in answer.text
    again = sent_by(answer.text, "decide")
    assert again["words"] == ["Not again."]
    assert hand.phone.post(f"{hand.url}/decide", again).status_code == 303
    assert [one.points for one in hand.state.pending_findings] == [-1, -5]


def test_a_decision_after_a_play_of_older_rules_is_previewed_first(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    finished = finished_by_older_rules(club, monkeypatch)
    sent = {"question": "Late?", "agreed": ["Ann"], "player": "1", "way": "gets", "points": "5"}
    answer = finished.post("/decide", sent)
    assert answer.status_code == 422
    assert "Nothing is changed yet." in answer.text
    assert finished.state.totals == {"Ann": 23, "Bob": 12}
    assert not book(finished)
    assert finished.post("/decide", {**sent, "by_today": "1"}).status_code == 303
    assert finished.state.totals == {"Ann": 40, "Bob": 23}
    assert [one.decision for one in book(finished)] == ["Bob gets 5 points."]


# Marks and points from verdicts.

MARK = {"player": "Bob", "points": "-1", "reason": "reneged", "situation": "renege"}


def test_a_verdict_marks_a_player_in_the_coming_round_or_in_the_last(table: Table) -> None:
    assert table.post("/referee/put", {**MARK, "where": "draft"}).status_code == 303
    table.write({"tricks": {"Ann": 1, "Bob": 3, "Cyd": 1}})
    assert table.state.slots[1].entry["reneged"] == ["Bob"]
    table.write({"tricks": {"Ann": 1, "Bob": 3, "Cyd": 1}})
    for _ in range(2):
        assert table.post("/referee/put", {**MARK, "player": "Cyd", "where": "last"}).status_code == 303
    assert "That was done already." in table.phone.get(table.url).text
    assert [slot.entry.get("reneged") for slot in table.state.slots] == [None, ["Bob"], ["Cyd"]]
    assert not any("adjust" in slot.entry for slot in table.state.slots)


def test_before_the_first_round_nothing_can_be_put_on_the_last_one(hand: Table) -> None:
    answer = hand.post("/referee/put", {"player": "Cyd", "points": "-2", "reason": "late", "where": "last"})
    assert answer.status_code == 422
    assert "No round is saved yet: put it on the coming one." in problem_texts(answer)


def test_only_scorers_and_organisers_decide(hand: Table) -> None:
    assert "What do we decide?" not in hand.club.viewer.get(f"{hand.url}/referee/renege?admitted=1").text
    assert hand.club.viewer.get(f"{hand.url}/decide").status_code == 403


def test_every_verdict_links_to_a_decision_by_the_table(table: Table) -> None:
    page = table.phone.get(f"{table.url}/referee/renege?admitted=1").text
    assert page.index("Put it on the sheet") < page.index("What do we decide?")
    sent = form_of(table)
    assert table.phone.post(f"{table.url}/decide", sent | {"points": ["2"]}).status_code == 303


def test_it_leads_back_to_the_cards_if_the_hand_is_followed(club: Club) -> None:
    cards = Cards(club)
    cards.play("green-7", "green-3")
    sent = form_of(cards.table, "/decide?question=Late") | {"words": ["Nothing."]}
    answer = cards.table.phone.post(f"{cards.table.url}/decide", sent)
    assert answer.headers["Location"] == f"{cards.table.url}/tricks"
    assert "Ruling 1 is in the book." in cards.table.phone.get(f"{cards.table.url}/tricks").text


def test_a_penalty_takes_points_or_adds_them_where_low_wins(club: Club) -> None:
    ways = {}
    for slug in ("rage", "hearts"):
        table = club.start(slug, ["Ann", "Bob", "Cyd", "Dee"])
        ways[slug] = form_of(table)["way"]
        asked = table.phone.get(f"{table.url}/referee/renege?ask=1&admitted=1").text
        assert "By the book" not in unescape(asked) or slug == "rage"
    assert ways == {"rage": ["loses"], "hearts": ["gets"]}


# The usual penalty.

ROUND = {"hearts": {"Ann": 4, "Bob": 9}, "queen": "Cyd"}
TOOK = "took.0=4&took.1=9&took.2=13"
BY_CARDS = "tricks=Ann 2c, Bob 9d, Cyd Ac, Dee 7c%0D%0ACyd 5s, Dee 6s, Ann 7s, Bob 9c"
"""The hand, and tricks that prove a renege of Bob."""


@pytest.fixture
def hearts(club: Club) -> Table:
    return club.start("hearts", ["Ann", "Bob", "Cyd", "Dee"])


def usual_of(page: str) -> list[str]:
    """Return the forms of a page that put the usual penalty on the sheet."""
    return [one for one in forms(page) if 'name="decided"' in one]


def test_one_tap_puts_the_usual_penalty_on_the_sheet_and_into_the_book(hearts: Table) -> None:
    page = hearts.phone.get(f"{hearts.url}/referee/renege?ask=1&{BY_CARDS}&{TOOK}").text
    assert "As tables usually do" in page
    (form,) = usual_of(page)
    for _ in range(2):
        sent = {**sent_in(form), "where": "draft"}
        assert hearts.phone.post(f"{hearts.url}/referee/put", sent).status_code == 303
    (ruled,) = book(hearts)
    assert ruled.question == "Who should have followed suit?"
    assert ruled.decision == "As tables usually do: Ann −4, Bob +17 and Cyd −13."
    assert (ruled.situation, ruled.round_number, ruled.basis) == ("renege", 1, "open")
    hearts.write(ROUND)
    assert hearts.state.totals == {"Ann": 0, "Bob": 26, "Cyd": 0, "Dee": 0}


def test_the_usual_penalty_can_go_on_the_last_saved_round(hearts: Table) -> None:
    hearts.write({"hearts": {"Cyd": 13}, "queen": "Cyd"})
    (form,) = usual_of(hearts.phone.get(f"{hearts.url}/referee/renege?admitted=1").text)
    assert "Put it on the last round" in form
    assert hearts.phone.post(f"{hearts.url}/referee/put", {**sent_in(form), "where": "last"}).status_code == 303
    assert hearts.state.totals == {"Ann": 0, "Bob": 26, "Cyd": 0, "Dee": 0}
    (ruled,) = book(hearts)
    assert (ruled.question, ruled.round_number) == ("Bob reneged.", 1)


def test_the_usual_penalty_waits_until_the_tricks_of_each_are_known(hearts: Table) -> None:
    page = hearts.phone.get(f"{hearts.url}/referee/renege?admitted=1").text
    assert not usual_of(page)
    assert "write the hand down, then ask again" in page


def test_an_invalid_ruling_leaves_the_sheet_unchanged(hearts: Table) -> None:
    hearts.write(ROUND)
    (form,) = usual_of(hearts.phone.get(f"{hearts.url}/referee/renege?admitted=1").text)
    for wrong in ({"rule": ["hearts/nothing"]}, {"points": ["x", "17", "-13"]}):
        sent = {**sent_in(form), "where": "last", **wrong}
        assert hearts.phone.post(f"{hearts.url}/referee/put", sent).status_code == 422
    assert hearts.state.totals["Bob"] == 9
    assert not book(hearts)


def test_the_player_who_reneged_by_the_cards_is_preselected(hearts: Table) -> None:
    assert form_of(hearts, f"/referee/renege?ask=1&{BY_CARDS}")["player"] == ["1"]
    both = "tricks=Ann 2c, Bob 9d, Cyd 3d, Dee 7c%0D%0AAnn 5c, Bob 6c, Cyd 8c, Dee 9c"
    assert form_of(hearts, f"/referee/renege?ask=1&{both}")["player"] == [""]


def test_a_hand_followed_card_by_card_knows_the_tricks_of_each(club: Club) -> None:
    cards = Cards(club, "hearts", "", ("Ann", "Bob", "Cyd", "Dee"))
    first, *others = " ".join(HAND).split()
    assert cards.act(card=first, player="1").status_code == 303
    cards.play(*others)
    table = cards.table
    (form,) = usual_of(table.phone.get(f"{table.url}/referee/renege?admitted=1").text)
    assert table.phone.post(f"{table.url}/referee/put", {**sent_in(form), "where": "draft"}).status_code == 303
    table.write({"hearts": {"Ann": 2, "Bob": 4, "Dee": 7}, "queen": "Ann"})
    assert table.state.totals == {"Ann": 0, "Bob": 26, "Cyd": 0, "Dee": 0}
