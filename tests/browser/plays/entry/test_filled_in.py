"""What fills itself in, and what is never filled in."""

import pytest
from playwright.sync_api import Route, expect

from tests.browser.phone import Phone
from tests.browser.plays.entry.entries import is_filled_in, said, sit_down, value, won

pytestmark = pytest.mark.browser


def test_of_two_who_share_the_tricks_the_other_follows_in_the_entry_and_in_a_correction(phone: Phone) -> None:
    sit_down(phone, "ecarte")
    for name in ("king_shown", "vulnerable"):
        phone.chip(name, "none")
    phone.chip("tricks.0", 3)
    assert value(phone, "tricks.1") == "2"
    phone.chip("tricks.1", 4)
    assert value(phone, "tricks.0") == "1"
    phone.chip("tricks.0", 3)
    assert value(phone, "tricks.1") == "2"
    phone.save()
    phone.expect_totals(Ann=1, Bob=0)
    phone.press(phone.page.get_by_role("link", name="Round 1"))
    phone.press(phone.page.get_by_role("link", name="Correct round 1"))
    phone.page.evaluate("() => localStorage.clear()")
    phone.reload()  # as on another phone
    phone.chip("tricks.0", 1)
    assert value(phone, "tricks.1") == "4"
    phone.save()
    phone.expect_totals(Ann=0, Bob=1)


def test_tricks_left_unplayed_after_a_renege_are_not_filled_in(phone: Phone) -> None:
    sit_down(phone, "raise-the-stakes", 2)
    phone.unfold("Reneged")
    phone.chip("reneged", 1)
    phone.chip("tricks.0", 2)
    phone.chip("tricks.1", 1)
    assert value(phone, "tricks.0") == "2"
    said(phone, "")
    phone.save()
    phone.expect_totals(Ann=2, Bob=-1)


@pytest.mark.parametrize("again", ["reload", "refusal"])
def test_the_mark_of_what_was_filled_in_lives_on(again: str, phone: Phone) -> None:
    sit_down(phone, "raise-the-stakes", 3, {"target": 2})
    phone.chip("tricks.0", 3)
    phone.chip("tricks.1", 1)
    assert is_filled_in(phone, "tricks.2")
    if again == "reload":
        phone.reload()
    else:
        phone.unfold("Referee's correction")
        phone.tap("[data-rows=adjust] [data-add]")
        phone.chip("adjust.0.player", 1)
        phone.save()
        expect(phone.page.locator(".problem.summary")).to_be_visible()
    assert [is_filled_in(phone, f"tricks.{seat}") for seat in range(3)] == [False, False, True]
    phone.chip("tricks.0", 2)
    assert value(phone, "tricks.2") == "2"


def test_no_tap_is_taken_before_what_was_typed_is_restored(phone: Phone) -> None:
    sit_down(phone, "raise-the-stakes", 3)
    phone.chip("tricks.0", 3)
    waiting: list[Route] = []
    phone.page.route("**/fields/rows.js", lambda route: waiting.append(route))  # Playwright sets an attribute on it
    phone.page.reload()
    chip = phone.page.locator("label.chip:has(input[name='tricks.1'][value='1'])")
    chip.scroll_into_view_if_needed()
    box = chip.bounding_box()
    assert waiting
    assert box
    phone.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert value(phone, "tricks.1") == ""
    waiting[0].continue_()
    phone.tap("label.chip:has(input[name='tricks.1'][value='1'])")
    assert [value(phone, f"tricks.{seat}") for seat in (0, 1)] == ["3", "1"]


def test_a_correction_on_the_same_phone_knows_what_was_filled_in_and_another_phone_leaves_it(phone: Phone) -> None:
    sit_down(phone, "raise-the-stakes", 3)
    phone.chip("tricks.0", 3)
    phone.chip("tricks.1", 1)
    phone.save()
    phone.expect_totals(Ann=2, Bob=0, Cyd=0)
    phone.press(phone.page.get_by_role("link", name="Round 1"))
    phone.press(phone.page.get_by_role("link", name="Correct round 1"))
    assert [is_filled_in(phone, f"tricks.{seat}") for seat in range(3)] == [False, False, True]
    phone.chip("tricks.0", 1)
    assert value(phone, "tricks.2") == "3"
    phone.page.evaluate("() => localStorage.clear()")
    phone.reload()
    phone.chip("tricks.0", 1)
    assert value(phone, "tricks.2") == "1"
    said(phone, "2 tricks left")


def test_the_rest_of_the_pots_follows_what_was_paid(phone: Phone) -> None:
    sit_down(phone, "razz", 3)
    for seat, paid in enumerate((5, 9, 9)):
        phone.type(f"paid.{seat}", paid)
    phone.tap(".pot .chip:has-text('Ann')")
    phone.tap(".pot:nth-child(2) .chip:has-text('Cyd')")
    phone.type("paid.2", 11)
    assert won(phone) == [("0", "15"), ("2", "10")]
    phone.reload()
    assert won(phone) == [("0", "15"), ("2", "10")]
    phone.type("paid.1", 10)
    assert won(phone) == [("0", "15"), ("2", "11")]
    phone.save()
    phone.expect_totals(Ann=10, Bob=-10, Cyd=0)
    phone.press(phone.page.get_by_role("link", name="Hand 1"))
    phone.press(phone.page.get_by_role("link", name="Correct hand 1"))
    phone.type("paid.1", 9)
    assert won(phone) == [("0", "15"), ("2", "10")]
    phone.tap(".pot:nth-child(2) .chip:has-text('Bob')")
    assert won(phone) == [("0", "15"), ("1", "4"), ("2", "6")]


@pytest.mark.parametrize("players", [3, 4])
def test_the_last_card_points_of_a_ramsch_follow(phone: Phone, players: int) -> None:
    """Of four players the dealer sits out."""
    sit_down(phone, "skat", players, {"ramsch": "1"})
    phone.chip("declarer", "none")
    phone.type("ramsch.0", 70)
    said(phone, "50 points left")
    phone.type("ramsch.1", 30)
    expect(phone.page.locator("[name='ramsch.2']")).to_have_value("20")
    phone.chip("declarer", 0)
    said(phone, "Say which game was played. And 1 more.")
