"""Trick by trick on the pages: cards entered, refused and undone, and the form of the round filled in from them."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.games import game_of
from companion.store.database.base import db
from companion.store.plays import commands as store
from companion.store.plays.coming import round_cards
from companion.store.plays.coming.findings import NamedInRound
from tests.hearts import hearts
from tests.suit_signs import without_signs
from tests.web.phones import Club, Phone, Table, problems


class Cards:
    """The page of a hand, by default on the scorer's phone."""

    def __init__(
        self,
        club: Club,
        slug: str = "raise-the-stakes",
        trump: str = "green",
        players: tuple[str, ...] = ("Ann", "Bob"),
        options: dict[str, Any] | None = None,
    ) -> None:
        self.club = club
        self.table: Table = club.start(slug, players, options)
        self.url = self.table.url + "/tricks"
        if trump:
            assert self.act(do="trump", trump=trump, when="start").status_code == 303

    def page(self, phone: Phone | None = None) -> str:
        answer = (phone or self.table.phone).get(self.url)
        assert answer.status_code == 200
        return answer.text

    def carried(self) -> dict[str, str]:
        """Return the hidden values of the page's forms."""
        form = re.findall(rf'<form[^>]* action="{self.url}"[^>]*>(.*?)</form>', self.page(), re.DOTALL)[0]
        names = ("base", "slot", "client_id")
        return {name: re.findall(rf'name="{name}" value="([^"]*)"', form)[0] for name in names}

    def act(self, path: str = "", phone: Phone | None = None, **form: Any) -> TestResponse:
        return (phone or self.table.phone).post(self.url + path, {**self.carried(), **form})

    def play(self, *cards: str) -> None:
        for card in cards:
            answer = self.act(card=card)
            assert answer.status_code == 303, problems(answer)

    @property
    def fallen(self) -> list[list[tuple[str, str]]]:
        """Return the stored cards, trick by trick, each with its player."""
        with self.club.app.app_context():
            play = store.load_play(self.club.id, self.table.key)
            assert play is not None
            data = round_cards.coming_cards(play).data
            db.session.remove()
        return [[(row["player"], row["card"]) for row in trick] for trick in data.get("tricks", [])]

    def sheet(self) -> str:
        """Return the sheet on the scorer's phone."""
        return self.table.phone.get(self.table.url).text

    def lock_bids(self, *bids: int) -> None:
        """Lock the bids of the round."""
        sent = {f"bid.{number}": str(bid) for number, bid in enumerate(bids)}
        assert self.table.post("/draft", {**sent, "slot": "1", "lock": "on"}).status_code == 303


def chosen(page: str, field: str) -> list[str]:
    """Return the value of a field for each player: a chosen chip, or a number."""
    return re.findall(rf'name="{field}\.\d+" value="(\d+)" checked', page) or re.findall(
        rf'name="{field}\.\d+"[^>]* value="(\d+)"', page
    )


def words(page: str) -> str:
    """Return the text of a page."""
    body = page.partition("<main")[2]
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", without_signs(body))))


def test_only_games_with_tricks_link_to_the_cards(club: Club) -> None:
    table = club.start("rage", ["Ann", "Bob"])
    assert f"{table.url}/tricks" in table.phone.get(table.url).text
    other = club.start("samba", ["Ann", "Bob", "Cyd", "Dee"])
    assert "/tricks" not in other.phone.get(other.url).text
    assert other.phone.get(other.url + "/tricks").status_code == 404


def test_the_next_player_gets_the_card_and_the_winner_leads(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "red-9")
    assert cards.fallen == [[("Bob", "red-7"), ("Ann", "red-9")]]
    page = words(cards.page())
    assert "Ann wins the trick with the red 9." in page
    assert "Ann leads" in page
    cards.play("blue-1")
    assert cards.fallen[1] == [("Ann", "blue-1")]


