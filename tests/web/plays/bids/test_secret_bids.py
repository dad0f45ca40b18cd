"""Secret bids: entered on each player's own phone, and shown when the last one is in."""

import io
import json
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask

from companion.store.access import members, programs
from companion.store.database.base import db
from companion.store.files.exporting import export_club
from companion.web.access.forms import REMOVE
from tests.database import embedded_only
from tests.web.pages import words
from tests.web.phones import Club, Phone, Table, problems
from tests.web.plays.busy import busy

THREE = ["Ann", "Bob", "Cyd"]
ODD = 7
"""A bid that appears nowhere else on the page of a hand of ten."""


class SecretTable:
    """A play of Rage with secret bids: Ann's phone, Bob's, none of Cyd's, and a scorer's who does not play."""

    def __init__(self, club: Club) -> None:
        self.table = club.start("rage", THREE, {"secret": "1"})
        self.club = club
        self.ann, self.bob, self.scorer = club.viewer, club.organiser, club.scorer
        self.owns(self.ann, "Ann")
        self.owns(self.bob, "Bob")

    def owns(self, phone: Phone, name: str) -> None:
        """Make it this player's phone."""
        answer = phone.post(f"{self.club.url}/whose", {"who": name} if name else {"nobody": "1"})
        assert answer.status_code == 302

    def bid(self, phone: Phone, name: str, bid: int | str, **more: Any) -> Any:
        """Enter a bid on a phone."""
        form = {"slot": str(self.table.state.next_slot), f"bid.{THREE.index(name)}": str(bid), **more}
        return self.table.post("/draft/secret", form, phone)

    def all_in(self, cyd: int = ODD) -> None:
        """Enter all bids."""
        for phone, name, bid in ((self.ann, "Ann", 2), (self.bob, "Bob", 1), (self.scorer, "Cyd", cyd)):
            assert self.bid(phone, name, bid).status_code == 303

    def sees(self, phone: Phone) -> str:
        """Return the text of the sheet on a phone."""
        return words(phone.get(self.table.url).text)


@pytest.fixture
def secret(club: Club) -> SecretTable:
    return SecretTable(club)


def test_bids_are_shown_when_the_last_one_is_in(secret: SecretTable) -> None:
    assert "Nobody has bid yet. Ann, Bob and Cyd are still to bid." in secret.sees(secret.bob)
    secret.bid(secret.ann, "Ann", 2)
    secret.bid(secret.bob, "Bob", 1)
    for phone in (secret.ann, secret.bob, secret.scorer):
        assert "2 of 3 players have bid: Ann and Bob. Cyd is still to bid." in secret.sees(phone)
    assert "Your bid is down." in secret.sees(secret.ann)
    secret.bid(secret.scorer, "Cyd", ODD)
    for phone in (secret.ann, secret.bob, secret.scorer):
        assert f"Bid Ann 2, Bob 1, Cyd {ODD}" in secret.sees(phone)
    assert "Save round 1" in secret.sees(secret.bob), "they are locked, and the hand is played"
    secret.table.write({"bid": {"Ann": 2, "Bob": 1, "Cyd": ODD}, "tricks": {"Ann": 2, "Bob": 1, "Cyd": 7}})
    assert "Nobody has bid yet." in secret.sees(secret.ann), "and the next round is secret again"


