"""The form of a round is filled in from its cards, which stay with the round."""

import re

import pytest

from companion.store.database.base import db
from companion.store.plays.coming_round import drafts
from companion.web.plays.tricks.card_values import values_from_draft
from tests.web.phones import Club, Table, problems
from tests.web.plays.tricks.cards import FOUR, Cards, chosen, words


def test_a_declaration_with_a_lead_can_be_tapped_and_undone(club: Club) -> None:
    cards = Cards(club, "funfzehnern", trump="", players=("Ann", "Bob", "Cyd"))
    cards.play("9s")
    assert "Zwang" not in words(cards.page())
    cards.act(do="back")
    cards.play("Qs", "8s", "7s")
    assert "Zwang tap if Bob declared it with Q♠" in words(cards.page())
    assert cards.act(do="declare").status_code == 303
    assert "Zwang declared in trick 1; tap if not" in words(cards.page())
    cards.play("9s", "As")
    kept_back = "Cyd played 8♠ in trick 1: Zwang was declared: whoever holds the ace of the suit has to play it."
    assert kept_back in words(cards.page())
    cards.act(do="back")
    cards.act(do="back")
    assert cards.act(do="declare").status_code == 303
    cards.play("9s", "As")
    assert kept_back not in words(cards.page())
    assert problems(cards.act(do="declare")).startswith("Nothing can be declared with this card.")


def test_a_hand_of_rage_fills_in_the_form_of_the_round(club: Club) -> None:
    cards = Cards(club, "rage", trump="yellow", players=("Ann", "Bob", "Cyd"))
    cards.play("blue-15", "yellow-0", "bonus")
    cards.lock_bids(1, 0, 2)
    sheet = cards.sheet()
    assert "1 of 10 tricks entered: go on" in words(sheet)
    assert chosen(sheet, "tricks") == ["0", "0", "1"]
    assert chosen(sheet, "bonus") == ["0", "0", "1"]
    cards.act(do="back")
    assert chosen(cards.sheet(), "tricks") == ["0", "0", "0"], "the cards say what was taken, the bids do not"
    cards.act(do="over")
    assert "The hand is over" in cards.page()
    assert "0 of 10 tricks entered" in words(cards.sheet())
    assert "go on" not in words(cards.sheet())


@pytest.mark.parametrize(
    ("cards", "tricks", "against"),
    [
        (3, (3, 0, 0), "Tricks: the 1 trick entered gives Ann 0, Bob 1, Cyd 0."),
        (3, (0, 3, 0), ""),
        (3, (1, 1, 1), ""),
        (6, (0, 1, 2), "Tricks: the 2 tricks entered give Ann 0, Bob 2, Cyd 0."),
        (9, (0, 2, 1), "Tricks: the 3 tricks entered give Ann 1, Bob 2, Cyd 0."),
        (9, (0, 3, 0), "Tricks: the 3 tricks entered give Ann 1, Bob 2, Cyd 0."),
        (9, (1, 2, 0), ""),
    ],
)
def test_a_preview_says_what_the_cards_give_instead(
    club: Club, cards: int, tricks: tuple[int, ...], against: str
) -> None:
    """Before the hand is over, only a number that is too low contradicts its cards."""
    page = Cards(club, "oh-hell", trump="h", players=("Ann", "Bob", "Cyd"), options={"first_hand": "3"})
    page.play(*("7h", "9s", "2h", "Kc", "9c", "3c", "2c", "9h", "Ah")[:cards])
    form = {f"{key}.{seat}": number for seat, number in enumerate(tricks) for key in ("bid", "tricks")}
    answer = words(f"<main{page.table.post('/preview', form | {'bid.0': 2}).text}").replace("\N{NO-BREAK SPACE}", " ")
    assert re.findall(r"Tricks: the .*? entered .*?\.", answer) == ([against] if against else [])


def test_only_an_open_play_of_a_game_with_tricks_has_values_from_cards(club: Club) -> None:
    def progress(table: Table) -> str | None:
        with club.app.app_context():
            values = values_from_draft(table.state, drafts.draft_of(cards.table.state))
            db.session.remove()
        return values and values.progress_text

    cards, other = Cards(club), club.start("samba", FOUR)
    assert progress(cards.table) is None, "trump alone is no card"
    cards.play("red-7", "red-9", "blue-1")
    assert (progress(cards.table), progress(other)) == ("1 of 5 tricks entered", None)
    for path, found in (("/end", None), ("/reopen", "1 of 5 tricks entered")):
        assert cards.table.post(path).status_code == 303
        assert progress(cards.table) == found
    cards.table.write({"tricks": {"Ann": 5}})
    assert progress(cards.table) is None


