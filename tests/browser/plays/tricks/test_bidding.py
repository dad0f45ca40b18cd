"""The bidding before the cards, call by call on a phone: what may be called is there to be tapped."""

import pytest
from playwright.sync_api import expect

from tests.browser.look import check
from tests.browser.phone import Phone
from tests.browser.plays.tricks.cards import lay, name_trump
from tests.suit_signs import on_page

pytestmark = pytest.mark.browser

FOUR = ("Ann", "Bob", "Cyd", "Dee")


def call(phone: Phone, label: str) -> None:
    """Tap a call."""
    phone.press(phone.page.locator(".calls").get_by_role("button", name=on_page(label), exact=True))


def begin(phone: Phone, game: str, names: tuple[str, ...]) -> None:
    """Start a play, and open its page for bids and cards."""
    phone.start_play(game, names)
    phone.press(phone.page.get_by_role("link", name="Bidding, trick by trick"))


def test_trumps_are_made_at_euchre_and_the_sheet_knows_the_maker(phone: Phone) -> None:
    begin(phone, "euchre", FOUR)
    expect(phone.page.locator(".turn")).to_have_text("Ann calls")
    call(phone, "Turn up ♥")
    expect(phone.page.locator(".turn")).to_have_text("Bob calls")
    call(phone, "Pass")
    check(phone)
    call(phone, "Order up")
    expect(phone.page.locator(".bidding")).to_contain_text("Cyd has made hearts trumps.")
    call(phone, "Cyd plays alone")
    expect(phone.page.locator(".trump")).to_have_text(on_page("Trump: ♥"))
    phone.tap("button:has-text('Take back')")
    expect(phone.page.locator(".turn")).to_have_text("Bob leads")
    lay(phone, "9h", "Ah", "Kh", "Jd")
    check(phone)
    phone.press(phone.page.locator(".top a").first)
    expect(phone.page.locator("input[name='maker'][value='2']")).to_be_checked()
    expect(phone.page.locator(".by-cards")).to_contain_text("1 of 5 tricks entered")


def test_skat_is_bid_for_and_played_with_one_tap_each(phone: Phone) -> None:
    begin(phone, "skat", FOUR)
    expect(phone.page.locator(".turn")).to_have_text("Cyd calls")
    call(phone, "18")
    expect(phone.page.locator(".turn")).to_have_text("Bob calls")
    call(phone, "Hold 18")
    call(phone, "20")
    call(phone, "Pass")
    expect(phone.page.locator(".turn")).to_have_text("Dee calls")
    check(phone)
    call(phone, "Pass")
    expect(phone.page.locator("main")).to_contain_text("Cyd declares with 20.")
    check(phone)
    name_trump(phone, "grand")
    lay(phone, "7h", "Jd", "8h")
    expect(phone.page.locator(".so-far")).to_contain_text(on_page("Cyd wins the trick with J♦"))
    phone.press(phone.page.locator(".top a").first)
    expect(phone.page.locator("input[name='game'][value='grand']")).to_be_checked()
    for name, value in (("matadors", 2), ("result", "won")):
        phone.usual(name, value) if name == "matadors" else phone.chip(name, value)
    phone.save()
    phone.press(phone.page.get_by_role("link", name="Round 1").first)
    phone.press(phone.page.locator("a:has-text('cards')").first)
    expect(phone.page.locator("article")).to_contain_text("Cyd: 18 · Bob: Hold 18")


def test_a_bidding_in_which_all_pass_leads_to_the_sheet(phone: Phone) -> None:
    begin(phone, "skat", FOUR[:3])
    for _ in range(3):
        call(phone, "Pass")
    expect(phone.page.locator("main")).to_contain_text("All have passed.")
    check(phone)
    phone.press(phone.page.get_by_role("link", name="Fill in round 1"))
    expect(phone.page.locator(".by-cards")).to_contain_text("All have passed")
