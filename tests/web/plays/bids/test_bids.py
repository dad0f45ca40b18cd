"""Bids before a hand: every phone sees them at once, and the round shows them later."""

import re
from html import unescape
from typing import Any

import pytest

from companion.core.game.situation import situation_of
from companion.core.play.scoring_api import next_json
from companion.store.access import members
from companion.store.plays.coming_round import drafts
from companion.web.referee.questions import question_context
from tests.web.pages import words
from tests.web.phones import Club, Phone, Table, problems

THREE = ["Ann", "Bob", "Cyd"]


@pytest.fixture
def rage(club: Club) -> Table:
    """Return a play of Rage for three, hands of two cards and one."""
    return club.start("rage", THREE, {"first_hand": "2"})


def test_bets_before_a_race_are_closed_and_not_locked(club: Club) -> None:
    table = club.start("superfecta", ["Ann", "Bob", "Cyd"])
    assert ">Close betting</button>" in table.phone.get(table.url).text


def so_far(table: Table, form: dict[str, Any], phone: Phone | None = None) -> Any:
    sent = {"slot": str(table.state.next_slot), **form}
    return (phone or table.phone).post(f"{table.url}/draft/so-far", sent)


def mark(table: Table, phone: Phone) -> str:
    found = re.search(r'data-mark="([^"]+)"', phone.get(table.url).text)
    assert found is not None
    return found[1]


def test_every_phone_sees_each_bid_at_once(rage: Table) -> None:
    viewer, organiser = rage.club.viewer, rage.club.organiser
    before = mark(rage, viewer)
    assert "Bob bids first." in words(viewer.get(rage.url).text)
    answer = so_far(rage, {"bid.1": "2", "mark": before})
    assert answer.json["bidding"] == "Cyd bids next. 2 bid, 2 to take."
    assert (answer.json["alone"], answer.json["whole"]) == (True, True)
    assert viewer.get(f"{rage.url}/state?mark={before}").json["mark"] == answer.json["mark"] == mark(rage, viewer)
    assert "Bid Bob 2 Cyd bids next. 2 bid, 2 to take." in words(viewer.get(rage.url).text)
    assert 'name="bid.1" value="2" checked' in organiser.get(rage.url).text
    so_far(rage, {"bid.2": "1"}, organiser)
    assert "Bid Bob 2, Cyd 1 Ann bids next. 3 bid, 2 to take." in words(viewer.get(rage.url).text)
    announced = viewer.get(rage.url).text.split('data-announce="')[1]
    assert words(announced).startswith("Bid: Bob 2, Cyd 1. Ann bids next.")


def rows(table: Table, path: str = "") -> list[str]:
    """Return the names of the players in the form, from top to bottom."""
    return re.findall(r'class="person[^"]*" role="group" aria-label="(\w+)"', table.phone.get(table.url + path).text)


def test_bids_are_asked_in_the_order_in_which_they_are_made_and_all_else_by_seats(rage: Table) -> None:
    assert rows(rage) == ["Bob", "Cyd", "Ann"]
    assert rows(rage, "?at-once")[:3] == THREE
    assert "Enter “Bid” for Bob, Cyd and Ann." in rage.phone.get(rage.url).text, "from the first row on"
    rage.post("/draft", {"slot": "1", "bid.0": "0", "bid.1": "1", "bid.2": "0", "lock": "on"})
    assert rows(rage)[:3] == THREE
    rage.write({"bid": {"Ann": 0, "Bob": 1, "Cyd": 0}, "tricks": {"Ann": 1, "Bob": 1, "Cyd": 0}})
    assert rows(rage) == ["Cyd", "Ann", "Bob"]
    assert "Enter “Bid” for Cyd, Ann and Bob." in rage.phone.get(rage.url).text
    refused = rage.post("/draft", {"slot": "2", "bid.2": "0", "lock": "on"})
    assert '<a href="#f-bid-0">Enter “Bid” for Ann and Bob.</a>' in refused.text