def test_the_undo_button_names_the_last_card(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7")
    assert "Take back Bob : red 7" in words(cards.page())


def test_trump_is_asked_first(club: Club) -> None:
    cards = Cards(club, trump="")
    assert "What is trump?" in cards.page()
    assert 'name="card" value="red-7"' not in cards.page()
    assert problems(cards.act(card="red-7")).startswith("First say what is trump.")
    assert cards.fallen == []


def test_rage_can_have_no_trump(club: Club) -> None:
    cards = Cards(club, "rage", trump="none")
    assert "No trump" in words(cards.page())
    cards.play("red-7", "change-blue")
    assert "Trump: Blue" in words(cards.page())


def test_toepen_has_no_trump(club: Club) -> None:
    cards = Cards(club, "toepen", trump="", players=("Ann", "Bob", "Cyd"))
    assert "trump" not in words(cards.page()).lower()
    assert cards.act(do="trump", trump="h").status_code == 422


def test_a_renege_is_reported_by_the_card_that_proves_it(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "blue-3", "yellow-3", "yellow-9")
    assert "reneged" not in words(cards.page())
    cards.play("red-2")
    page = cards.page()
    told = "Ann reneged in trick 1: Bob led the red 7, Ann played the blue 3, and in trick 3 shows the red 2."
    assert told in words(page)
    assert f'data-announce="{told}' in page
    cards.play("red-8")
    later = cards.page()
    assert told in words(later)
    assert f'data-announce="{told}' not in later, "it was said once"


def test_a_renege_can_be_put_on_the_sheet_and_links_to_its_verdict(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "blue-3", "yellow-3", "yellow-9", "red-2")
    page = cards.page()
    assert re.search(r'name="player" value="Ann">\s*<input type="hidden" name="points" value="-1"', page)
    link = unescape(re.findall(r'href="([^"]+)">Show the verdict', page)[0])
    verdict = cards.table.phone.get(link)
    assert verdict.status_code == 200
    assert "Ann loses 1 point and is out of the hand." in verdict.text
    reason = unescape(re.findall(r'name="reason" value="([^"]+)"', page)[0])
    answer = cards.table.post("/referee/put", {"player": "Ann", "points": "-1", "reason": reason, "where": "draft"})
    assert answer.status_code == 303


def test_a_renege_without_a_penalty_offers_no_correction(club: Club) -> None:
    cards = Cards(club, "toepen", trump="", players=("Ann", "Bob", "Cyd"))
    cards.play("10h", "9s", "Jh", "Qs", "7h")
    page = cards.page()
    assert "Cyd reneged in trick 1" in words(page)
    assert "on the sheet" not in page
    assert "Show the verdict" in page


@pytest.mark.parametrize(
    ("form", "told"),
    [
        pytest.param({"card": "red-7"}, "The red 7 is there too often", id="a card twice"),
        pytest.param({"card": "seven"}, "“seven” is not in the cards of Raise the Stakes.", id="no card"),
        pytest.param({"card": "", "typed": ""}, "Choose a card.", id="nothing"),
        pytest.param({"card": "", "typed": "<b>x</b>"}, "“<b>x</b>” is not in", id="markup"),
        pytest.param({"card": "\0"}, "“\N{REPLACEMENT CHARACTER}” is not in", id="a zero"),
        pytest.param({"card": "x" * 10_000}, "“" + "x" * 39 + "…” is not in", id="ten thousand letters"),
        pytest.param(
            {"card": "take-it:red-7"}, "Take It for the red 7 cannot be played now.", id="a card not shuffled in"
        ),
        pytest.param({"card": "red-9", "player": "9"}, "“9” is not in this round.", id="a seat that is not there"),
        pytest.param({"card": "red-9", "player": "Zoe"}, "“Zoe” is not in this round.", id="a stranger"),
        pytest.param(
            {"card": "red-9", "player": "1"},
            "Bob has two cards in the trick",
            id="not their turn",
        ),
        pytest.param({"do": "leave", "player": ""}, "“” is not in this round.", id="nobody leaves"),
        pytest.param({"do": "trump", "trump": "", "typed": "7"}, "7 is not a colour.", id="no colour"),
        pytest.param({"do": "trump", "trump": "x" * 10_000}, "Trump", id="a long colour"),
        pytest.param({"do": "trump", "trump": "a\0b"}, "Trump", id="a colour with a zero"),
    ],
)
def test_an_impossible_card_is_refused_and_changes_nothing(club: Club, form: dict[str, str], told: str) -> None:
    cards = Cards(club)
    cards.play("red-7")
    answer = cards.act(**form)
    assert answer.status_code == 422
    assert told in problems(answer)
    assert cards.fallen == [[("Bob", "red-7")]]


def test_a_refused_card_stays_in_its_field(club: Club) -> None:
    cards = Cards(club)
    answer = cards.act(card="", typed="crimson")
    assert re.search(r'aria-describedby="card-problem" aria-invalid="true"[^>]* value="crimson"', answer.text)


def test_a_card_can_be_typed_with_a_blank(club: Club) -> None:
    cards = Cards(club)
    assert cards.act(card="", typed="Crimson  7").status_code == 303
    assert cards.fallen == [[("Bob", "crimson-7")]]


def test_a_trick_that_cannot_be_ended_says_why(club: Club) -> None:
    cards = Cards(club)
    assert problems(cards.act(do="close")).startswith("There is no trick to end.")


def test_the_second_of_two_phones_sees_the_other_card_and_loses_nothing(club: Club) -> None:
    cards = Cards(club)
    seen = cards.carried()
    cards.play("red-7")
    answer = cards.club.organiser.post(cards.url, {**seen, "card": "blue-4", "client_id": "other"})
    assert answer.status_code == 409
    assert "Another phone was quicker" in answer.text
    assert cards.fallen == [[("Bob", "red-7")]]


def test_the_same_tap_sent_twice_is_one_card(club: Club) -> None:
    cards = Cards(club)
    tap = {**cards.carried(), "card": "red-7"}
    assert [cards.table.phone.post(cards.url, tap).status_code for _ in range(2)] == [303, 303]
    assert cards.fallen == [[("Bob", "red-7")]]


def test_a_card_for_a_saved_round_is_not_added_to_the_next(club: Club) -> None:
    cards = Cards(club)
    seen = cards.carried()
    cards.table.write({"tricks": {"Ann": 5}})
    answer = cards.table.phone.post(cards.url, {**seen, "card": "red-7"})
    assert answer.status_code == 409
    assert "saved meanwhile" in answer.text
    assert cards.fallen == []


@pytest.mark.parametrize("form", [{}, {"base": "-1"}, {"base": "x", "slot": "\0"}, {"base": "9" * 40, "slot": "1"}])
def test_a_form_without_the_state_of_the_hand_is_refused(club: Club, form: dict[str, str]) -> None:
    cards = Cards(club)
    assert cards.table.phone.post(cards.url, {**form, "card": "red-7"}).status_code == 409
    assert cards.fallen == []


def test_the_last_card_can_be_undone(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "red-9")
    cards.act(do="back")
    assert cards.fallen == [[("Bob", "red-7")]]
    assert "Ann plays" in words(cards.page())


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


def test_another_player_can_play_and_a_trick_can_end_early(club: Club) -> None:
    cards = Cards(club, players=("Ann", "Bob", "Cyd"))
    cards.act(card="red-7", player="2")
    cards.act(card="red-9", player="1")
    assert cards.fallen == [[("Cyd", "red-7"), ("Bob", "red-9")]]
    cards.act(do="close")
    assert "Bob wins the trick" in words(cards.page())
    cards.act(do="back")
    assert "Ann plays" in words(cards.page())


def test_a_player_who_folded_is_skipped(club: Club) -> None:
    cards = Cards(club, players=("Ann", "Bob", "Cyd"))
    cards.act(do="leave", player="2")
    cards.play("red-7", "red-9")
    assert "Ann wins the trick" in words(cards.page())
    assert problems(cards.act(card="red-3", player="2")).startswith("Cyd is out of the hand.")


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


def test_a_round_that_contradicts_its_cards_needs_confirmation(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "red-9")
    entry = cards.table.inputs({"tricks": {"Ann": 0, "Bob": 5}})
    told = "Tricks: the 1 trick entered give Ann 1, Bob 0."
    answer = cards.table.post("/preview", entry).text
    assert told in answer.replace("&nbsp;", " ").replace("\N{NO-BREAK SPACE}", " "), answer
    first = cards.table.post("/rounds", entry)
    assert first.status_code == 422
    assert told in words(first.text)
    despite = re.findall(r'name="despite" value="(\d+)"', first.text)[0]
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


def test_a_viewer_sees_the_cards_and_cannot_enter_any(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7")
    page = cards.page(club.viewer)
    assert "Bob wins so far" in words(page)
    assert "<form" not in page.partition("<main")[2]
    assert cards.act(phone=club.viewer, card="red-9").status_code == 403
    assert club.stranger.get(cards.url).status_code == 404
    assert len(cards.fallen[0]) == 1


def test_a_poll_reports_a_new_card(club: Club) -> None:
    cards = Cards(club)
    mark = re.findall(r'data-mark="([^"]+)"', cards.page())[0]
    state = f"{cards.url}/state?mark={mark}"
    assert club.viewer.get(state).status_code == 204
    cards.play("red-7")
    answer = club.viewer.get(state)
    assert answer.json is not None
    assert answer.json["mark"] in cards.page()


def test_a_finished_play_redirects_to_its_sheet(club: Club) -> None:
    cards = Cards(club)
    seen = cards.carried()
    cards.table.write({"tricks": {"Ann": 5}})
    cards.table.post("/end")
    assert cards.table.phone.get(cards.url).headers["Location"] == cards.table.url
    assert cards.table.phone.post(cards.url, {**seen, "card": "red-7"}).headers["Location"] == cards.table.url


def test_names_are_displayed_as_typed(club: Club) -> None:
    cards = Cards(club, players=("<b>Ann</b>", "Bob & Co"))
    cards.play("red-7", "red-3", "blue-1", "blue-9")
    page = cards.page()
    assert "<b>" not in page
    assert "&lt;b&gt;Ann&lt;/b&gt;" in page


def test_a_player_who_reneged_can_be_taken_out_of_the_hand(club: Club) -> None:
    cards = Cards(club, players=("Ann", "Bob", "Cyd"))
    cards.play("red-7", "red-1", "blue-3", "yellow-3", "yellow-4", "yellow-9", "blue-1", "red-2", "red-4")
    page = words(cards.page())
    assert "Ann reneged in trick 1" not in page
    cards.play("red-5")
    page = words(cards.page())
    assert "Ann reneged in trick 1: Bob led the red 7" in page
    assert "Ann is out of the hand" in page
    assert cards.act(do="leave", player="0").status_code == 303
    after = words(cards.page())
    assert "Ann reneged in trick 1" in after
    assert "Ann is out of the hand" not in after


def test_a_black_card_that_names_a_trump_asks_for_it(club: Club) -> None:
    cards = Cards(club, options={"variation_cards": ["trump-twist"]})
    cards.play("red-7", "red-9", "trump-twist")
    assert "Which trump was named?" in cards.page()
    cards.act(do="trump", trump="blue", when="now")
    page = cards.page()
    assert "Which trump was named?" not in page
    assert "Trump: Blue" in words(page)
    cards.play("blue-1", "red-10")
    assert "Ann wins the trick with the blue 1." in words(cards.page())
    assert "trump green · Ann wins" in words(cards.page())


def test_a_trump_named_in_the_first_trick_is_asked_once(club: Club) -> None:
    cards = Cards(club, options={"variation_cards": ["trump-twist"]})
    cards.play("red-7", "trump-twist")
    cards.act(do="trump", trump="blue", when="now")
    page = cards.page()
    assert "Which trump was named?" not in page
    assert "Trump: Blue" in words(page)
    cards.act(do="back")
    assert "Trump: Green" in words(cards.page())


def test_the_linked_verdict_invents_no_renege_after_a_trump_was_named(club: Club) -> None:
    cards = Cards(club, options={"variation_cards": ["trump-twist"]})
    # Under green the fire follows the green 9; under red, named later, it would not.
    cards.play("green-9", "little-fire", "trump-twist")
    cards.act(do="trump", trump="red", when="now")
    cards.play("blue-5", "yellow-3", "green-1", "blue-8")
    page = cards.page()
    assert "Trump was different before. The verdict looks at the tricks from trick 2 on" in words(page)
    link = unescape(re.findall(r'href="([^"]+)">Show the verdict', page)[0])
    verdict = words(cards.table.phone.get(link).text)
    assert "Bob loses 1 point" in verdict
    assert "Ann had to" not in verdict


def test_values_that_the_cards_no_longer_settle_are_cleared(club: Club) -> None:
    cards = Cards(club, players=("Ann", "Bob", "Cyd"))
    cards.act(do="leave", player="2")
    cards.play("red-7", "red-9")
    cards.act(do="over")
    folded = r'name="folded" value="2" checked'
    assert re.search(folded, cards.sheet())
    cards.act(do="leave", player="2")
    assert not re.search(folded, cards.sheet())


def test_a_typed_card_survives_a_quicker_phone(club: Club) -> None:
    cards = Cards(club)
    seen = cards.carried()
    cards.play("red-7")
    answer = cards.club.organiser.post(cards.url, {**seen, "card": "", "typed": "crimson 4", "client_id": "other"})
    assert answer.status_code == 409
    assert 'value="crimson 4"' in answer.text


def test_the_suit_to_follow_is_unfolded(club: Club) -> None:
    cards = Cards(club, "rage", trump="none", players=("Ann", "Bob", "Cyd"))
    cards.play("wild-blue")
    assert re.search(r'<details class="suit" open><summary class="tint c-blue', cards.page())


def test_a_player_who_sits_out_after_the_first_card_is_reported(club: Club) -> None:
    cards = Cards(club, players=("Ann", "Bob", "Cyd"))
    cards.play("red-7")
    assert "sits this round out" not in cards.page()
    cards.table.post("/draft", {"slot": "1", "who": "1", "present": ["0", "1"]})
    assert "Cyd sits this round out, but was in this hand from its first card." in words(cards.page())


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


def test_only_a_complete_trick_updates_the_sheet(club: Club) -> None:
    cards = Cards(club, players=("Ann", "Bob", "Cyd"))
    cards.play("red-7")
    mark = re.findall(r'data-mark="([^"]+)"', club.viewer.get(cards.table.url).text)[0]
    cards.play("red-9")
    assert club.viewer.get(f"{cards.table.url}/state?mark={mark}").status_code == 204
    cards.play("red-3")
    assert club.viewer.get(f"{cards.table.url}/state?mark={mark}").status_code == 200
    assert "1 of 5 tricks entered" in words(club.viewer.get(cards.table.url).text)


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


# The bidding before the cards.


EUCHRE = ("Ann", "Bob", "Cyd", "Dee")


def called(club: Club, *calls: str, slug: str = "euchre") -> Cards:
    """Return the page of a hand dealt by Ann, after these calls."""
    cards = Cards(club, slug, trump="", players=EUCHRE)
    for call in calls:
        answer = cards.act(do="call", call=call)
        assert answer.status_code == 303, problems(answer)
    return cards


def test_possible_calls_are_offered_and_fill_in_the_sheet(club: Club) -> None:
    cards = called(club, "turned-h", "pass")
    assert 'name="call" value="order"' in cards.page()
    assert 'name="call" value="order"' not in cards.page(club.viewer), "this phone looks on"
    assert "Ann: Turn up ♥ · Bob: Pass" in words(cards.page(club.viewer))
    assert "Cyd calls next: go on" in words(cards.sheet())
    cards.act(do="call", call="order")
    assert "Cyd has made hearts trumps: go on" in words(cards.sheet())
    assert 'name="maker" value="2" checked' in cards.sheet()
    entry = {"maker": "Bob", "tricks": 3}
    refused = cards.table.post("/rounds", cards.table.inputs(entry))
    assert refused.status_code == 422
    assert "Maker: the bidding entered gives Cyd." in words(refused.text)
    cards.table.write({"maker": "Cyd", "tricks": 3})
    page = words(club.viewer.get(f"{cards.url}/1").text)
    assert "Ann: Turn up ♥ · Bob: Pass · Cyd: Order up Cyd has made hearts trumps." in page


def test_an_impossible_call_is_refused_and_changes_nothing(club: Club) -> None:
    cards = called(club, "turned-h")
    for call in ("s", "alone", "", "hold"):
        answer = cards.act(do="call", call=call)
        assert answer.status_code == 422
        assert f"“{call}” cannot be called now." in words(answer.text)
    assert "Bob calls" in words(cards.page())


def test_the_last_call_can_be_undone_and_the_bidding_skipped(club: Club) -> None:
    cards = called(club, "turned-h", "order", "alone")
    assert "Bob plays alone" in words(cards.page())
    for _ in range(3):
        cards.act(do="back")
    assert "Ann calls" in words(cards.page())
    assert cards.fallen == []
    assert "next: go on" not in words(cards.sheet())
    cards.act(do="trump", trump="s", when="start")
    assert "calls" not in words(cards.page())
    cards.play("9s")
    assert cards.fallen == [[("Bob", "9s")]]


def test_after_the_bidding_cards_are_taken_back_before_calls(club: Club) -> None:
    cards = called(club, "turned-h", "order", "alone")
    cards.play("9s")
    cards.act(do="back")
    assert cards.fallen == []
    assert "Bob: Order up · Bob plays alone" in words(cards.page())
    cards.act(do="back")
    assert "Take back Bob: Order up" in words(cards.page())


def test_calls_survive_the_undo_of_their_round(club: Club) -> None:
    cards = called(club, "turned-h", "order", "alone")
    cards.table.write({"maker": "Bob", "tricks": 5, "alone": True})
    cards.table.post("/undo")
    assert "Bob plays alone" in words(cards.page())


def test_if_all_pass_no_cards_are_played(club: Club) -> None:
    assert "Bob calls next: go on" in words(called(club, "18", slug="skat").sheet())
    cards = called(club, "turned-h", *["pass"] * 8)
    assert "All have passed twice: the cards are thrown in." in words(cards.page())
    assert "Fill in round 1" in words(cards.page())


# The referee knows the cards that were entered.


def test_the_referee_gets_the_played_cards(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "blue-3", "red-2", "red-9", "blue-1")
    renege = unescape(cards.table.phone.get(f"{cards.table.url}/referee/renege").text)
    assert "Bob red-7, Ann blue-3\nBob red-2, Ann red-9\nAnn blue-1" in renege
    assert 'value="green"' in renege
    trick = unescape(cards.table.phone.get(f"{cards.table.url}/referee/trick").text)
    assert ">Ann blue-1</textarea>" in trick
    cards.play("blue-8")
    assert ">Ann blue-1, Bob blue-8</textarea>" in unescape(
        cards.table.phone.get(f"{cards.table.url}/referee/trick").text
    )
    legal = unescape(cards.table.phone.get(f"{cards.table.url}/referee/legal").text)
    assert ">Ann blue-1, Bob blue-8</textarea>" not in legal
    cards.table.write({"tricks": {"Ann": 3, "Bob": 2}})
    assert "blue-1" not in unescape(cards.table.phone.get(f"{cards.table.url}/referee/trick").text).split("decks")[0]


def test_cards_entered_by_another_phone_are_not_asked_again(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "blue-3", "red-2")
    url, other = cards.table.url, club.organiser
    renege = unescape(other.get(f"{url}/referee/renege").text)
    asked, _, known = renege.partition('<details class="sheet-of-paper from-play">')
    assert "</textarea>" not in asked
    assert "Bob red-7, Ann blue-3\nBob red-2</textarea>" in known
    assert "Trump green , Secret Shuffle Not played , Tricks 2" in words(renege)
    assert "Everybody agrees: who?" in asked
    trick = other.get(f"{url}/referee/trick")
    assert trick.status_code == 200
    assert "Bob is winning so far, with the red 2." in words(trick.text), "nothing was left to ask"
    cards.play("red-9")
    legal = unescape(other.get(f"{url}/referee/legal").text).partition('<details class="sheet-of-paper from-play">')[0]
    assert 'id="f-hand"' in legal
    assert "</textarea>" not in legal, "the hand alone is asked"


def test_a_round_whose_tricks_do_not_add_up_links_to_its_cards(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "blue-3", "red-2", "red-9")
    found = cards.table.post("/preview", cards.table.inputs({"tricks": {"Ann": 2, "Bob": 1}})).text
    link = unescape(found[found.index("/clubs/", found.index("Did somebody renege?")) :].split('"')[0])
    assert "Ann loses 1 point and is out of the hand." in words(cards.table.phone.get(link).text)


def test_a_trump_fixed_by_the_hand_is_known_before_the_first_card(club: Club) -> None:
    cards = Cards(club)
    page = cards.table.phone.get(f"{cards.table.url}/referee/trick").text
    assert re.search(r'name="trump"[^>]* value="green"', page)
    rage = Cards(club, "rage", trump="none")
    page = rage.table.phone.get(f"{rage.table.url}/referee/legal").text
    assert re.search(r'name="trump" value="none" checked', page)
    bare = club.start("rage", ["Ann", "Bob"])
    assert not re.search(r'name="trump"[^>]* checked', bare.phone.get(f"{bare.url}/referee/trick").text)


def test_a_penalty_is_added_once_and_the_hand_goes_on(club: Club) -> None:
    cards = Cards(club, trump="green")
    cards.play("red-7", "blue-3", "red-2", "red-9")
    page = cards.page()
    form = re.findall(r'<form[^>]*action="[^"]*/referee/put">(.*?)</form>', page, re.DOTALL)[0]
    sent = {name: unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', form)}
    assert "Put −1 for Ann on the sheet" in words(page)
    answer = cards.table.phone.post(f"{cards.table.url}/referee/put", {**sent, "where": "draft"})
    assert answer.headers["Location"] == cards.url
    page = cards.page()
    assert "It is on the sheet for this round." in words(page)
    assert [isinstance(one, NamedInRound) and one.field for one in cards.table.state.pending_findings] == ["reneged"]
    assert "/referee/put" not in page


# A game without a known leader, in which a card can be played too early.


@pytest.fixture
def hearts_club(club: Club, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    """Return a club in which Reversis has the tricks of Hearts."""
    game_of("reversis")
    monkeypatch.setattr("companion.games.reversis.scoring.GAME", hearts())
    monkeypatch.setattr("companion.games.reversis.referee.SITUATIONS", hearts().situations)
    game_of.cache_clear()
    yield club
    game_of.cache_clear()


FOUR = ("Ann", "Bob", "Cyd", "Dee")


def test_an_unknown_leader_is_asked(hearts_club: Club) -> None:
    cards = Cards(hearts_club, "reversis", trump="", players=FOUR)
    page = cards.page()
    assert "Who leads?" in words(page)
    assert "Tap who, then the card" in words(page)
    assert "Somebody else plays" not in words(page)
    assert problems(cards.act(card="9c")).startswith("First say who leads.")
    assert cards.act(card="9c", player="2").status_code == 303
    assert cards.fallen == [[("Cyd", "9c")]]
    assert "Dee plays" in words(cards.page())
    assert cards.act(do="back").status_code == 303
    assert "Who leads?" in words(cards.page())


def test_a_card_played_too_early_is_reported_at_once_with_its_rule(hearts_club: Club) -> None:
    cards = Cards(hearts_club, "reversis", trump="", players=FOUR)
    assert cards.act(card="9h", player="0").status_code == 303
    page = cards.page()
    told = "Ann played 9♥ in trick 1: No heart is led before one has fallen."
    assert told in words(page)
    assert f'data-announce="{told}' in page
    assert f"{cards.table.url}/rules#" in page.split("It is right only where", 1)[1].split("</div>", 1)[0]
    cards.play("2h")
    assert f'data-announce="{told}' not in cards.page(), "it was said once"
    cards.play("3h", "4h", "2c")
    assert f"{told} In trick 2 Ann shows 2♣." in words(cards.page())


def test_the_question_what_may_be_played_knows_the_hand(hearts_club: Club) -> None:
    cards = Cards(hearts_club, "reversis", trump="", players=FOUR)
    assert cards.act(card="9c", player="0").status_code == 303
    cards.play("2h", "3c", "4c")
    page = cards.table.phone.get(f"{cards.table.url}/referee/legal").text
    broken = re.findall(r'<input[^>]*name="broken"[^>]*>', page)
    assert any("checked" in item for item in broken), broken
