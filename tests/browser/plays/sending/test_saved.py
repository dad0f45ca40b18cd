"""A save is told: while it takes a while, once it is done, and without script."""

from contextlib import suppress
from threading import Event

import pytest
from playwright.sync_api import Error, Route, expect

from tests.browser.look import check
from tests.browser.phone import Phone
from tests.browser.plays.sending.failures import broken, rounds, stakes

pytestmark = pytest.mark.browser


def test_saving_is_told_when_it_takes_a_while(phone: Phone) -> None:
    stakes(phone)
    waiting: list[Route] = []
    let_go = Event()
    with broken(phone, lambda route: route.continue_() if let_go.is_set() else waiting.append(route)):
        phone.tap(".save")
        expect(phone.page.locator("#net")).to_have_text("Saving…")
        assert phone.page.locator("#net").get_attribute("role") == "status"
        expect(phone.page.locator("#entry .save")).to_be_disabled()
        check(phone)
        let_go.set()
        for route in waiting:
            with suppress(Error):  # given up meanwhile: the next try goes through
                route.continue_()
        expect(phone.page.locator(".done")).to_contain_text("Round 1 saved.")
    expect(phone.page.locator("#net")).to_be_hidden()


def test_a_save_is_told_with_undo_at_the_top_and_once(phone: Phone) -> None:
    address = stakes(phone)
    phone.save()
    done = phone.page.locator(".done")
    expect(done).to_contain_text("Round 1 saved.")
    expect(done).to_be_in_viewport()
    expect(phone.page.locator("#live")).to_contain_text("Round 1 saved.")
    assert phone.page.url == address
    check(phone)
    phone.press(done.get_by_role("button", name="Undo"))
    expect(done).to_contain_text("Undone: round 1.")
    assert rounds(phone) == 0
    phone.press(done.get_by_role("button", name="Redo"))
    expect(done).to_contain_text("Done again: round 1.")
    phone.reload()
    expect(done).to_have_count(0)
    phone.press(phone.page.get_by_role("link", name="Round 1"))
    phone.press(phone.page.get_by_role("button", name="Remove it"))
    expect(done).to_contain_text("Round 1 removed.")
    phone.press(done.get_by_role("button", name="Put back"))
    expect(phone.page.locator("table.rounds tbody tr")).to_have_count(1)


def test_the_same_without_script(plain_phone: Phone) -> None:
    phone = plain_phone
    stakes(phone)
    phone.chip("tricks.1", 0)
    phone.chip("tricks.2", 0)
    phone.tap(".save")
    done = phone.page.locator(".done")
    expect(done).to_contain_text("Round 1 saved.")
    plain_phone.press(done.get_by_role("button", name="Undo"))
    expect(done).to_contain_text("Undone: round 1.")
    assert rounds(phone) == 0
