"""Hands that are counted card by card on the keypad."""

import pytest
from playwright.sync_api import expect

from tests.browser.phone import Phone
from tests.browser.plays.entry.entries import count_card, key, sit_down, value

pytestmark = pytest.mark.browser


def test_a_hand_is_counted_card_by_card_and_what_was_tapped_is_taken_back(phone: Phone) -> None:
    sit_down(phone, "pay-me")
    phone.chip("went_out", 1)  # the keypad is there for the first of the others
    head, told = phone.page.locator(".pad-head span"), phone.page.locator(".pad output")
    expect(head).to_have_text("Ann: Deadwood")
    for label in ("wild", "wild", "K–8"):
        count_card(phone, label)
    expect(told).to_have_text("15+15+10 = 40")
    expect(phone.page.locator(".pad .quick")).to_contain_text("2×15")
    key(phone, "⌫")
    assert value(phone, "deadwood.0") == "30"
    key(phone, "5")  # after a card a digit begins another
    assert value(phone, "deadwood.0") == "35"
    key(phone, "Next")
    expect(head).to_have_text("Cyd: Deadwood")
    phone.touch(".pad .as")  # Ann’s number; the keypad moves to the next player without one
    assert value(phone, "deadwood.2") == "35"
    expect(head).to_have_text("Dee: Deadwood")
    key(phone, "0", "Done")
    expect(phone.page.locator(".pad")).to_have_count(0)
    phone.chip("went_out", 3)  # it was Dee: the form asks Bob now, and no longer Dee
    expect(phone.page.locator("[name='deadwood.3']")).not_to_be_visible()
    phone.tap("[name='deadwood.0']")
    expect(told).to_have_text("15+15+5 = 35")
    key(phone, "Next", "1", "0")
    phone.save()
    phone.expect_totals(Ann=35, Bob=10, Cyd=35, Dee=0)


def test_cards_that_count_the_same_are_told_apart(phone: Phone) -> None:
    sit_down(phone, "samba")
    phone.tap("[name='melded.0']")
    quick = phone.page.locator(".pad .quick")
    for label in ("2", "A", "A"):
        count_card(phone, label)
    expect(quick.locator("button").filter(has_text="A")).to_have_text("A 2×20")
    expect(quick.locator("button:has(small:text-is('2'))")).to_have_text("2 1×20")
    key(phone, "⌫")
    expect(quick.locator("button").filter(has_text="A")).to_have_text("A 1×20")
    key(phone, "Next")
    phone.tap("[name='melded.0']")
    expect(quick.locator("button").filter(has_text="A")).to_have_text("A 1×20")
    assert phone.page.evaluate(
        "[...document.querySelectorAll('.quick button')].every(e => e.scrollWidth <= e.clientWidth)"
    )


def test_whoever_is_asked_first_comes_first(phone: Phone) -> None:
    sit_down(phone, "pay-me")
    phone.page.evaluate("document.querySelector('.field:has(> [name=\"deadwood.2\"])').dataset.first = ''")
    phone.chip("went_out", 1)
    head = phone.page.locator(".pad-head span")
    for name in ("Cyd", "Dee", "Ann"):
        expect(head).to_have_text(f"{name}: Deadwood")
        key(phone, "5", "Done" if name == "Ann" else "Next")
    expect(phone.page.locator(".pad")).to_have_count(0)


def test_the_deck_goes_on_once_no_further_card_can_be_taken(phone: Phone) -> None:
    sit_down(phone, "kabu")
    phone.page.locator("summary", has_text="Hands").or_(phone.page.locator(".ways label", has_text="Hands")).first.tap()
    phone.tap(".field:has(> input[name='hands.0']) .hand button")
    head = phone.page.locator(".pad-head span")
    for card in ("2♠", "3♠", "4♠"):
        phone.page.locator(f".deck button[aria-label='{card}']").tap()
        expect(head).to_have_text("Ann: Hand")
    phone.page.locator(".deck button[aria-label='5♠']").tap()
    expect(head).to_have_text("Bob: Hand")
    phone.tap("button[aria-label='Take the last card back']")
    expect(head).to_have_text("Ann: Hand")
    assert value(phone, "hands.0") == "2s 3s 4s"
