"""Answers that stand there as chosen, the usual ones, and those that one tap confirms."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.phone import Phone
from tests.browser.plays.entry.entries import NAMES, chips_of, key, put, said, sit_down, value

pytestmark = pytest.mark.browser


def test_harmless_answers_stand_there_as_chosen(phone: Phone) -> None:
    sit_down(phone, "chicago")
    phone.unfold("Forfeit")
    assert value(phone, "forfeit") == "none"
    phone.chip("forfeit", 1)
    phone.chip("forfeit", 1)  # tapped again: nobody
    assert value(phone, "forfeit") == "none"
    phone.page.goto(phone.page.url.split("/plays")[0])
    phone.start_play("burraco", NAMES)
    assert [value(phone, f"pozzetto.{side}") for side in (0, 1)] == ["taken", "taken"]


def test_a_round_saved_with_nobody_opens_with_nobody(phone: Phone) -> None:
    sit_down(phone, "cactus")
    phone.chip("caller", "none")
    phone.type("points.0", 3)
    phone.type("points.1", 5)
    phone.save()
    phone.press(phone.page.get_by_role("link", name="Round 1"))
    phone.press(phone.page.get_by_role("link", name="Correct round 1"))
    assert value(phone, "caller") == "none"
    said(phone, "")


def test_the_line_follows_what_is_typed_and_a_correction_has_it_too(phone: Phone) -> None:
    sit_down(phone, "spite-and-malice", options={"games": 3})
    said(phone, "Winner: Who emptied their talon?")
    phone.chip("winner", "none")
    said(phone, "Count the talon of Ann. And 1 more.")
    phone.type("talon.0", 3)
    said(phone, "Count the talon of Bob.")
    phone.type("talon.1", 4)
    said(phone, "")
    phone.save()
    phone.expect_totals(Ann=1, Bob=0)
    phone.press(phone.page.get_by_role("link", name="Game 1"))
    phone.press(phone.page.get_by_role("link", name="Correct game 1"))
    phone.type("talon.1", "")
    said(phone, "Count the talon of Bob.")


def test_folds_are_called_after_the_knocks_and_only_who_may_have_folded_is_asked(phone: Phone) -> None:
    sit_down(phone, "toepen")
    line = phone.page.locator(".comes-to")
    expect(line).to_have_text("The hand is worth 1 token.")
    for name in ("Bob", "Ann", "Bob"):
        phone.tap(f"[data-sequence=knocks] .chip-button:text-is('+ {name}')")
    expect(line).to_have_text("The hand is worth 4 tokens.")
    assert chips_of(phone, "folded.2") == ["Stayed", "At Bob's 1st knock", "At Ann's knock", "At Bob's 2nd knock"]
    assert chips_of(phone, "folded.0") == ["Stayed", "At Bob's 2nd knock"], "Ann has knocked before it"
    assert chips_of(phone, "folded.1") == [], "Bob knocked last"
    phone.chip("folded.0", 3)
    phone.tap("[data-sequence=knocks] li:last-child button")
    expect(line).to_have_text("The hand is worth 3 tokens.")
    assert value(phone, "folded.0") == "", "there is no third knock any more"
    assert chips_of(phone, "folded.1") == ["Stayed", "At Ann's knock"]


def test_a_number_is_tapped_where_it_is_usual_and_typed_where_it_is_not(phone: Phone) -> None:
    sit_down(phone, "burraco")
    pressed = phone.page.locator(".few [aria-pressed=true]")
    phone.usual("clean.0", 2)
    assert value(phone, "clean.0") == "2"
    expect(pressed).to_have_text(["2"])
    phone.usual("clean.0", 2)
    assert value(phone, "clean.0") == "", "tapped again it is nothing"
    phone.tap("input[name='clean.0']")
    key(phone, "1", "1")
    expect(pressed).to_have_count(0)
    phone.usual("dirty.1", 1)
    phone.reload()
    assert [value(phone, name) for name in ("clean.0", "dirty.1")] == ["11", "1"]
    expect(pressed).to_have_text(["1"])


def test_one_tap_answers_whose_hand_was_best_and_what_it_was(phone: Phone) -> None:
    sit_down(phone, "chicago")
    phone.cell("first_player", 1, "pair")
    assert [value(phone, f"first_{what}") for what in ("player", "hand")] == ["1", "pair"]
    phone.cell("first_player", "none")
    assert [value(phone, f"first_{what}") for what in ("player", "hand")] == ["none", ""]
    phone.tap(".field:has(input[name='second_player']) .grid button:text-is('More')")
    phone.cell("second_player", 0, "flush")
    phone.reload()
    spot = phone.page.locator("[aria-label='Ann: Flush'][aria-pressed=true]")
    expect(spot).to_be_visible()
    spot.press("Enter")
    assert [value(phone, f"second_{what}") for what in ("player", "hand")] == ["", ""], "pressed again it is nothing"


def test_what_is_usual_need_not_come_first_among_the_answers(phone: Phone) -> None:
    """All nine hands of Chicago but two are behind one more tap, wherever the two stand."""
    sit_down(phone, "chicago")

    def other(route: Route) -> None:
        page = route.fetch().text()
        assert 'data-usual="pair two-pair three-of-a-kind straight"' in page
        route.fulfill(
            body=re.sub(r'data-usual="[^"]+"', 'data-usual="flush straight-flush"', page), content_type="text/html"
        )

    phone.page.route("**/plays/*", other)
    phone.reload()
    grid = phone.page.locator(".field:has(input[name='first_player']) .grid")
    expect(grid.locator("[aria-label='Ann: Flush']")).to_be_visible()
    expect(grid.locator("[aria-label='Ann: Straight flush']")).to_be_visible()
    expect(grid.locator("[aria-label='Ann: Pair']")).to_be_hidden()


def test_one_way_or_the_other_is_written_down_and_the_next_round_goes_on_in_it(phone: Phone) -> None:
    sit_down(phone, "cactus", options={"deals": 2})
    phone.chip("caller", 0)
    phone.tap("[name='points.0']")
    key(phone, "8")
    phone.chip("way", 1)
    expect(phone.page.locator("[name='points.0']")).not_to_be_visible()
    said(phone, "Missing: Ann: Layout, Bob: Layout")
    phone.tap("label.tick:has([name='cards.0.none'])")
    said(phone, "The layout of Bob is missing, or say that no cards are left.")
    for _ in range(3):  # one way is chosen, however often it is tapped
        phone.chip("way", 0)
        assert value(phone, "points.0") == "8"  # nothing that was typed is lost
        expect(phone.page.locator("[name='points.0']")).to_be_visible()
    phone.chip("way", 1)
    phone.tap("label.tick:has([name='cards.1.none'])")
    phone.save()
    phone.expect_totals(Ann=0, Bob=0)
    expect(phone.page.locator("[name='way'][value='1']")).to_be_checked()
    expect(phone.page.locator("[name='points.0']")).not_to_be_visible()


def test_without_script_the_other_way_is_one_fold(plain_phone: Phone) -> None:
    phone = plain_phone
    sit_down(phone, "put-and-take")
    folds = phone.page.locator("details.way")
    expect(folds).to_have_count(2)
    expect(folds.nth(0)).to_have_attribute("open", "")
    assert folds.nth(1).get_attribute("open") is None
    phone.page.locator("summary", has_text="Cards").click()
    phone.page.fill("[name='put_cards']", "7h Qs 2d 7c Kd")
    phone.page.fill("[name='take_cards']", "3s 9c Jh 4d 10h")
    phone.page.fill("[name='hands.0']", "7s 7d Qd 4c 3h")
    phone.save()
    expect(phone.page.locator("details.way").nth(1)).to_have_attribute("open", "")
    assert "The hand of Cyd is missing." in phone.problem()


def test_a_chip_that_stands_there_from_the_bid_is_confirmed_by_a_tap(phone: Phone) -> None:
    sit_down(phone, "rage", 3, {"first_hand": 2})
    for seat, bid in enumerate((2, 0, 1)):
        phone.chip(f"bid.{seat}", bid)
    phone.save()
    expect(phone.page.locator("input[name='tricks.0']").first).to_be_attached()
    for seat, tricks in enumerate((2, 0, 0)):
        phone.chip(f"tricks.{seat}", tricks)
    assert [value(phone, f"tricks.{seat}") for seat in range(3)] == ["2", "0", "0"]
    phone.chip("tricks.0", 2)  # once more, and it is taken back
    assert value(phone, "tricks.0") == ""


def test_what_was_saved_is_confirmed_by_a_tap_in_a_correction_too(phone: Phone) -> None:
    sit_down(phone, "ace-deuce-jack", 3)
    play = phone.page.url
    put(phone, 2, 2)
    phone.save()
    phone.chip("banker_wins", "yes")
    phone.save()
    phone.page.goto(f"{play}/rounds/1/edit")
    for stands in (["2", "yes"], ["", ""]):
        phone.usual("bets.0", 2)
        phone.chip("banker_wins", "yes")
        assert [value(phone, name) for name in ("bets.0", "banker_wins")] == stands
