"""Secret bids at a table with a phone, one without scripts, and somebody without any."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.club.together import THREE, join_by_code
from tests.browser.conftest import Server
from tests.browser.look import check
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser


def is_mine(phone: Phone, name: str) -> None:
    """Say whose phone it is, and go back to the sheet."""
    sheet = phone.page.url
    phone.page.goto(sheet.split("/plays")[0] + "/whose")
    phone.press(phone.page.get_by_role("button", name=name, exact=True))
    phone.page.goto(sheet)


def test_each_bids_in_secret_and_all_is_shown_when_the_last_one_is_in(
    phone: Phone, browser: Browser, server: Server
) -> None:
    phone.start_play("rage", THREE, {"first_hand": 2, "secret": 1})
    is_mine(phone, "Ann")
    plain = join_by_code(browser, server, phone, "viewer", script=False)
    is_mine(plain, "Bob")
    told = phone.page.locator(".secret [role=status]")
    expect(told).to_have_text("Nobody has bid yet. Ann, Bob and Cyd are still to bid.")
    phone.chip("bid.0", 2)
    phone.press(phone.page.get_by_role("button", name="Put my bid down in secret"))
    expect(phone.page.locator(".secret")).to_contain_text("Your bid is down.")
    check(phone)
    plain.reload()
    expect(plain.page.locator("input[name='bid.0']")).to_have_count(0)
    plain.chip("bid.1", 1)
    plain.press(plain.page.get_by_role("button", name="Put my bid down in secret"))
    expect(told).to_have_text("2 of 3 players have bid: Ann and Bob. Cyd is still to bid.")
    phone.unfold("Cyd")
    phone.chip("bid.2", 0)
    phone.press(phone.page.get_by_role("button", name="Put it down in secret").locator("visible=true"))
    expect(phone.page.locator(".settled")).to_contain_text("Ann 2, Bob 1, Cyd 0")
    plain.reload()
    expect(plain.page.locator("#play")).to_contain_text("Bid Ann 2, Bob 1, Cyd 0")
    plain.context.close()
