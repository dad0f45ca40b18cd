"""An objection to a round is raised on one phone, and everybody sees it."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.club.together import join_by_code, lock_bids, short_rage
from tests.browser.conftest import Server
from tests.browser.phone import Phone

pytestmark = pytest.mark.browser

SENTENCE = "Bob took both."
NOT_YET = "Something wrong here? Say what"


def one_round(phone: Phone) -> None:
    """A play with one round."""
    short_rage(phone)
    lock_bids(phone)
    for seat, taken in enumerate((0, 1, 1)):
        phone.chip(f"tricks.{seat}", taken)
    phone.save()
    phone.expect_totals(Ann=5, Bob=11, Cyd=11)


def test_a_phone_that_watches_contests_a_round_and_the_scorers_phone_dismisses_it(
    phone: Phone, browser: Browser, server: Server
) -> None:
    one_round(phone)
    watching = join_by_code(browser, server, phone, "viewer")
    watching.taps = 0
    watching.tap(".rounds tbody th a")
    watching.page.get_by_label(NOT_YET).fill(SENTENCE)
    watching.tap("dialog button:has-text('Contest')")
    assert watching.taps == 2
    for one in (watching, phone):
        expect(one.page.locator("#play .contest")).to_contain_text(f"Round 1 contested: “{SENTENCE}”")
        expect(one.page.get_by_label("Round 1, contested")).to_be_attached()
    expect(watching.page.get_by_role("button", name="Dismiss")).to_have_count(0)
    phone.tap("button:has-text('Dismiss')")
    expect(phone.page.locator(".done")).to_contain_text("Objection to round 1 dismissed.")
    for one in (phone, watching):
        expect(one.page.locator(".contest")).to_have_count(0)
    phone.tap("button:has-text('Undo')")
    for one in (phone, watching):
        expect(one.page.locator("#play .contest")).to_contain_text(SENTENCE)
    watching.context.close()
    assert not watching.faults


def test_who_is_typing_a_round_is_told_and_saves_it_all_the_same(
    phone: Phone, browser: Browser, server: Server
) -> None:
    one_round(phone)
    watching = join_by_code(browser, server, phone, "viewer", script=False)
    for seat, bid in enumerate((0, 0, 1)):
        phone.chip(f"bid.{seat}", bid)
    phone.save()
    phone.chip("tricks.0", 0)
    watching.page.goto(watching.page.url.split("?")[0] + "/rounds/1")
    watching.page.get_by_label(NOT_YET).fill(SENTENCE)
    watching.tap("button:has-text('Contest')")
    expect(watching.page.locator("#play .contest")).to_contain_text(SENTENCE)
    expect(phone.page.locator(".fresh")).to_contain_text("round 1 contested: “Bob took both”.")
    phone.chip("tricks.1", 0)
    phone.chip("tricks.2", 1)
    phone.save()
    expect(phone.page.locator(".done, .end").first).to_be_visible()
    expect(phone.page.locator("#play .contest")).to_contain_text(SENTENCE)
    watching.context.close()