def test_no_phone_gets_bids_of_others_before_all_are_in(secret: SecretTable) -> None:
    """Neither in a page, a response, the scoreboard and the log, nor in an export."""
    before = secret.table.phone.get(f"{secret.table.url}/state?mark=0").json["mark"]
    secret.table.post("/screen", {"to": "on"})
    screen = re.search(r"/s/[A-Z2-9-]{9}", secret.scorer.get(f"{secret.table.url}/screen").text)
    assert screen is not None
    secret.bid(secret.ann, "Ann", ODD)
    for phone in (secret.bob, secret.scorer):
        assert 'value="7" checked' not in phone.get(secret.table.url).text
    with secret.club.app.app_context():
        token = programs.make_program(secret.club.id, "A display", "read")
        db.session.remove()
    asked = {
        path: secret.bob.get(f"{secret.table.url}{path}").text
        for path in ("/changes", f"/state?mark={before}", "/about", "/more", "/referee", "/house")
    }
    asked["screen"] = Phone(secret.club.app).get(screen[0]).text
    bearer = {"headers": {"Authorization": f"Bearer {token}"}}
    asked["api"] = secret.bob.get(f"/api/v1/club/plays/{secret.table.key}", **bearer).text
    asked["preview"] = secret.bob.post(f"{secret.table.url}/preview?phase=1", {"slot": "1", "bid.1": "1"}).text
    exported = secret.bob.get(f"{secret.club.url}/export.json")
    asked["export"] = exported.text if exported.status_code == 200 else ""
    for where, text in asked.items():
        assert not re.search(rf"(?i)bid[^0-9]{{0,40}}\b{ODD}\b", words(text)), where
    assert "has bid" in words(asked["screen"])
    assert "1 of 3 players has bid: Ann. Bob and Cyd are still to bid." in words(asked["screen"])


@pytest.mark.parametrize("undone", [False, True])
def test_the_file_of_a_club_contains_no_secret_bid(secret: SecretTable, undone: bool) -> None:
    if undone:
        secret.all_in(cyd=1)
        secret.table.write({"bid": {"Ann": 2, "Bob": 1, "Cyd": 1}, "tricks": {"Ann": 10, "Bob": 0, "Cyd": 0}})
    secret.bid(secret.ann, "Ann", ODD)
    if undone:
        secret.table.post("/undo")
        assert "Nobody has bid yet." in secret.sees(secret.ann)
    with secret.club.app.app_context():
        written = io.BytesIO()
        export_club(secret.club.id, written)
        db.session.remove()
    [draft] = json.loads(written.getvalue())["drafts"]
    kept = draft["later"][0] if undone else draft
    assert kept["data"] == {}
    assert "sealed" not in kept


def test_a_phone_sees_its_own_bid_only_and_can_change_it_until_all_are_in(secret: SecretTable) -> None:
    secret.bid(secret.ann, "Ann", 2)
    assert 'name="bid.0" value="2" checked' in secret.ann.get(secret.table.url).text
    assert secret.bid(secret.ann, "Ann", 3).status_code == 303
    secret.bid(secret.bob, "Bob", 1)
    secret.bid(secret.scorer, "Cyd", 0)
    assert "Bid Ann 3, Bob 1, Cyd 0" in secret.sees(secret.bob)


def test_a_second_phone_of_ann_does_not_see_the_bid_of_the_first(secret: SecretTable) -> None:
    secret.bid(secret.ann, "Ann", 2)
    secret.owns(secret.scorer, "Ann")
    page = secret.scorer.get(secret.table.url).text
    assert 'name="bid.0" value="2" checked' not in page
    refused = secret.bid(secret.scorer, "Ann", 5)
    assert refused.status_code == 422
    assert "Not put down: Ann has bid already, on another phone. Take that bid back first." in problems(refused)


def test_a_bid_cannot_be_changed_after_all_are_in(secret: SecretTable) -> None:
    secret.all_in()
    refused = secret.bid(secret.ann, "Ann", 3)
    assert refused.status_code == 409
    said = "All bids are in and shown, so Ann can no longer change theirs. A scorer can change it openly."
    assert said in unescape(refused.text)
    assert f"Bid Ann 2, Bob 1, Cyd {ODD}" in secret.sees(secret.bob)


def test_a_bid_sent_twice_counts_once_even_if_it_was_the_last(secret: SecretTable) -> None:
    for phone, name in ((secret.ann, "Ann"), (secret.bob, "Bob"), (secret.scorer, "Cyd")):
        for _ in range(2):
            assert secret.bid(phone, name, 1, client_id=f"same-{name}").status_code == 303
        assert "That bid was saved already; it counts once." in secret.sees(phone)
    assert "Bid Ann 1, Bob 1, Cyd 1" in secret.sees(secret.ann)


