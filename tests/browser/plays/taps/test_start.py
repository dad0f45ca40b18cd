"""How many taps a new club, a new play, and a change of seats take."""

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.plays.taps.counted import TABLE, assert_taps


def sit_down(phone: Phone) -> None:
    """Type the names of the table; Enter goes to the next seat."""
    phone.tap("#seat-0")
    for name in TABLE:
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")


def test_the_first_play_of_a_new_club(phone: Phone) -> None:
    """From the page of the club to the open sheet; names are typed, Enter goes to the next seat."""
    phone.start_club()
    phone.tap("a:has-text('New game')")
    sit_down(phone)
    phone.tap(".pick:has-text('Rage')")
    expect(phone.page.locator("#choice")).to_be_in_viewport()
    expect(phone.page.locator(".pick").first).not_to_be_visible()
    phone.tap(".save:has-text('Start Rage')")
    phone.expect_totals(Anna=0, Ben=0, Cleo=0, Dan=0)
    assert_taps(phone, at_most=4, before=7)


def test_from_the_address_to_the_first_round_of_rage(phone: Phone) -> None:
    """A first visitor: the club is made on the way and named later."""
    phone.page.goto("/")
    phone.tap("button:has-text('New game')")
    sit_down(phone)
    phone.tap(".pick:has-text('Rage')")
    phone.tap(".save:has-text('Start Rage')")
    for number, bid in enumerate((3, 2, 4, 1)):
        phone.chip(f"bid.{number}", bid)
    phone.save()
    phone.save()
    phone.expect_totals(Anna=13, Ben=12, Cleo=14, Dan=11)
    assert_taps(phone, at_most=10, before=13)
    phone.page.goto("/")
    phone.press(phone.page.get_by_role("link", name="Our club"))
    phone.press(phone.page.get_by_role("link", name="Name your club"))
    expect(phone.page.get_by_label("Name of the club")).to_be_in_viewport()


def test_a_seat_changes_hands_in_three_taps_a_name_included(phone: Phone) -> None:
    phone.start_play("rage", ("Eve", "Fay"))
    phone.start_play("raise-the-stakes", TABLE)
    phone.chip("tricks.0", 5)
    phone.save()
    phone.taps = 0
    phone.tap("a.opener:has-text('Who plays')")
    phone.tap("a.chip-button:has-text('Anna')")
    phone.tap("button.chip-button:has-text('Eve')")
    phone.expect_totals(Eve=3, Ben=0, Cleo=0, Dan=0)
    assert_taps(phone, at_most=3, before=3)
