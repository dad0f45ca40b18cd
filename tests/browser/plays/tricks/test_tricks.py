"""A hand entered card by card on a phone: a renege found by the card that proves it, and the round filled in."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Server
from tests.browser.look import check, open_everything
from tests.browser.phone import Phone
from tests.browser.plays.tricks.cards import lay, name_trump
from tests.suit_signs import on_page

pytestmark = pytest.mark.browser

RENEGE = "Cyd reneged in trick 1: Bob led the red 7, Cyd played the blue 3, and in trick 4 shows the red 2."


def followed(phone: Phone) -> None:
    """A whole hand of Raise the Stakes, from the sheet and back to it."""
    page = phone.page
    phone.start_play("raise-the-stakes", ("Ann", "Bob", "Cyd"))
    sheet = page.url
    phone.press(page.get_by_role("link", name="Trick by trick"))
    name_trump(phone, "green")
    expect(page.locator(".turn")).to_have_text("Bob leads")
    lay(phone, "red-7", "blue-3", "red-8")
    expect(page.locator(".so-far")).to_have_text("Ann wins the trick with the red 8.")
    expect(page.locator(".turn")).to_have_text("Ann leads")
    lay(phone, "yellow-4", "yellow-5", "yellow-1", "blue-9", "blue-10", "green-1", "yellow-10", "yellow-2")
    expect(page.locator(".renege")).to_have_count(0)
    lay(phone, "red-2")
    expect(page.locator(".renege[role=alert]")).to_contain_text(RENEGE)
    if phone.script:
        expect(page.locator("#live")).to_contain_text(RENEGE)
    phone.press(page.get_by_role("button", name="Put −1 for Cyd on the sheet"))
    expect(page.locator(".renege")).to_contain_text("It is on the sheet for this round.")
    lay(phone, "red-1", "green-9", "red-5")
    expect(page.locator("h2", has_text="The hand is over")).to_be_visible()
    phone.press(page.get_by_role("link", name="Fill in round 1"))
    page.wait_for_url(sheet)
    expect(page.locator(".noted")).to_contain_text("Cyd: reneged in trick 1")
    for seat, taken in enumerate((3, 2, 0)):
        expect(page.locator(f"input[name='tricks.{seat}'][value='{taken}']")).to_be_checked()
    phone.press(page.locator("#entry .save"))
    expect(page.locator(".rounds tbody tr")).to_have_count(1)
    phone.expect_totals(Ann=2, Bob=0, Cyd=-1)
    page.goto(sheet + "/rounds/1")
    phone.press(page.get_by_role("link", name="The cards as they fell"))
    expect(page.locator(".tricks > li")).to_have_count(5)
    expect(page.locator("main")).to_contain_text(RENEGE)


def test_a_hand_is_followed_with_its_renege_to_the_totals(phone: Phone) -> None:
    followed(phone)


def test_the_same_without_script(plain_phone: Phone) -> None:
    followed(plain_phone)


def test_enter_in_a_field_plays_no_card_that_nobody_tapped(phone: Phone) -> None:
    phone.start_play("raise-the-stakes", ("Ann", "Bob"))
    phone.page.goto(phone.page.url + "/tricks")
    name_trump(phone, "green")
    field = phone.page.get_by_label("Any other card")
    field.press("Enter")
    expect(phone.page.locator("#card-problem")).to_have_text("Choose a card.")
    field.fill("crimson-99")
    field.press("Enter")
    expect(phone.page.locator(".laid .face")).to_have_text(["crimson 99"])


def test_a_card_entered_on_one_phone_lies_on_the_other(phone: Phone, browser: Browser, server: Server) -> None:
    phone.start_play("toepen", ("Ann", "Bob", "Cyd"))
    phone.page.goto(phone.page.url + "/tricks")
    other = Phone(phone.context)
    other.page.goto(phone.page.url)
    lay(phone, "10h")
    expect(other.page.locator(".laid .face")).to_have_text([on_page("10♥")])
    expect(other.page.locator(".turn")).to_have_text("Cyd plays")


def looks_well(phone: Phone) -> None:
    """Nothing is wrong with the page, folded and unfolded."""
    check(phone)
    open_everything(phone.page)
    check(phone)


@pytest.mark.ci
def test_every_state_of_the_page_looks_well_on_the_smallest_phone(small: Phone) -> None:
    small.start_play("raise-the-stakes", ("Ann", "Bartholomäus der Lange"))
    small.page.goto(small.page.url + "/tricks")
    looks_well(small)
    name_trump(small, "green")
    looks_well(small)
    lay(small, "red-7", "blue-3", "yellow-4", "yellow-5", "red-2")
    expect(small.page.locator(".renege[role=alert]")).to_be_visible()
    looks_well(small)
    lay(small, "red-9")
    expect(small.page.locator("details.renege")).to_be_visible()
    small.unfold("Hand stopped early")
    small.press(small.page.get_by_role("button", name="The hand is over"))
    looks_well(small)
    small.press(small.page.get_by_role("link", name="Fill in round"))
    expect(small.page.locator("#entry")).to_be_visible()
    small.unfold("Reneged")
    small.press(small.page.locator("label.chip:has(input[name=reneged][value='0'])"))
    small.save()
    small.page.goto(small.page.url + "/tricks/1")
    expect(small.page.locator(".tricks > li")).to_have_count(3)
    looks_well(small)
    small.start_play("rage", ("Ann", "Bob", "Cyd", "Dee"), {"first_hand": 1})
    small.page.goto(small.page.url + "/tricks")
    name_trump(small, "none")
    lay(small, "wild-purple", "mad", "change-red")
    looks_well(small)
    lay(small, "red-0")
    looks_well(small)
    small.start_play("reversis", ("Ann", "Bob", "Cyd", "Dee"))
    small.page.goto(small.page.url + "/tricks")
    lay(small, "Ah")
    looks_well(small)
