"""A rebuy in two taps."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

FOUR = ("Ann", "Bob", "Cyd", "Dee")


@pytest.mark.parametrize("rounds", [0, 1])
def test_a_rebuy_takes_two_taps(phone: Phone, rounds: int) -> None:
    phone.start_play("brag", FOUR, {"stack": 20, "ante": 1})
    if rounds:
        for number, chips in enumerate((20, 20, 1, 1)):
            phone.type(f"paid.{number}", chips)
        phone.tap(".pot .chip:has-text('Ann')")
        phone.save()
        phone.expect_totals(Ann=42, Bob=0)
        phone.taps = 0
    phone.tap("a.opener:has-text('Rebuy')")
    phone.tap(".rebuy button:has-text('Bob')")
    assert phone.taps == 2
    phone.page.get_by_text("Bob buys 20").first.wait_for()
    if rounds:
        phone.expect_totals(Ann=42, Bob=20)
        phone.press(phone.page.locator(".notice.done button"))
        phone.expect_totals(Ann=42, Bob=0)


def test_a_refused_rebuy_says_why_and_is_sent_again(phone: Phone) -> None:
    phone.start_play("brag", FOUR, {"stack": 20, "ante": 1})
    phone.open_from_sheet("Rebuy")
    phone.page.locator("#bought").fill("none")
    phone.tap(".rebuy button:has-text('Bob')")
    expect(phone.page.locator("dialog .problem")).to_contain_text("from 1 to 100,000")
    phone.page.locator("#bought").fill("30")
    phone.tap(".rebuy button:has-text('Bob')")
    expect(phone.page.locator(".noted")).to_contain_text("Bob")
