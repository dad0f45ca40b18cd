"""Deciding at the table: points on the sheet and a ruling in the book, with one button."""

from html import unescape
from typing import Any

import pytest

from companion.store.plays.coming import drafts
from companion.store.rulings import read_rulings, write_rulings
from tests.hearts import HAND
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Table, problem_texts
from tests.web.plays.tricks.cards import Cards
from tests.web.referee.questions import forms, sent_in


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
    assert ruled.question == "Who should have followed suit? Everybody agrees: Bob."
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
    ("changed", "words"),
    [
        ({"points": ["x"]}, "Give the points as a whole number from 1 to 100,000."),
        ({"points": [""]}, "How many points? If there are none, choose no player."),
        ({"player": [""], "points": ["x"]}, "Tap whose points these are."),
        ({"player": [""], "points": ["5"]}, "Tap whose points these are."),
        ({"player": [""], "points": [""]}, "Tap a player and give the points, or say in words what you decide."),
        (
            {"player": ["99"], "points": ["5"]},
            "Not on the sheet. Adjustment, row 1: Player: 99 is not one of Ann, Bob or Cyd.",
        ),
        ({"points": ["5"], "question": [""]}, "The question is empty."),
        ({"points": ["5"], "agreed": []}, "Say who agreed: at least one name."),
    ],
)
def test_an_invalid_decision_writes_nothing(hand: Table, changed: dict[str, Any], words: str) -> None:
    answer = hand.phone.post(f"{hand.url}/decide", form_of(hand) | changed)
    assert answer.status_code == 422
    assert words in problem_texts(answer)
    assert not hand.state.pending_findings
    assert not book(hand)


def test_a_decision_without_points_is_only_a_ruling(hand: Table) -> None:
    sent = form_of(hand, "/decide?question=May+the+dog+play%3F") | {"words": ["No dogs."]}
    assert sent["question"] == ["\r\nMay the dog play?"]
    assert hand.phone.post(f"{hand.url}/decide", sent).status_code == 303
    assert not hand.state.pending_findings
    assert [(one.question, one.decision) for one in book(hand)] == [("May the dog play?", "No dogs.")]


def test_after_the_end_points_go_on_the_last_round(club: Club) -> None:
    table = club.start("any-other-game", ["Ann", "Bob"])
    table.write({"points": {"Ann": 3, "Bob": 1}})
    table.post("/end")
    sent = form_of(table, "/decide?question=Late") | {"player": ["0"], "way": ["gets"], "points": ["4"]}
    assert table.phone.post(f"{table.url}/decide", sent).status_code == 303
    assert table.state.totals == {"Ann": 7, "Bob": 1}
    assert book(table)[0].decision == "Ann gets 4 points."


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
    assert (ruled.question, ruled.round_number) == ("Who should have followed suit? Everybody agrees: Bob.", 1)


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
