"""Reneges on the pages: found by a card, put on the sheet, and taken to the referee."""

import re
from html import unescape
from urllib.parse import parse_qsl

import pytest

from tests.web.phones import Club
from tests.web.plays.tricks.cards import Cards, words


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


def test_the_newest_of_two_reneges_comes_first_and_is_announced_alone(club: Club) -> None:
    cards = Cards(club, players=("Ann", "Bob", "Cyd"))
    cards.play("red-7", "blue-3", "blue-4", "yellow-3", "yellow-9", "yellow-1", "red-2", "red-3")
    page = cards.page()
    earlier = "Cyd reneged in trick 1: Bob led the red 7, Cyd played the blue 3, and in trick 3 shows the red 2."
    later = "Ann reneged in trick 1: Bob led the red 7, Ann played the blue 4, and in trick 3 shows the red 3."
    assert re.findall(r"\w+ reneged in trick 1: .*?\.", words(page)) == [later, earlier]
    assert f'data-announce="{later} Ann wins so far. Bob plays."' in page


NOTICE = (
    "Round 1 trick 3 of 5 Trump: Green Ann reneged in trick 1: Bob led the red 7, Ann played the blue 3, and in trick "
    "3 shows the red 2. {} Ann is out of the hand {}Ann red 2 is the highest"
)
PUT = (
    "Put −1 for Ann on the sheet Show the verdict",
    "The player is marked as “Reneged” in that round: that takes the points, and they cannot win the round, whatever "
    "tricks they hold. ",
)


def test_a_renege_can_be_put_on_the_sheet_and_links_to_its_verdict(club: Club) -> None:
    cards = Cards(club)
    cards.play("red-7", "blue-3", "yellow-3", "yellow-9", "red-2")
    page = cards.page()
    assert NOTICE.format(*PUT) in words(page)
    assert re.search(r'name="player" value="Ann">\s*<input type="hidden" name="points" value="-1"', page)
    link = unescape(re.findall(r'href="([^"]+)">Show the verdict', page)[0])
    verdict = cards.table.phone.get(link)
    assert verdict.status_code == 200
    assert "Ann loses 1 point and is out of the hand." in verdict.text
    reason = unescape(re.findall(r'name="reason" value="([^"]+)"', page)[0])
    answer = cards.table.post("/referee/put", {"player": "Ann", "points": "-1", "reason": reason, "where": "draft"})
    assert answer.status_code == 303
    assert NOTICE.format("It is on the sheet for this round. Show the verdict", "") in words(cards.page())


def test_of_two_reneges_only_the_one_on_the_sheet_is_called_settled(club: Club) -> None:
    cards = Cards(club, players=("Ann", "Bob", "Cyd"))
    cards.play("red-7", "blue-3", "blue-4", "yellow-3", "yellow-9", "yellow-1", "red-2", "red-3")

    def settled() -> list[str]:
        return re.findall(r"Put −1 for \w+ on the sheet|It is on the sheet for this round\.", words(cards.page()))

    for player, points in (("Cyd", "-2"), ("Ann", "-1")):
        row = {"player": player, "points": points, "reason": "late", "where": "draft"}
        assert cards.table.post("/referee/put", row).status_code == 303
    assert settled() == ["Put −1 for Ann on the sheet", "Put −1 for Cyd on the sheet"]
    assert cards.table.post("/referee/put", {**row, "situation": "renege"}).status_code == 303
    assert settled() == ["It is on the sheet for this round.", "Put −1 for Cyd on the sheet"]


def test_a_renege_without_a_penalty_offers_no_correction(club: Club) -> None:
    cards = Cards(club, "toepen", trump="", players=("Ann", "Bob", "Cyd"))
    cards.play("10h", "9s", "Jh", "Qs", "7h")
    page = cards.page()
    assert "Cyd reneged in trick 1" in words(page)
    assert "on the sheet" not in page
    assert "Show the verdict" in page


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


TRICKS = "Bob red-7, Ann blue-3\nBob yellow-3, Ann yellow-9\nAnn red-2"


@pytest.mark.parametrize(
    ("slug", "trump", "facts", "reasons"),
    [
        ("rage", "none", [("ask", "1"), ("tricks", TRICKS), ("trump", "none")], []),
        (
            "raise-the-stakes", "green",
            [("ask", "1"), ("tricks", TRICKS), ("trump", "green"), ("secret_shuffle", "none")],
            ["reneged in trick 1, the blue 3"],
        ),
    ],
)  # fmt: skip
def test_the_verdict_is_asked_with_all_tricks_and_the_penalty_says_what_for(
    club: Club, slug: str, trump: str, facts: list[tuple[str, str]], reasons: list[str]
) -> None:
    cards = Cards(club, slug, trump)
    cards.play("red-7", "blue-3", "yellow-3", "yellow-9", "red-2")
    page = cards.page()
    [link] = re.findall(r'href="([^"]+)">Show the verdict', page)
    assert parse_qsl(unescape(link).partition("?")[2]) == facts
    assert re.findall(r'name="reason" value="([^"]+)"', page) == reasons
