"""Several phones of one club, and plays that they share."""

from playwright.sync_api import Browser, expect

from tests.browser.conftest import Server
from tests.browser.phone import Phone, new_phone

THREE = ("Ann", "Bob", "Cyd")


def short_rage(phone: Phone) -> str:
    """A play of Rage with hands of two cards and one; gives its address."""
    phone.start_play("rage", THREE, {"first_hand": 2})
    return phone.page.url


def lock_bids(phone: Phone) -> None:
    for seat, bid in enumerate((0, 1, 1)):
        phone.chip(f"bid.{seat}", bid)
    phone.save()
    expect(phone.page.locator("input[name='tricks.0']").first).to_be_attached()


def join_by_code(browser: Browser, server: Server, first: Phone, role: str, *, script: bool = True) -> Phone:
    """Another phone that types the code which the first one shows."""
    address = first.page.url
    first.page.goto(address.split("/plays")[0] + f"/invite?role={role}")
    code = first.page.locator(".code-shown").inner_text()
    first.page.goto(address)
    second = Phone(new_phone(browser, server.address, java_script_enabled=script), script)
    second.page.goto("/")
    second.page.get_by_label("Join with a code").fill(code.lower())
    second.press(second.page.get_by_role("button", name="Join"))
    second.page.wait_for_url("**/whose")
    second.page.goto(address)
    return second
