"""Cards on the pages: played, refused, undone, and seen by every phone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from companion.store.database.caches.poll_cache import QUICK, USUAL
from companion.store.plays.coming_round import round_cards
from companion.web.support.requests.polling import ASK_AGAIN_HEADER
from tests.database import embedded_only
from tests.web.phones import Club, problems
from tests.web.plays.busy import busy
from tests.web.plays.tricks.cards import FOUR, Cards, words


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


@pytest.mark.parametrize(
    ("form", "told"),
    [
        pytest.param(
            {"card": "red-7"},
            "The red 7 is there too often; it comes once in the cards of Raise the Stakes. Correct the one that was "
            "another card.",
            id="a card twice",
        ),
        pytest.param(
            {"card": "seven"},
            "“seven” is not in the cards of Raise the Stakes. Enter colour and number, such as red-7.",
            id="no card",
        ),
        pytest.param({"card": "", "typed": ""}, "Choose a card.", id="nothing"),
        pytest.param(
            {"card": "", "typed": "<b>x</b>"},
            "“<b>x</b>” is not in the cards of Raise the Stakes. Enter colour and number, such as red-7.",
            id="markup",
        ),
        pytest.param(
            {"card": "\0"}, "“\N{REPLACEMENT CHARACTER}” is not in the cards of Raise the Stakes.", id="a zero"
        ),
        pytest.param(
            {"card": "x" * 10_000},
            "“" + "x" * 39 + "…” is not in the cards of Raise the Stakes.",
            id="ten thousand letters",
        ),
        pytest.param(
            {"card": "take-it:red-7"}, "Take It for the red 7 cannot be played now.", id="a card not shuffled in"
        ),
        pytest.param({"card": "red-9", "player": "9"}, "“9” is not in this round.", id="a seat that is not there"),
        pytest.param({"card": "red-9", "player": "Zoe"}, "“Zoe” is not in this round.", id="a stranger"),
        pytest.param(
            {"card": "red-9", "player": "1"},
            "Bob has two cards in the trick: leave one of them out.",
            id="not their turn",
        ),
        pytest.param({"do": "leave", "player": ""}, "“” is not in this round.", id="nobody leaves"),
        pytest.param(
            {"do": "trump", "trump": "", "typed": "7"},
            "7 is not a colour. Enter the colour that is trump, such as red.",
            id="no colour",
        ),
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
    assert "Another phone was quicker. This is the present hand; your card was not saved." in answer.text
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
    assert "The round was saved meanwhile. This is the next one." in answer.text
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


def test_phones_poll_more_often_once_a_card_or_a_trump_is_entered(club: Club) -> None:
    cards = Cards(club, trump="")
    intervals = []
    for act in ({}, {"card": "red-7"}, {"do": "trump", "trump": "green", "when": "start"}):
        assert not act or cards.act(**act).status_code == (422 if "card" in act else 303)
        changed = club.viewer.get(f"{cards.url}/state")
        unchanged = club.viewer.get(f"{cards.url}/state", query_string={"mark": changed.json["mark"]})
        assert (changed.status_code, unchanged.status_code) == (200, 204)
        intervals.append([answer.headers[ASK_AGAIN_HEADER] for answer in (changed, unchanged)])
    usual, quick = [str(USUAL)] * 2, [str(QUICK)] * 2
    assert intervals == [usual, usual, quick], "what was refused is no activity"


def test_cards_of_which_every_copy_was_played_cannot_be_tapped(club: Club) -> None:
    cards = Cards(club, "oh-hell", trump="h", players=("Ann", "Bob", "Cyd"))
    gone = []
    for act in ({}, {"card": "7h"}, {"card": "9s"}, {"do": "back"}):
        assert not act or cards.act(**act).status_code == 303
        gone.append(re.findall(r'value="(\w+)"[^>]* disabled', cards.page()))
    assert gone == [[], ["7h"], ["9s", "7h"], ["7h"]]


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


def test_a_typed_card_survives_a_quicker_phone(club: Club) -> None:
    cards = Cards(club)
    seen = cards.carried()
    cards.play("red-7")
    answer = cards.club.organiser.post(cards.url, {**seen, "card": "", "typed": "crimson 4", "client_id": "other"})
    assert answer.status_code == 409
    assert 'value="crimson 4"' in answer.text


@embedded_only
def test_a_typed_card_survives_a_busy_database(app: Flask, club: Club) -> None:
    cards = Cards(club)
    sent = {**cards.carried(), "typed": "yellow 7"}
    with busy(app):
        answer = club.scorer.post(cards.url, sent)
    assert (answer.status_code, 'value="yellow 7"' in answer.text) == (503, True)


def test_the_suit_to_follow_is_unfolded(club: Club) -> None:
    cards = Cards(club, "rage", trump="none", players=("Ann", "Bob", "Cyd"))
    cards.play("wild-blue")
    assert re.search(r'<details class="suit" open><summary class="tint c-blue', cards.page())


@pytest.mark.parametrize(("slug", "unfolded"), [("pitch", [True] * 4), ("raise-the-stakes", [True, *[False] * 4])])
def test_a_deck_of_52_cards_is_shown_as_a_whole_and_a_larger_one_by_suits(
    club: Club, slug: str, unfolded: list[bool]
) -> None:
    cards = Cards(club, slug, trump="" if slug == "pitch" else "green", players=FOUR)
    suits = re.findall(r'<details class="suit"( open)?', cards.page())
    assert [bool(is_open) for is_open in suits] == unfolded


def test_only_a_complete_trick_updates_the_sheet(club: Club) -> None:
    cards = Cards(club, players=("Ann", "Bob", "Cyd"))
    cards.play("red-7")
    mark = re.findall(r'data-mark="([^"]+)"', club.viewer.get(cards.table.url).text)[0]
    cards.play("red-9")
    assert club.viewer.get(f"{cards.table.url}/state?mark={mark}").status_code == 204
    cards.play("red-3")
    assert club.viewer.get(f"{cards.table.url}/state?mark={mark}").status_code == 200
    assert "1 of 5 tricks entered" in words(club.viewer.get(cards.table.url).text)


def test_each_call_updates_the_sheet(club: Club) -> None:
    cards = Cards(club, "euchre", trump="", players=FOUR)
    for call in ("turned-h", "pass"):
        mark = re.findall(r'data-mark="([^"]+)"', club.viewer.get(cards.table.url).text)[0]
        cards.act(do="call", call=call)
        assert club.viewer.get(f"{cards.table.url}/state?mark={mark}").status_code == 200


def meanwhile(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> None:
    """Let something happen after the next card was read and before it is saved."""
    save = round_cards.save_cards

    def overtaken(*given: Any, **more: Any) -> Any:
        monkeypatch.setattr(round_cards, "save_cards", save)
        act()
        return save(*given, **more)

    monkeypatch.setattr(round_cards, "save_cards", overtaken)


def test_a_card_that_another_phone_plays_at_the_same_time_is_seen_at_once(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = Cards(club)
    meanwhile(monkeypatch, lambda: cards.play("blue-3"))
    answer = cards.act(card="red-7")
    assert answer.status_code == 409
    assert "Another phone was quicker. This is the present hand; your card was not saved." in words(answer.text)
    assert "Bob blue 3 is the highest" in words(answer.text)
    assert cards.fallen == [[("Bob", "blue-3")]]


def test_a_card_of_a_round_that_is_saved_at_the_same_time_leads_to_the_sheet(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = Cards(club)
    meanwhile(monkeypatch, lambda: cards.table.write({"tricks": {"Ann": 5}}))
    answer = cards.act(card="red-7")
    assert (answer.status_code, answer.headers["Location"]) == (303, cards.table.url)
    assert cards.fallen == []