def test_of_two_phones_that_bid_at_once_each_sees_both_bids(rage: Table) -> None:
    before = mark(rage, rage.phone)
    assert so_far(rage, {"bid.1": "2", "mark": before}).json["alone"]
    late = so_far(rage, {"bid.2": "0", "mark": before}, rage.club.organiser)
    assert not late.json["alone"], "its page is older than the bids"
    assert "Bob 2, Cyd 0" in words(rage.club.viewer.get(rage.url).text)


def test_a_cleared_bid_is_gone_on_every_phone(rage: Table) -> None:
    so_far(rage, {"bid.1": "2", "bid.2": "1"})
    so_far(rage, {"cleared": "bid.1"})
    assert "Bid Cyd 1 Bob bids next. 1 bid, 2 to take." in words(rage.club.viewer.get(rage.url).text)


@pytest.mark.parametrize("text", ["9", "-1", "x", "²", "1e9", "\0", "none"])
def test_an_invalid_bid_is_not_displayed(rage: Table, text: str) -> None:
    answer = so_far(rage, {"bid.1": text, "bid.2": "1"})
    assert answer.status_code == 200
    assert not answer.json["whole"]
    assert "Bid " not in words(rage.club.viewer.get(rage.url).text).replace("Bid made", "")
    plain = rage.phone.post(f"{rage.url}/draft", {"slot": "1", "lock": "", "bid.1": text})
    assert plain.status_code == 422
    assert problems(plain)


@pytest.mark.parametrize(
    "form", [{"cleared": "nothing"}, {"cleared": "bid.99"}, {"cleared": "bid"}, {"zid.1": "2"}, {}]
)
def test_invalid_forms_change_nothing(rage: Table, form: dict[str, Any]) -> None:
    answer = so_far(rage, form)
    assert answer.status_code == 200
    assert "Bob bids first." in words(rage.club.viewer.get(rage.url).text)


def test_bids_for_another_round_or_after_the_lock_are_refused(rage: Table) -> None:
    assert so_far(rage, {"bid.1": "2", "slot": "7"}).status_code == 409
    lock = {"slot": "1", "lock": "on", "bid.0": "0", "bid.1": "1", "bid.2": "1"}
    assert rage.phone.post(f"{rage.url}/draft", lock).status_code == 303
    assert so_far(rage, {"bid.1": "2"}).status_code == 409
    seen = words(rage.club.viewer.get(rage.url).text)
    assert "Bid Ann 0, Bob 1, Cyd 1 2 bid, 2 to take." in seen
    assert "2 bid, 2 to take." in words(rage.phone.get(rage.url).text)


def test_viewers_cannot_bid_and_strangers_see_nothing(rage: Table) -> None:
    assert so_far(rage, {"bid.1": "2"}, rage.club.viewer).status_code == 403
    assert so_far(rage, {"bid.1": "2"}, rage.club.stranger).status_code == 404
    assert "Bob bids first." in words(rage.club.viewer.get(rage.url).text)


def test_without_a_script_a_button_loads_the_bids_so_far(rage: Table) -> None:
    assert "Show the others what is entered so far" in rage.phone.get(rage.url).text
    assert rage.phone.post(f"{rage.url}/draft", {"slot": "1", "lock": "", "bid.1": "2"}).status_code == 303
    assert "Bid Bob 2 Cyd bids next." in words(rage.club.viewer.get(rage.url).text)


def test_a_round_shows_its_bids_and_results(rage: Table) -> None:
    rage.write({"bid": {"Ann": 2, "Bob": 0, "Cyd": 1}, "tricks": {"Ann": 1, "Bob": 0, "Cyd": 1}})
    sheet = words(rage.club.viewer.get(rage.url).text)
    for told in ("bid 2, took 1, missed", "bid 0, took 0, made", "bid 1, took 1, made"):
        assert told in sheet
    assert "Bid 2, took 1: missed ." in words(rage.club.viewer.get(f"{rage.url}/rounds/1").text)
    assert "Bid 2, took 1: missed ." in words(rage.club.viewer.get(f"{rage.url}/why/0").text)
    assert "Bob 2" not in sheet, "the next round has no bids yet"


