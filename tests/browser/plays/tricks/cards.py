"""Cards entered one by one on a phone."""

from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.web.forms.forms_of_pages import sent_by

LAID = "() => [...document.querySelectorAll('.laid, .on-table')].map(one => one.innerText).join()"
"""The cards that lie there."""


def lay(phone: Phone, *cards: str) -> None:
    """Tap cards in the deck, opening their colour where it is folded away."""
    for card in cards:
        spot = phone.page.locator(f"#lay button[value='{card}']")
        if not spot.is_visible():
            phone.press(phone.page.locator(f"#lay details.suit:has(button[value='{card}']) > summary"))
        before = phone.page.evaluate(LAID)
        phone.press(spot)
        if phone.script:
            phone.page.wait_for_function(f"before => ({LAID})() !== before", arg=before)


def send_cards(phone: Phone, *cards: str) -> None:
    """Enter cards as the page of tricks would, and show it again only when all are there."""
    address = phone.page.url
    for card in cards:
        phone.send(address, {**sent_by(phone.fetched(address), form="lay"), "card": card})
    phone.page.goto(address)


def name_trump(phone: Phone, colour: str) -> None:
    phone.tap(f"button[name=trump][value={colour}]")
    expect(phone.page.locator("#lay")).to_be_visible()
