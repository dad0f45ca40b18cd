"""Entries made bit by bit while a hand is played count on every page at once, before the round is saved."""

from types import SimpleNamespace

import pytest

from companion.store.database.base import db
from companion.store.plays.coming_round import drafts
from companion.store.plays.coming_round.drafts import DraftState
from companion.web.plays.rounds.round_form import automatic_values, coming_round_form, entered_before_hand
from tests.web.pages import words
from tests.web.phones import Club, Phone, Table
from tests.web.screens.showing import shared


@pytest.fixture
def cribbage(club: Club) -> Table:
    table = club.start("cribbage", ["Ann", "Bob"], {})
    table.write({"board": {"Ann": 118, "Bob": 100}})
    return table


def put_down(table: Table, **given: str) -> dict[str, object]:
    sent = {name.replace("_", "."): value for name, value in given.items()}
    answer = table.phone.post(f"{table.url}/draft/so-far", {"slot": str(table.state.next_slot), **sent})
    assert answer.status_code == 200
    found: dict[str, object] = answer.json
    return found


def test_pegs_count_in_the_totals_of_every_page_at_once(cribbage: Table) -> None:
    told = put_down(cribbage, pegged_0="2", heels="1")
    assert told["board"] == [["120", "+2 so far"], ["102", "+2 so far"]]
    assert told["progress"] == [120, "Ann 120 of 121 holes"]
    assert told["bidding"] == ""
    assert told["notices"] == ["6 cards each", "Still needed: Ann\N{NO-BREAK SPACE}1, Bob\N{NO-BREAK SPACE}19"]
    screen = Phone(cribbage.club.app).get(shared(cribbage)).text
    for page in (cribbage.club.viewer.get(cribbage.url).text, screen):
        shown = words(page)
        for text in (
            "120",
            "102",
            "+2 so far",
            "Ann 120 of 121 holes",
            "Still needed: Ann 1, Bob 19",
            "Pegged in the play",
        ):
            assert text in shown
    assert cribbage.state.totals == {"Ann": 118, "Bob": 100}


def test_a_win_is_announced_and_the_rest_of_the_hand_can_be_omitted(cribbage: Table) -> None:
    assert put_down(cribbage, pegged_0="3")["bidding"] == "Ann wins: nothing more counts."
    assert "Ann wins: nothing more counts." in words(cribbage.phone.get(cribbage.url).text)
    cribbage.write({"pegged": {"Ann": 3}})
    assert cribbage.state.winners == ("Ann",)


def test_an_undone_peg_no_longer_counts(cribbage: Table) -> None:
    put_down(cribbage, pegged_0="2", pegged_1="4")
    assert put_down(cribbage, cleared="pegged.1")["board"] == [["120", "+2 so far"], ["100", "+100"]]
    assert put_down(cribbage, cleared="pegged.0", heels="1")["board"] == [["118", "+118"], ["102", "+2 so far"]]
    assert put_down(cribbage, cleared="heels")["board"] == [["118", "+118"], ["100", "+100"]]
    assert words(cribbage.phone.get(cribbage.url).text).count("so far") == 0


def test_pegs_replace_what_was_typed_until_the_play_is_over(cribbage: Table) -> None:
    def automatic() -> tuple[str, int]:
        with cribbage.club.app.app_context():
            found = automatic_values(cribbage.state, drafts.draft_of(cribbage.state), {})
            db.session.remove()
        return found

    nothing = automatic()
    assert nothing[0] == ""
    put_down(cribbage, pegged_0="2", heels="1")
    keys, mark = automatic()
    assert set(keys.split()) == {"pegged", "heels"}
    put_down(cribbage, pegged_0="3", heels="1")
    assert automatic()[0] == keys
    assert automatic()[1] != mark
    put_down(cribbage, pegged_0="2", heels="1")
    assert automatic() == (keys, mark)
    cribbage.post("/end")
    assert automatic() == ("", 0)


@pytest.mark.parametrize(
    ("text", "before_hand", "locked"),
    [
        (None, "Ann bids next. 1 bid, 2 to take.", "1 bid, 2 to take."),
        ("", "Ann bids next. 1 bid, 2 to take.", "1 bid, 2 to take."),
        ("Ann wins.", "Ann bids next. 1 bid, 2 to take. Ann wins.", "1 bid, 2 to take. Ann wins."),
    ],
)
def test_a_game_with_bids_and_pegs_says_how_both_stand(
    club: Club, monkeypatch: pytest.MonkeyPatch, text: str | None, before_hand: str, locked: str
) -> None:
    """No game has both so far."""
    score = None if text is None else SimpleNamespace(text=text)
    monkeypatch.setattr("companion.web.plays.rounds.round_form.provisional_score", lambda *_: score)
    state = club.start("rage", ["Ann", "Bob"], {"first_hand": "2"}).state
    bidding = DraftState({"bid": {"Bob": 1}}, locked=False)
    assert entered_before_hand(state, bidding).bidding == before_hand
    form = coming_round_form(state, DraftState({"bid": {"Ann": 0, "Bob": 1}}, locked=True))
    assert form is not None
    assert form.bidding == locked