def test_tickets_and_bets_are_seen_at_once(club: Club) -> None:
    race = club.start("superfecta", THREE)
    ticket = {"tickets.0.player": "1", "tickets.0.chips": "5", "tickets.0.bet": "win", "tickets.0.horses": "D"}
    assert so_far(race, ticket).json["whole"]
    assert "Bob 5 on ♦\N{VARIATION SELECTOR-15} (Win)" in words(club.viewer.get(race.url).text)
    half = {**ticket, "tickets.1.player": "2"}
    assert not so_far(race, half).json["whole"], "a line that is still being typed"
    so_far(race, {"cleared": "tickets"})
    assert "Bob bets" not in words(club.viewer.get(race.url).text)
    bank = club.start("ace-deuce-jack", THREE)
    so_far(bank, {"bets.0": "7"})
    assert "Bet Bob 7" in words(club.viewer.get(bank.url).text)


PITCH = {"high": "1", "low": "1", "jack": "none", "game": "1"}


def test_one_bid_for_the_table_is_entered_with_the_result_and_seen_before(club: Club) -> None:
    pitch = club.start("pitch", [*THREE, "Dee"])
    page = pitch.phone.get(pitch.url).text
    assert all(f'name="{name}"' in page for name in ("pitcher", "bid", *PITCH))
    assert "Lock" not in words(page)
    assert so_far(pitch, {"pitcher": "1", "bid": "3"}).json["whole"]
    assert "Pitcher Bob" in words(club.viewer.get(pitch.url).text)
    shown = club.organiser.get(pitch.url).text
    assert re.search(r'name="bid" value="3" checked', shown), "another phone goes on from there"
    assert pitch.post("/rounds", {"pitcher": "1", "bid": "3", **PITCH}).status_code == 303
    assert "Bob bid 3, made 3, made" in words(club.viewer.get(pitch.url).text)


def test_a_hand_already_played_is_entered_in_one_form(rage: Table) -> None:
    so_far(rage, {"bid.1": "2"})
    assert 'name="tricks.0"' not in rage.phone.get(rage.url).text
    page = rage.phone.get(f"{rage.url}?at-once").text
    assert 'name="tricks.0"' in page
    assert re.search(r'name="bid.1" value="2" checked', page), "what was put down is not lost"
    bids = {"bid.0": "0", "bid.1": "2", "bid.2": "1"}
    assert rage.post("/rounds", {**bids, "tricks.0": "0", "tricks.1": "2"}).status_code == 422
    assert rage.post("/rounds", {**bids, "tricks.0": "0", "tricks.1": "2", "tricks.2": "0"}).status_code == 303
    assert "bid 1, took 0, missed" in words(rage.phone.get(rage.url).text)


TICKET = {"tickets.0.player": "Ann", "tickets.0.bet": "exa", "tickets.0.chips": "2"}


def test_a_ticket_without_a_bet_is_refused_before_the_race(club: Club) -> None:
    """It must not be found only with the finish."""
    table = club.start("superfecta", ("Ann", "Bob"))
    wrong, right = ({**TICKET, "tickets.0.horses": horses} for horses in ("D", "D/C"))
    told = "Line 1 of the tickets (Ann): Exacta names two different horses, not D."
    refused = table.post("/draft", {"slot": "1", "lock": "on", **wrong})
    assert refused.status_code == 422
    assert told in words(refused.text)
    assert told in table.post("/preview?phase=1", {"slot": "1", **wrong}).text
    assert told not in table.post("/preview?phase=1", {"slot": "1", **right}).text
    assert table.post("/draft", {"slot": "1", "lock": "on", **right}).status_code == 303
    assert "Finish" in words(table.phone.get(table.url).text)


def test_any_name_is_displayed_as_text(club: Club) -> None:
    table = club.start("rage", ["<b>Ann</b>", "עדה", "🂡 Zoë"], {"first_hand": "2"})
    so_far(table, {"bid.0": "1", "bid.1": "1"})
    page = club.viewer.get(table.url).text
    assert "<b>Ann" not in page
    assert "&lt;b&gt;Ann&lt;/b&gt;\N{NO-BREAK SPACE}1, עדה\N{NO-BREAK SPACE}1" in page
    assert "🂡 Zoë bids next." in page


