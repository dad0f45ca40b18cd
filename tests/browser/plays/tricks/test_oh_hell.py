"""Oh Hell on a phone: the bid that the dealer may not make, a hand trick by trick with its renege, and the end."""

import pytest
from playwright.sync_api import expect

from tests.browser.look import check, check_pages
from tests.browser.phone import Phone
from tests.suit_signs import on_page

pytestmark = pytest.mark.browser

RENEGE = on_page("Cyd reneged in trick 1: Bob led 9♣, Cyd played 2♥, and in trick 2 shows J♣.")
BARRED = "Ann may not bid 0: the bids may not add up to 2 tricks."


def begin(phone: Phone) -> None:
    """Two rounds, of two cards and of one; Ann deals first."""
    phone.start_play("oh-hell", ("Ann", "Bob", "Cyd"), {"first_hand": 2})


def tap_all(phone: Phone, key: str, *numbers: int) -> None:
    """A chip for each seat."""
    for seat, number in enumerate(numbers):
        spot = phone.page.locator(f"input[name='{key}.{seat}'][value='{number}']")
        if not spot.is_checked():
            phone.chip(f"{key}.{seat}", number)


def lay(phone: Phone, *cards: str) -> None:
    """Tap cards in the deck, each once the one before lies there."""
    for card in cards:
        spot = phone.page.locator(f"#lay button[value='{card}']")
        expect(spot).to_be_enabled()
        phone.press(spot)
        expect(phone.page.locator(f"#lay button[value='{card}']:not([disabled])")).to_have_count(0)


def bids_refused_then_locked(phone: Phone) -> None:
    """Bob and Cyd have bid the two tricks already, so Ann has to bid one at least."""
    page = phone.page
    tap_all(phone, "bid", 0, 2, 0)
    expect(page.locator("#check")).to_contain_text(BARRED)
    phone.press(page.get_by_role("link", name="Why?"))
    expect(page.locator(".verdict")).to_contain_text("Whoever bids last may not bid 0, only 1 or 2.")
    page.go_back()
    tap_all(phone, "bid", 1, 2, 0)
    phone.save()
    expect(page.locator("input[name='tricks.0']").first).to_be_attached()


def hand_followed(phone: Phone) -> None:
    """Both tricks of the first hand, card by card, and into the round."""
    page, sheet = phone.page, phone.page.url
    phone.press(page.get_by_role("link", name="Trick by trick"))
    phone.tap("button[name=trump][value=s]")
    expect(page.locator(".turn")).to_have_text("Bob leads")
    lay(phone, "9c", "2h", "3c")
    expect(page.locator(".so-far")).to_have_text(on_page("Bob wins the trick with 9♣."))
    expect(page.locator(".renege")).to_have_count(0)
    expect(page.get_by_role("button", name="Take back")).to_have_text(on_page("Take backAnn: 3♣"))
    lay(phone, "5s", "Jc")
    expect(page.locator(".renege[role=alert]")).to_contain_text(RENEGE)
    lay(phone, "4d")
    expect(page.locator("h2", has_text="The hand is over")).to_be_visible()
    phone.press(page.get_by_role("link", name="Fill in round"))
    page.wait_for_url(sheet)
    for seat, taken in enumerate((0, 2, 0)):
        expect(page.locator(f"input[name='tricks.{seat}'][value='{taken}']")).to_be_checked()


def test_a_play_goes_to_its_end_with_a_hand_followed_and_its_renege_proved(phone: Phone) -> None:
    page = phone.page
    begin(phone)
    bids_refused_then_locked(phone)
    hand_followed(phone)
    phone.save()
    phone.expect_totals(Ann=0, Bob=12, Cyd=10)
    tap_all(phone, "bid", 0, 0, 0)
    phone.save()
    tap_all(phone, "tricks", 0, 0, 1)
    phone.save()
    expect(page.locator("main")).to_contain_text("Bob wins")
    phone.expect_totals(Ann=10, Bob=22, Cyd=10)
    expect(page.locator("#entry")).to_have_count(0)


@pytest.mark.ci
def test_every_page_of_it_looks_well_on_the_smallest_phone(small: Phone) -> None:
    page = small.page
    begin(small)
    sheet = page.url
    tap_all(small, "bid", 0, 2, 0)
    expect(page.locator("#check")).to_contain_text("Ann may not bid 0")
    check(small)
    asked = [f"{sheet}/referee/{question}" for question in ("trick", "legal", "renege", "bid", "score")]
    check_pages(small, [*asked, f"{sheet}/tricks"], alike=asked[1:])
