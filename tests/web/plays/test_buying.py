"""Rebuy: who, in one tap more, on the sheet of a game that counts chips."""

from datetime import UTC, datetime

import pytest

from companion.store.database.base import clock_at
from tests.web.pages import main_of, words
from tests.web.phones import Club, Table, problem_texts

FOUR = ["Ann", "Bob", "<Cyd>", "Dee"]
HAND = {"paid": {"Ann": 20, "Bob": 20, "<Cyd>": 1, "Dee": 1}, "pots": [{"chips": 42, "winner": "Ann"}]}


@pytest.fixture
def table(club: Club) -> Table:
    """Return a play of Brag with 20 chips for each, in which Bob has none left."""
    table = club.start("brag", FOUR, {"stack": "20", "ante": "1"})
    table.write(HAND)
    return table


def test_a_rebuy_is_displayed_and_can_be_undone(table: Table) -> None:
    assert f'href="{table.url}/buy">Rebuy</a>' in table.phone.get(table.url).text
    page = table.phone.get(f"{table.url}/buy").text
    assert 'inputmode="numeric" maxlength="9" name="points" type="text" value="20"' in page
    answer = table.post("/buy", {"player": "1", "points": "20"})
    assert answer.status_code == 303
    assert table.state.totals["Bob"] == 20
    page = table.phone.get(answer.headers["Location"]).text
    assert "Bob buys 20 chips." in page
    assert "Undo: Bob buys 20" in page
    assert table.post("/undo").status_code == 303
    assert table.state.totals["Bob"] == 0


def test_a_rebuy_is_listed_in_its_round_with_its_rule(table: Table) -> None:
    table.post("/buy", {"player": "2", "points": "30"})
    page = table.phone.get(f"{table.url}/rounds/1").text
    assert "bought" in page
    assert "a player may buy more of them" in page
    assert "&lt;Cyd&gt;" in page
    form = table.phone.get(f"{table.url}/rounds/1/edit").text
    assert 'name="adjust.0.buy"' in form


def test_a_rebuy_before_the_first_round_can_be_removed(club: Club) -> None:
    table = club.start("brag", FOUR, {"stack": "20"})
    assert table.post("/buy", {"player": "0", "points": "5"}).status_code == 303
    page = words(table.phone.get(table.url).text)
    assert "Bought, for this hand" in page
    found = {"player": "Ann", "points": "5", "reason": "bought", "buy": "1"}
    assert table.post("/referee/drop", found).status_code == 303
    assert table.state.pending_findings == ()


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"points": "20"}, "Tap who buys the chips."),
        ({"player": "", "points": "20"}, "Tap who buys the chips."),
        ({"player": "1"}, "Type how many chips are bought, from 1 to 100,000."),
        ({"player": "1", "points": "x"}, "Type how many chips are bought, from 1 to 100,000."),
        ({"player": "1", "points": "0"}, "Type how many chips are bought, from 1 to 100,000."),
        ({"player": "1", "points": "-5"}, "Type how many chips are bought, from 1 to 100,000."),
        ({"player": "1", "points": "1.5"}, "Type how many chips are bought, from 1 to 100,000."),
        ({"player": "1", "points": "1234567890"}, "Type how many chips are bought, from 1 to 100,000."),
        ({"player": "1", "points": "²"}, "Type how many chips are bought, from 1 to 100,000."),
        ({"player": "9", "points": "20"}, "Adjustment, row 1: Player: 9 is not one of Ann, Bob, <Cyd> or Dee."),
        ({"player": "=1+1", "points": "20"}, "Adjustment, row 1: Player: =1+1 is not one of Ann, Bob, <Cyd> or Dee."),
        ({"player": "\0", "points": "20"}, "Adjustment, row 1: Player: � is not one of Ann, Bob, <Cyd> or Dee."),
    ],
)
def test_an_invalid_rebuy_changes_nothing(table: Table, form: dict[str, str], told: str) -> None:
    before = table.state.revision
    answer = table.post("/buy", form)
    assert answer.status_code == 422
    assert told in problem_texts(answer)
    assert 'class="rebuy"' in answer.text
    assert table.state.revision == before


def test_a_viewer_cannot_rebuy(table: Table) -> None:
    assert table.post("/buy", {"player": "1", "points": "20"}, table.club.viewer).status_code == 403
    assert "Rebuy" not in table.club.viewer.get(table.url).text
    assert table.club.viewer.get(f"{table.url}/buy").status_code == 403