def test_a_viewer_bids_for_themselves_only(secret: SecretTable) -> None:
    refused = secret.bid(secret.ann, "Bob", 1)
    assert refused.status_code == 422
    assert "Not put down: This is Ann's phone: Bob bids on their own phone, or a scorer bids for them." in problems(
        refused
    )
    secret.owns(secret.ann, "")
    refused = secret.bid(secret.ann, "Ann", 1)
    assert refused.status_code == 422
    assert (
        "Not put down: This phone is no player's: Ann bids on their own phone, or a scorer bids for them."
        in problems(refused)
    )
    assert secret.bid(secret.club.stranger, "Ann", 1).status_code == 404
    assert "Nobody has bid yet." in secret.sees(secret.bob)


def test_a_scorer_bids_for_players_without_a_phone_and_for_others_after_confirming(secret: SecretTable) -> None:
    page = secret.scorer.get(secret.table.url).text
    assert 'name="bid.2"' in page.partition("A phone does not answer")[0]
    assert 'name="bid.0"' not in page.partition("A phone does not answer")[0]
    refused = secret.bid(secret.scorer, "Ann", 1)
    assert refused.status_code == 422
    assert "Not put down: Ann bids on their own phone." in problems(refused)
    assert 'name="bid.0" value="1" checked' in refused.text, "what was tapped is still there"
    assert secret.bid(secret.scorer, "Ann", 1, instead="1").status_code == 303
    assert secret.bid(secret.scorer, "Cyd", 1).status_code == 303
    assert "2 of 3 players have bid: Ann and Cyd." in secret.sees(secret.bob)
    assert 'name="bid.2"' not in secret.scorer.get(secret.table.url).text, "what was put down is not shown there either"


def test_the_bid_of_a_removed_phone_stays_and_the_scorer_goes_on(secret: SecretTable) -> None:
    secret.bid(secret.ann, "Ann", 2)
    club = secret.club
    with club.app.app_context():
        member = members.member(secret.ann.token, club.key)
        assert member is not None
        db.session.remove()
    club.organiser.post(f"{club.url}/devices/{member.membership_id}", {"role": REMOVE})
    assert secret.bid(secret.ann, "Ann", 3).status_code == 404
    assert "1 of 3 players has bid: Ann." in secret.sees(secret.bob)
    assert secret.table.post("/draft/secret", {"slot": "1", "back": "0"}).status_code == 303
    assert "Nobody has bid yet." in secret.sees(secret.bob)
    assert secret.bid(secret.scorer, "Ann", 4).status_code == 303, "she has no phone now"


def test_a_hidden_bid_can_be_taken_back_by_its_player_or_a_scorer(secret: SecretTable) -> None:
    secret.bid(secret.bob, "Bob", 2)
    refused = secret.table.post("/draft/secret", {"slot": "1", "back": "1"}, secret.ann)
    assert refused.status_code == 422
    assert "Only Bob, or a scorer, can take Bob's bid back." in unescape(refused.text)
    assert secret.table.post("/draft/secret", {"slot": "1", "back": "9"}, secret.ann).status_code == 409
    secret.bid(secret.ann, "Ann", 2)
    offered = {
        name: re.findall(r'name="?back"? value="?(\d)', phone.get(secret.table.url).text)
        for name, phone in (("Ann", secret.ann), ("scorer", secret.scorer))
    }
    assert offered == {"Ann": ["0"], "scorer": ["0", "1"]}
    assert secret.table.post("/draft/secret", {"slot": "1", "back": "0"}, secret.ann).status_code == 303
    assert "1 of 3 players has bid: Bob." in secret.sees(secret.bob)
    secret.bid(secret.ann, "Ann", 2)
    secret.bid(secret.scorer, "Cyd", 1)
    late = secret.table.post("/draft/secret", {"slot": "1", "back": "0"})
    assert late.status_code == 422
    assert "All bids are in and shown" in unescape(late.text)