def test_an_old_draft_with_invalid_values_is_displayed(rage: Table) -> None:

    with rage.club.app.app_context():
        member = members.member(rage.phone.token, rage.club.key)
        assert member is not None
        for junk in ("x", 5, ["a"], {"Bob": "many"}, {"Zoe": 1}):
            for key in ("bid", "absent", "adjust"):
                drafts.patch_draft(member, rage.state, slot=1, patch={"bid": None, "absent": None, "adjust": None})
                drafts.patch_draft(member, rage.state, slot=1, patch={key: junk})
                assert rage.club.viewer.get(rage.url).status_code == 200
        race = rage.club.start("superfecta", ["Ann", "Bob"])
        for junk in ("x", 5, ["a"], [{"player": 5}, {"horses": ["x"]}, {"player": {}}]):
            drafts.patch_draft(member, race.state, slot=1, patch={"tickets": junk}, locked=True)
            assert rage.club.viewer.get(race.url).status_code == 200


# Sentences.


def test_partners_win_together_and_tied_players_share_the_win(club: Club) -> None:
    pitch = club.start("pitch", ["Anna", "Ben", "Cleo", "Dan"], {"target": "2"})
    side = "Anna & Cleo"
    pitch.write({"pitcher": "Anna", "bid": 2, "high": side, "low": side, "jack": None, "game": None})
    assert "Anna & Cleo win " in words(pitch.phone.get(pitch.url).text)
    assert "The game is over. Anna & Cleo win." in unescape(pitch.phone.get(pitch.url).text)
    stakes = club.start("raise-the-stakes", THREE, {"target": "1"})
    stakes.write({"tricks": {"Ann": 2, "Bob": 2, "Cyd": 1}})
    assert "Ann and Bob share the win " in words(stakes.phone.get(stakes.url).text)
    alone = club.start("raise-the-stakes", THREE, {"target": "3"})
    alone.write({"tricks": {"Ann": 5}})
    assert "Ann wins " in words(alone.phone.get(alone.url).text)


def test_nobody_is_listed_twice_among_the_plays(club: Club) -> None:
    pitch = club.start("pitch", ["Anna", "Ben", "Cleo", "Dan"])
    side = "Anna & Cleo"
    pitch.write({"pitcher": "Anna", "bid": 2, "high": side, "low": side, "jack": None, "game": None})
    line = words(club.viewer.get(club.url).text)
    assert "Anna & Cleo 2, Ben & Dan 0" in line
    assert len(re.findall("Anna", line)) == 1
    own = club.start("any-other-game", ["Anna", "Ben", "Cleo", "Dan"], {"side.0": "Lions", "side.1": "Tigers"})
    assert own.state.setup.sides == ("Lions", "Tigers")
    assert "Lions ( Anna & Cleo ) 0, Tigers ( Ben & Dan ) 0" in words(club.viewer.get(club.url).text)


def test_progress_names_the_leader(club: Club) -> None:
    table = club.start("raise-the-stakes", THREE)
    assert "the game ends at 20 points" in words(table.phone.get(table.url).text)
    table.write({"tricks": {"Ann": 1, "Bob": 3, "Cyd": 1}})
    assert "Bob 2 of 20 points" in words(table.phone.get(table.url).text)
    chicago = club.start("chicago", THREE, {"no_draw_at": "1"})
    assert "no draw" not in words(chicago.phone.get(chicago.url).text)


