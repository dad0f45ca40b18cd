"""Bets on a layout."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.plays.entry.entries import lines, sit_down

pytestmark = pytest.mark.browser


def test_bets_are_put_on_a_layout(phone: Phone) -> None:
    sit_down(phone, "superfecta", 3)
    key = phone.page.locator("[data-bet='H']")
    expect(key).to_be_disabled()  # nobody bets yet
    phone.bets("tickets", 1, 2, "H/S/D/C")
    phone.bets("tickets", 1, 2, "H")
    phone.bets("tickets", 1, 1, "H")
    assert lines(phone) == ["Bob: 2 on ♥/♠/♦/♣ (Superfecta)", "Bob: 3 on ♥ (Win)"]
    expect(key).to_have_attribute("data-place", "3")
    phone.reload()
    assert lines(phone) == ["Bob: 2 on ♥/♠/♦/♣ (Superfecta)", "Bob: 3 on ♥ (Win)"]
    phone.bets("tickets", 0, 7, "H/D")  # typed: no chip has it
    assert lines(phone)[2] == "Ann: 7 on ♥/♦ (Exacta)"
    expect(key).to_have_attribute("aria-pressed", "false")  # Ann has nothing on it
    back = phone.page.locator("[aria-label='Take the last bet back']")
    phone.bets("tickets", 0, 7, "H/D")
    for text in (["Ann: 7 on ♥/♦ (Exacta)"], []):
        phone.press(back)
        assert lines(phone)[2:] == text
    expect(back).to_be_disabled()
    phone.tap(".said .text:has-text('3 on')")
    phone.tap("[data-row='1'] .chip-button:text-is('2')")
    phone.tap("[data-row='1'] button:text-is('Done')")
    phone.save()
    expect(phone.page.locator("#settled p").first).to_have_text(re.compile("^Bob 2 on ♥"))


def test_a_bet_is_on_the_layout_after_the_page_was_drawn_again(phone: Phone) -> None:
    sit_down(phone, "superfecta", 3)
    phone.bets("tickets", 1, 2, "D")
    phone.within("own.refresh()")
    expect(phone.page.locator("[aria-label='Who bets'] [value='1']")).to_have_attribute("aria-pressed", "true")
    phone.bets("tickets", 1, 2, "D")
    assert lines(phone) == ["Bob: 4 on ♦ (Win)"]