def test_games_without_chips_have_no_rebuy(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    assert "Rebuy" not in table.phone.get(table.url).text
    assert table.phone.get(f"{table.url}/buy").headers["Location"] == table.url
    answer = table.post("/buy", {"player": "1", "points": "20"})
    assert answer.status_code == 422
    assert "has no chips" in answer.text


# The pages of a play for chips, before its first hand and after it.

BEFORE = {
    "": (
        "Brag Our club , 1 March 2026 Hand 1 chips Ann 20 deals Bob 20 leads Cyd 20 Dee 20 out All of the score: Ann "
        "20 Bob 20 Cyd 20 Dee 20 Ann deals Ante 1 The pack is shuffled first Tonight: Starting chips 20 (the book: "
        "totals are what was won or lost) Bought, for this hand +30 Bob : bought Remove Paid All put into the pots in "
        "this hand, the ante included. Ann : Paid Bob : Paid Cyd : Paid Pot Who won the pot. The main pot first; "
        "if players share one, name each of them. Chips Winner Ann Bob Cyd Add Prial shown Three of a "
        "rank were shown and won the pot: the pack is shuffled. Referee's correction Adjustment Chips on top of the "
        "hand's own score; with − in front they are taken away. Chips bought need no reason. Player Ann Bob Cyd Dee "
        "Points Reason Chips bought Add How many points is this? Who won the pot? Save hand 1 Rebuy Hands None yet. "
        "Undo referee's correction Who plays More"
    ),
    "/buy": ("Rebuy Nobody Chips Tap who buys. They hold the chips after the first hand. Ann Bob Cyd Dee"),
    "/players": (
        "Who plays In the next hand Ann Bob Cyd Dee These play Somebody sits down Add Somebody takes over the seat "
        "of Ann Bob Cyd Dee"
    ),
}
AFTER = {
    "": (
        "Brag Our club , 1 March 2026 Hand 2 chips Ann 19 −1 Bob 56 +36 deals 1st Cyd 15 −5 leads Dee 20 0 out All of "
        "the score: Ann 19 Bob 56 Cyd 15 Dee 20 Bob deals Ante 1 Hand 1 Cyd pays Bob 5 ; Ann pays Bob 1 . Tonight: "
        "Starting chips 20 (the book: totals are what was won or lost) Paid All put into the pots in this hand, the "
        "ante included. Ann : Paid Bob : Paid Cyd : Paid Pot Who won the pot. The main pot first; if "
        "players share one, name each of them. Chips Winner Ann Bob Cyd Add Prial shown Three of a rank were shown "
        "and won the pot: the pack is shuffled. Referee's correction Adjustment Chips on top of the hand's own score; "
        "with − in front they are taken away. Chips bought need no reason. Player Ann Bob Cyd Dee Points Reason "
        "Chips bought Add How many points is this? Who won the pot? Save hand 2 Rebuy Hands Hand Ann Bob Cyd Dee 1 −1 "
        "19 +36* 56 −5 15 0 20 Undo hand 1 Who plays More"
    ),
    "/rounds/1": (
        "Hand 1 Correct Remove it Ann dealt. Sat out: Dee . Ann −1 to 19 −1 paid Rule 5.8 Each player loses all that "
        "they paid into the pots of the hand, the ante included. 5.8 in the rules Bob +36 to 56 −5 paid Rule 5.8 "
        "Each player loses all that they paid into the pots of the hand, the ante included. 5.8 in the rules +11 the "
        "pot Rule 5.9 The winner of a pot takes all the chips in it, so the pots of a hand add up to what everybody "
        "paid. 5.9 in the rules +30 bought Rule 2 If the table counts chips, a player may buy more of them between "
        "two hands, and so may one who sits out. They are added to what the player holds and stand beside the "
        "round's own score. A buy is no penalty, and it is taken off again when the table settles for money. 2 in "
        "the rules Cyd −5 to 15 −5 paid Rule 5.8 Each player loses all that they paid into the pots of the hand, the "
        "ante included. 5.8 in the rules Dee 0 to 20 Nothing gained, nothing lost. Chips Cyd pays Bob 5 ; Ann pays "
        "Bob 1 . Add a remark What should be remembered of this hand Save the remark Something wrong here? Say what "
        "Contest Written Sun 1 March"
    ),
    "/why/1": (
        "Bob 56 Began with 20. Hand 1 to 56 −5 paid Rule 5.8 Each player loses all that they paid into the pots of "
        "the hand, the ante included. 5.8 in the rules +11 the pot Rule 5.9 The winner of a pot takes all the chips "
        "in it, so the pots of a hand add up to what everybody paid. 5.9 in the rules +30 bought Rule 2 If the table "
        "counts chips, a player may buy more of them between two hands, and so may one who sits out. They are added "
        "to what the player holds and stand beside the round's own score. A buy is no penalty, and it is taken off "
        "again when the table settles for money. 2 in the rules"
    ),
    "/buy": ("Rebuy Nobody Chips Tap who buys. They hold the chips at once. Ann Bob Cyd Dee"),
    "/changes": (
        "Who changed what Hand 1 A device , Sun 1 March Absent Dee Paid Ann 1, Bob 5, Cyd 5 Pots chips 11, winner "
        "Bob Adjust player Bob, points 30, reason bought, buy yes Bob buys 30 A device , Sun 1 March Start of the "
        "game A device , Sun 1 March"
    ),
}


def test_each_page_of_a_play_for_chips_says_this(club: Club) -> None:
    with clock_at(datetime(2026, 3, 1, 20, tzinfo=UTC)):
        table = club.start("brag", ["Ann", "Bob", "Cyd", "Dee"], {"stack": "20"})
        table.post("/buy", {"player": "1", "points": "30"})
        table.post("/draft", {"who": "1", "present": ["0", "1", "2"], "slot": "1"})

        def shown(path: str) -> str:
            return words(main_of(table.phone.get(table.url + path).text))

        assert {path: shown(path) for path in BEFORE} == BEFORE
        paid = {"Ann": 1, "Bob": 5, "Cyd": 5}
        table.write({"absent": ["Dee"], "paid": paid, "pots": [{"chips": 11, "winner": "Bob"}]})
        assert {path: shown(path) for path in AFTER} == AFTER