def test_a_bid_that_arrives_just_after_the_round_comes_back(rage: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another phone saves the round after the play was read and before the draft is written."""
    real = drafts.patch_draft

    def overtaken(*given: Any, **more: Any) -> Any:
        monkeypatch.setattr(drafts, "patch_draft", real)
        rage.write({"bid": dict.fromkeys(THREE, 0), "tricks": {"Ann": 2, "Bob": 0, "Cyd": 0}})
        return real(*given, **more)

    monkeypatch.setattr(drafts, "patch_draft", overtaken)
    sent = {"slot": "1", "bid.0": "2", "bid.1": "1", "bid.2": "0", "lock": "on"}
    answer = rage.club.organiser.post(f"{rage.url}/draft", sent)
    assert answer.status_code == 409
    assert "round 1" in words(answer.text)
    assert 'name="slot" value="2"' in answer.text, "the form is that of the next round"


def test_a_bid_that_another_phone_made_meanwhile_is_not_missed(rage: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another phone bids after the draft was read and before it is written."""
    real = drafts.patch_draft

    def overtaken(*given: Any, **more: Any) -> Any:
        monkeypatch.setattr(drafts, "patch_draft", real)
        so_far(rage, {"bid.2": "1"}, rage.club.organiser)
        return real(*given, **more)

    before = mark(rage, rage.phone)
    monkeypatch.setattr(drafts, "patch_draft", overtaken)
    answer = so_far(rage, {"bid.1": "2", "mark": before}).json
    assert (answer["alone"], answer["bidding"]) == (False, "Ann bids next. 3 bid, 2 to take.")
    assert answer["mark"] == mark(rage, rage.phone)


def test_the_bid_that_the_dealer_may_not_make_is_refused_and_the_referee_knows_it(club: Club) -> None:
    table = club.start("oh-hell", THREE, {"first_hand": "3"})
    wrong, right = ({"bid.0": own, "bid.1": "1", "bid.2": "0"} for own in ("2", "1"))
    told = "Ann may not bid 2: the bids may not add up to 3 tricks."
    refused = table.post("/draft", {"slot": "1", "lock": "on", **wrong})
    assert refused.status_code == 422
    assert told in words(refused.text)
    found = table.post("/preview?phase=1", {"slot": "1", **wrong}).text
    assert "The bids add up to the tricks." in found
    link = unescape(found[found.index("/clubs/", found.index("add up to the tricks")) :].split('"')[0])
    assert "Whoever bids last may not bid 2, only 0, 1 or 3." in words(table.phone.get(link).text)
    assert 'class="offer"' not in table.post("/preview?phase=1", {"slot": "1", **right}).text
    assert table.post("/draft", {"slot": "1", "lock": "on", **right}).status_code == 303


def test_the_referee_knows_the_bids_made_so_far(club: Club) -> None:
    table = club.start("oh-hell", THREE, {"first_hand": "3"})
    page = table.phone.get(f"{table.url}/referee/bid").text
    assert "Bids" not in words(page[page.index("The game knows") :].split("</summary>")[0])
    table.post("/draft", {"slot": "1", "bid.1": "1", "bid.2": "0"})
    said = "Whoever bids last may not bid 2, only 0, 1 or 3."
    assert said in words(club.organiser.get(f"{table.url}/referee/bid").text)
    table.post("/draft", {"slot": "1", "bid.0": "3", "bid.1": "1", "bid.2": "0"})
    assert said in words(club.organiser.get(f"{table.url}/referee/bid").text), "the dealer's own is what it is about"


def test_the_option_for_trump_does_not_fill_in_the_trump_suit(club: Club) -> None:
    state = club.start("oh-hell", THREE).state
    context = question_context(state, state.sheet.table, situation_of(state.game.situations, "trick"))
    assert (next_json(state.game, state.sheet.table) or {})["trump"] == "turned"
    assert "trump" not in context.known
    assert context.known["cards"] == 7


def test_locked_bets_that_a_correction_made_impossible_are_named(club: Club) -> None:
    table = club.start("ace-deuce-jack", THREE, {"stack": "20"})
    first = {"bets": {"Bob": 5, "Cyd": 5}, "banker_wins": True}
    corrected = table.inputs({**first, "bets": {"Bob": 5, "Cyd": 10}})
    table.write(first)
    lock = {"slot": "2", "lock": "on", **table.inputs({"bets": {"Ann": 0, "Cyd": 12}})}
    assert table.post("/draft", lock).status_code == 303
    assert table.post("/rounds/1/edit", corrected).status_code == 303
    page = unescape(table.phone.get(table.url).text)
    assert '["settled","Cyd bets 12, but holds 10 chips."]' in page