@pytest.mark.parametrize("text", ["99", "-1", "x", "²", "\0"])
def test_an_invalid_bid_is_refused_with_a_sentence(secret: SecretTable, text: str) -> None:
    refused = secret.bid(secret.ann, "Ann", text)
    assert refused.status_code == 422
    assert "Not put down: Bid (Ann):" in problems(refused)
    assert "Nobody has bid yet." in secret.sees(secret.bob)


def test_a_valid_bid_comes_back_beside_an_invalid_one(secret: SecretTable) -> None:
    refused = secret.table.post("/draft/secret", {"slot": "1", "bid.0": "99", "bid.2": "3"})
    assert (refused.status_code, 'name="bid.2" value="3" checked' in refused.text) == (422, True)
    assert "Nobody has bid yet." in secret.sees(secret.bob)


def test_a_bid_taken_back_while_the_round_is_saved_says_that_the_round_has_gone_on(
    secret: SecretTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret.bid(secret.ann, "Ann", 2)
    monkeypatch.setattr("companion.web.plays.bids.views.store.take_back_bid", lambda *_, **__: None)
    late = secret.table.post("/draft/secret", {"slot": "1", "back": "0"})
    assert (late.status_code, "The round has gone on meanwhile." in problems(late)) == (409, True)


def test_an_empty_bid_or_one_for_another_round_changes_nothing(secret: SecretTable) -> None:
    for sent in ({}, {"bid.0": ""}):
        empty = secret.table.post("/draft/secret", {"slot": "1", **sent}, secret.ann)
        assert (empty.status_code, "Not put down: First tap what is bid." in problems(empty)) == (422, True)
    late = secret.bid(secret.ann, "Ann", 1, slot="7")
    said = "The round has gone on meanwhile. This is its present state; your bid was not saved."
    assert (late.status_code, said in problems(late)) == (409, True)
    assert secret.bid(secret.ann, "Ann", 1, slot="x").status_code == 409
    for phone in (secret.scorer, secret.ann):
        for back in ("9", ""):
            assert secret.table.post("/draft/secret", {"slot": "1", "back": back}, phone).status_code == 409
    assert "Nobody has bid yet." in secret.sees(secret.bob)
    secret.table.post("/end")
    for sent in ({"bid.0": "1"}, {"back": "0"}, {}):
        late = secret.table.post("/draft/secret", {"slot": "1", **sent}, secret.ann)
        assert (late.status_code, said in problems(late)) == (409, True)


@embedded_only
def test_a_bid_survives_a_busy_database(app: Flask, secret: SecretTable) -> None:
    bid = {**secret.table.carried(), "slot": "1", "bid.0": "3"}
    with busy(app):
        answer = secret.ann.post(f"{secret.table.url}/draft/secret", bid)
    assert (answer.status_code, 'name="bid.0" value="3" checked' in answer.text) == (503, True)


def test_open_bids_are_refused_while_bidding_is_secret(secret: SecretTable) -> None:
    sent = {"slot": "1", "bid.0": "1", "bid.1": "1", "bid.2": "1"}
    assert secret.scorer.post(f"{secret.table.url}/draft/so-far", sent).status_code == 409
    refused = secret.scorer.post(f"{secret.table.url}/draft", {**sent, "lock": "on"})
    assert refused.status_code == 409
    assert "Bids are secret in this game: each player bids on their own phone." in refused.text
    assert "Nobody has bid yet." in secret.sees(secret.bob)


def test_bids_can_be_changed_openly_after_all_are_in(secret: SecretTable) -> None:
    secret.all_in()
    secret.scorer.post(f"{secret.table.url}/draft", {"slot": "1", "lock": "off"})
    secret.scorer.post(f"{secret.table.url}/draft/so-far", {"slot": "1", "bid.0": "3"})
    assert f"Bid Ann 3, Bob 1, Cyd {ODD}" in secret.sees(secret.ann)
    for number in range(3):
        secret.scorer.post(f"{secret.table.url}/draft/so-far", {"slot": "1", "cleared": f"bid.{number}"})
    assert "Ann 2" not in secret.sees(secret.ann), "what was cleared does not come back"


def test_a_forbidden_last_bid_is_shown_and_made_again_openly(club: Club) -> None:
    table = club.start("oh-hell", THREE, {"first_hand": "3", "secret": "1"})
    for name, bid in (("Ann", 2), ("Bob", 1), ("Cyd", 0)):
        answer = table.post("/draft/secret", {"slot": "1", f"bid.{THREE.index(name)}": str(bid)})
        assert answer.status_code == 303
    page = table.phone.get(table.url).text
    assert "Ann may not bid 2: the bids may not add up to 3 tricks." in words(page)
    assert 'name="bid.0" value="2" checked' in page
    lock = {"slot": "1", "lock": "on", "bid.0": "1", "bid.1": "1", "bid.2": "0"}
    assert table.phone.post(f"{table.url}/draft", lock).status_code == 303
    assert "Bid Ann 1, Bob 1, Cyd 0" in words(club.viewer.get(table.url).text)


def test_secret_bidding_can_start_and_end_during_a_play_and_continues_in_the_next(club: Club) -> None:
    table = club.start("rage", THREE)
    assert "Bid in secret" in table.phone.get(f"{table.url}/more").text
    assert 'name="secret" type="checkbox" value="1"' in table.phone.get(f"{club.url}/plays/new?game=rage").text
    table.post("/secret", {"to": "on"})
    page = words(table.phone.get(table.url).text)
    assert "Nobody has bid yet." in page
    table.post("/draft/secret", {"slot": "1", "bid.0": str(ODD)})
    table.post("/secret", {"to": "off"})
    assert f"Ann {ODD}" not in words(club.viewer.get(table.url).text), "what lay there in secret is never shown"
    table.post("/secret", {"to": "on"})
    table.write({"bid": dict.fromkeys(THREE, 0), "tricks": {"Ann": 10, "Bob": 0, "Cyd": 0}})
    table.post("/end")
    again = Table(club, table.post("/again").headers["Location"])
    assert again.state.details.secret
    assert 'checked name="secret" type="checkbox" value="1"' in table.phone.get(f"{club.url}/plays/new?game=rage").text
    assert table.post("/secret", {"to": "on"}, club.viewer).status_code == 403


def test_a_secret_bid_sent_after_bidding_was_opened_is_told_that_bids_are_open(secret: SecretTable) -> None:
    secret.bid(secret.bob, "Bob", 1)
    secret.table.post("/secret", {"to": "off"})
    said = "Bids are open in this game now, so your secret bid was not saved. Enter it with the round."
    for sent in ({"bid.0": "2"}, {"back": "0"}, {}):
        late = secret.table.post("/draft/secret", {"slot": "1", **sent}, secret.ann)
        assert (late.status_code, said in problems(late)) == (409, True)


def test_games_without_bids_of_each_player_offer_no_secret_bids(club: Club) -> None:
    table = club.start("hearts", ["Ann", "Bob", "Cyd", "Dee"], {"secret": "1"})
    assert not table.state.details.secret
    assert "Bid in secret" not in table.phone.get(f"{table.url}/more").text
    before = table.state.revision
    table.post("/secret", {"to": "on"})
    assert (table.state.details.secret, table.state.revision) == (False, before)
    assert table.post("/draft/secret", {"slot": "1", "bid.0": "1"}).status_code == 409


def test_no_bid_is_put_down_in_secret_while_bidding_is_open(club: Club) -> None:
    table = club.start("rage", THREE)
    answer = table.post("/draft/secret", {"slot": "1", "bid.0": "1"})
    assert answer.status_code == 409
    assert "Bid Ann 1" not in words(club.viewer.get(table.url).text)