def test_a_round_that_contradicts_its_cards_needs_confirmation(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "red-9")
    entry = cards.table.inputs({"tricks": {"Ann": 0, "Bob": 5}})
    told = "Tricks: the 1 trick entered gives Ann 1, Bob 0."
    answer = cards.table.post("/preview", entry).text
    assert told in answer.replace("&nbsp;", " ").replace("\N{NO-BREAK SPACE}", " "), answer
    first = cards.table.post("/rounds", entry)
    assert first.status_code == 422
    assert told in words(first.text)
    despite = re.findall(r'name="despite" value="(\d+)"', first.text)[0]
    cards.act(do="over")
    assert cards.table.post("/rounds", {**entry, "despite": despite}).status_code == 422, "the hand is over since"
    cards.act(do="back")
    cards.play("red-3", "red-1")
    assert cards.table.post("/rounds", {**entry, "despite": despite}).status_code == 422, "the cards have gone on since"
    despite = re.findall(r'name="despite" value="(\d+)"', cards.table.post("/rounds", entry).text)[0]
    assert cards.table.post("/rounds", {**entry, "despite": despite}).status_code == 303
    assert cards.table.state.slots[0].entry["tricks"] == {"Ann": 0, "Bob": 5}


def test_a_round_with_more_than_its_cards_so_far_is_saved_at_once(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "red-9")
    assert cards.table.post("/rounds", cards.table.inputs({"tricks": {"Ann": 3, "Bob": 2}})).status_code == 303


def test_the_cards_of_a_saved_round_can_be_viewed(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "red-9", "blue-1")
    round_page = cards.table.url + "/rounds/1"
    cards.table.write({"tricks": {"Ann": 5}})
    assert f"{cards.url}/1" in club.viewer.get(round_page).text
    page = words(club.viewer.get(cards.url + "/1").text)
    assert "Trick 1 trump green · Ann wins" in page
    assert "Bob red 7 Ann red 9" in page
    cards.table.write({"tricks": {"Ann": 5}})
    assert "/tricks/" not in club.viewer.get(cards.table.url + "/rounds/2").text
    for slot in (2, 3, 99999999999999999999):
        assert club.viewer.get(f"{cards.url}/{slot}").status_code == 404


def test_values_that_the_cards_no_longer_settle_are_cleared(club: Club) -> None:
    cards = Cards(club, players=("Ann", "Bob", "Cyd"))
    cards.act(do="leave", player="2")
    cards.play("red-7", "red-9")
    cards.act(do="over")
    folded = r'name="folded" value="2" checked'
    assert re.search(folded, cards.sheet())
    cards.act(do="leave", player="2")
    assert not re.search(folded, cards.sheet())


def test_a_player_who_sits_out_after_the_first_card_is_reported(club: Club) -> None:
    cards = Cards(club, players=("Ann", "Bob", "Cyd"))
    cards.play("red-7")
    assert "sits this round out" not in cards.page()
    cards.table.post("/draft", {"slot": "1", "who": "1", "present": ["0", "1"]})
    again = "To begin the hand again with other players, take all its cards back."
    assert f"Cyd sits this round out, but was in this hand from its first card. {again}" in words(cards.page())
    cards.act(do="back")
    cards.play("red-7")
    cards.table.post("/draft", {"slot": "1", "who": "1", "present": ["0", "1", "2"]})
    assert f"Cyd is in this round, but was not in this hand at its first card. {again}" in words(cards.page())


def test_cards_of_a_later_round_are_not_added_to_an_undone_one(club: Club) -> None:
    cards = Cards(club)
    cards.table.write({"tricks": {"Ann": 5}})
    cards.act(do="trump", trump="green", when="start")
    cards.play("red-7", "red-9")
    cards.table.post("/undo")
    page = words(cards.page())
    assert "The cards of round 2 come back when round 1 is saved." in page
    assert "Bob wins the trick with the red 9." not in page
    cards.act(do="trump", trump="green", when="start")
    cards.play("blue-1")
    cards.table.write({"tricks": {"Ann": 4, "Bob": 1}})
    assert cards.fallen == [[("Ann", "red-7"), ("Bob", "red-9")]]
    assert "Bob blue 1" in words(cards.table.phone.get(f"{cards.url}/2").text)


def test_a_round_undone_redone_and_saved_again_shows_its_cards(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "red-9")
    cards.table.write({"tricks": {"Ann": 5}})
    cards.table.post("/undo")
    assert cards.fallen == [[("Bob", "red-7"), ("Ann", "red-9")]]
    cards.table.post("/redo")
    assert "Bob red 7 Ann red 9" in words(club.viewer.get(f"{cards.url}/1").text)
    cards.table.post("/undo")
    cards.play("blue-1")
    cards.table.write({"tricks": {"Ann": 4, "Bob": 1}})
    assert club.viewer.get(f"{cards.url}/1").status_code == 404
    assert "Ann blue 1" in words(club.viewer.get(f"{cards.url}/2").text)
    cards.table.post("/rounds/2/remove")
    assert club.viewer.get(f"{cards.url}/2").status_code == 404
    cards.table.post("/undo")
    assert "Ann blue 1" in words(club.viewer.get(f"{cards.url}/2").text)
