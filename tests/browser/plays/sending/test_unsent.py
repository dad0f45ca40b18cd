"""Rounds that never got to the club: told on every page, sent later, changed or dropped."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Error, Route, expect

from tests.browser.club.together import join_by_code
from tests.browser.conftest import Server
from tests.browser.look import check
from tests.browser.phone import Phone
from tests.browser.plays.sending.failures import (
    ODD,
    SAID,
    THREE,
    answering,
    broken,
    nothing_there,
    rounds,
    stakes,
    typed_is_there,
)

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("page", ["", "/plays", "/devices", "/house"])
def test_an_unsent_round_is_told_and_sent_from_every_page_of_the_club(phone: Phone, page: str) -> None:
    address = stakes(phone)
    club = address.split("/plays")[0]
    with broken(phone, nothing_there):
        phone.tap(".save")
        expect(phone.page.locator("#net")).to_have_text("Not saved yet – trying again")
        expect(phone.page.locator("#entry .save")).to_be_disabled()
        phone.page.goto(club + page)
        net = phone.page.locator("#net")
        expect(net).to_have_text("1 round is not sent yet (Raise the Stakes, round 1)")
        assert net.get_attribute("role") == "status"
        expect(phone.page.get_by_role("link", name="Open the page")).to_have_attribute("href", re.compile("/plays/"))
        check(phone)
        phone.wait_within("own.queue.timer && !own.queue.isRunning")
        phone.within("clearTimeout(own.queue.timer)")  # nothing goes by itself before the tap
    phone.press(phone.page.get_by_role("button", name="Send now"))
    expect(phone.page.locator("#net")).to_have_text("Raise the Stakes, round 1 – saved.")
    phone.page.goto(address)
    phone.expect_totals(Ann=3, Bob=0, Cyd=0)
    assert rounds(phone) == 1
    expect(phone.page.locator("input[name='tricks.0'][value='5']")).not_to_be_checked()


def test_it_goes_by_itself_when_the_network_is_back_or_the_phone_is_looked_at(phone: Phone) -> None:
    address = stakes(phone)
    club = address.split("/plays")[0]
    with broken(phone, nothing_there):
        phone.tap(".save")
        expect(phone.page.locator("#net")).to_be_visible()
        phone.page.goto(club)
        expect(phone.page.locator("#net")).to_contain_text("not sent yet")
        phone.wait_within("own.queue.timer && !own.queue.isRunning")
        phone.within("clearTimeout(own.queue.timer)")  # nothing goes by itself now
        with phone.page.expect_request("**/rounds"):
            phone.page.evaluate("() => dispatchEvent(new Event('online'))")
        phone.wait_within("!own.queue.isRunning")
        phone.within("clearTimeout(own.queue.timer)")
    phone.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.page.locator("#net")).to_contain_text("saved")


def test_the_pauses_grow_and_end_somewhere(phone: Phone) -> None:
    stakes(phone)
    pauses = phone.within("[...Array(9)].map(() => own.nextPause())")
    assert 1000 < pauses[0] < 2000
    assert pauses[2] > 2 * pauses[0]
    assert all(20_000 < pause < 40_000 for pause in pauses[-3:])
    assert len(set(pauses[-3:])) == 3, "not all phones in the same moment"


def test_a_network_that_wants_to_be_logged_into_is_no_answer(phone: Phone) -> None:
    stakes(phone)
    with broken(phone, lambda route: route.fulfill(status=200, body="<h1>Welcome to our hotel</h1>")):
        phone.tap(".save")
        expect(phone.page.locator("#net")).to_have_text("Not saved yet – trying again")
    phone.press(phone.page.get_by_role("button", name="Send now"))
    expect(phone.page.locator(".done")).to_contain_text("Round 1 saved.")
    assert rounds(phone) == 1


def test_a_round_that_waits_can_be_changed_before_it_goes(phone: Phone) -> None:
    stakes(phone)
    with broken(phone, nothing_there):
        phone.tap(".save")
        expect(phone.page.locator("#net")).to_be_visible()
        phone.press(phone.page.get_by_role("button", name="Change it"))
        expect(phone.page.locator("#net")).to_be_hidden()
        typed_is_there(phone)
        phone.chip("tricks.0", 3)
        phone.chip("tricks.1", 2)
    phone.save()
    phone.expect_totals(Ann=2, Bob=0, Cyd=0)


def test_what_is_changed_while_it_is_sent_again_is_not_lost(phone: Phone) -> None:
    """The second try reaches the club after somebody tapped “Change it”."""
    stakes(phone)
    held: list[Route] = []
    tries: list[int] = []

    def fail_then_write(route: Route) -> None:
        tries.append(1)
        if len(tries) == 1:
            route.abort()
        else:
            route.fetch(max_redirects=0)
            held.append(route)

    with broken(phone, fail_then_write):
        phone.tap(".save")
        while not held:
            phone.page.wait_for_timeout(50)
        phone.press(phone.page.get_by_role("button", name="Change it"))
        phone.chip("tricks.0", 3)
        phone.chip("tricks.1", 2)
        with suppress(Error):  # given up
            held[0].fulfill(status=200, body='<div id="page"></div>')
    phone.tap(".save")
    expect(phone.page.locator(".warn")).to_contain_text("Not saved: the sheet has changed meanwhile")
    expect(phone.page.locator("input[name='tricks.1'][value='2']")).to_be_checked()
    assert rounds(phone) == 1


def test_a_sheet_that_cannot_be_shown_after_a_save_holds_up_no_other(phone: Phone) -> None:
    """A correction that waited is sent from the sheet, and the network is gone again before the sheet comes."""
    address = stakes(phone)
    phone.save()
    phone.page.goto(address + "/rounds/1/edit")
    phone.chip("tricks.0", 3)
    phone.chip("tricks.1", 2)
    with broken(phone, nothing_there, "**/edit"):
        phone.tap(".save")
        expect(phone.page.locator("#net")).to_be_visible()
        phone.page.goto(address)
        expect(phone.page.locator("#net")).to_contain_text("not sent yet")
    phone.context.route(address, nothing_there)
    phone.press(phone.page.get_by_role("button", name="Send now"))
    expect(phone.page.locator("#net")).to_have_text("Raise the Stakes, correction of round 1 – saved.")
    phone.context.unroute(address)
    phone.chip("tricks.2", 5)
    phone.tap("#entry .save")
    expect(phone.page.locator(".warn")).to_contain_text("correction of round 1")
    phone.save()
    phone.expect_totals(Ann=2, Bob=0, Cyd=3)


def test_a_phone_that_was_thrown_out_keeps_what_was_typed_to_be_copied_or_dropped(phone: Phone) -> None:
    address = stakes(phone, ODD)
    club = address.split("/plays")[0]
    with broken(phone, nothing_there):
        phone.tap(".save")
        expect(phone.page.locator("#net")).to_be_visible()
        phone.page.goto("about:blank")
    cookies = phone.context.cookies()
    phone.context.clear_cookies()
    for page in (address, club):
        phone.page.goto(page)
        told = phone.page.locator("#unsent [role=alert]")
        expect(told).to_contain_text("Raise the Stakes, round 1 was not saved")
        expect(told).to_contain_text("no longer in the club")
    phone.press(told.locator("summary"))
    for name, tricks in zip(ODD, (5, 0, 0), strict=True):
        expect(told.locator(".typed")).to_contain_text(f"{name}: Tricks: {tricks}")
    check(phone)
    phone.press(phone.page.get_by_role("button", name="Copy"))
    expect(phone.page.get_by_role("button", name="Copied")).to_be_visible()
    phone.context.clear_cookies()
    phone.context.add_cookies([{key: cookie[key] for key in ("name", "value", "domain", "path")} for cookie in cookies])
    phone.reload()
    phone.press(told.locator("summary"))
    phone.press(phone.page.get_by_role("button", name="Try again"))
    expect(phone.page.locator("#net")).to_contain_text("saved")
    phone.page.goto(address)
    assert rounds(phone) == 1


COPY_PARCEL = """() => {
  const key = Object.keys(localStorage).find((one) => one.startsWith("pending:"));
  localStorage.setItem(`${key}2`, localStorage.getItem(key)); }"""


def test_what_was_thrown_out_can_be_thrown_away(phone: Phone) -> None:
    address = stakes(phone)
    with broken(phone, answering(404, "Gone.")):
        phone.tap(".save")
        expect(phone.page.locator(SAID)).to_be_visible()
        phone.page.goto(address.split("/plays")[0])
    phone.page.evaluate(COPY_PARCEL)
    phone.reload()
    notices = phone.page.locator("#unsent > .notice")
    expect(notices).to_have_count(2)
    assert notices.evaluate_all("all => all.every(one => one.offsetHeight < 60)"), "they leave room for the page"
    for left in (1, 0):
        phone.press(notices.first.locator("summary"))
        phone.press(notices.first.get_by_role("button", name="Discard"))
        expect(notices).to_have_count(left)
    expect(phone.page.locator("#unsent")).to_be_hidden()
    phone.page.goto(address)
    expect(phone.page.locator("input[name='tricks.0'][value='5']")).not_to_be_checked()
    expect(phone.page.locator(SAID)).to_have_count(0)


def test_two_plays_wait_and_both_are_named(phone: Phone) -> None:
    first = stakes(phone)
    phone.start_play("raise-the-stakes", THREE)
    phone.chip("tricks.1", 5)
    second = phone.page.url
    with broken(phone, nothing_there):
        for address in (second, first):
            phone.page.goto(address)
            phone.tap("#entry .save")
            expect(phone.page.locator("#net")).to_be_visible()
        phone.page.goto(first.split("/plays")[0])
        expect(phone.page.locator("#net")).to_contain_text("2 rounds are not sent yet")
        expect(phone.page.get_by_role("link", name="Open the page")).to_have_count(2)
    phone.press(phone.page.get_by_role("button", name="Send now"))
    expect(phone.page.locator("#net")).to_contain_text("saved")
    expect(phone.page.locator("#ways")).to_be_hidden()
    for address in (first, second):
        phone.page.goto(address)
        assert rounds(phone) == 1


def test_a_round_that_came_too_late_is_never_written_as_the_next_one(
    phone: Phone, browser: Browser, server: Server
) -> None:
    """Sent from the club's page: told there, with the way to look, and offered anew beside what came in between."""
    address = stakes(phone)
    with broken(phone, nothing_there):
        phone.tap(".save")
        expect(phone.page.locator("#net")).to_be_visible()
        phone.page.goto(address + "/changes")
        expect(phone.page.locator("#net")).to_contain_text("not sent yet")
        other = join_by_code(browser, server, phone, "scorer")
        other.page.goto(address)
        other.chip("tricks.1", 5)
        other.save()
        other.context.close()
        phone.page.goto(address.split("/plays")[0])
        expect(phone.page.locator("#net")).to_contain_text("not sent yet")
    phone.press(phone.page.get_by_role("button", name="Send now"))
    told = phone.page.locator("#unsent [role=alert]")
    expect(told).to_contain_text("Raise the Stakes, round 1 was not savedThe sheet has changed meanwhile")
    expect(told).to_contain_text("round 1). Look at the rounds first")
    phone.press(told.locator("summary"))
    phone.press(told.get_by_role("link", name="Open the page"))
    phone.expect_totals(Ann=0, Bob=3, Cyd=0)
    assert rounds(phone) == 1
    expect(phone.page.locator("input[name='tricks.0'][value='5']")).not_to_be_checked()
    expect(told.locator(".typed")).to_contain_text("Ann: Tricks: 5")
    phone.press(phone.page.get_by_role("button", name="Try again"))
    expect(phone.page.locator(".warn h2")).to_contain_text("Not saved: the sheet has changed meanwhile")
    typed_is_there(phone)
    assert rounds(phone) == 1


def test_a_round_for_a_play_that_is_over_by_now_is_not_forgotten(phone: Phone) -> None:
    address = stakes(phone)
    phone.save()
    phone.chip("tricks.2", 5)
    other = Phone(phone.context)
    other.page.goto(address)
    other.open_more("End the game")
    other.press(other.page.get_by_role("button", name="End it now"))
    expect(other.page.locator(".end")).to_be_visible()
    phone.tap(".save")
    told = phone.page.locator("#unsent [role=alert]")
    expect(told).to_contain_text("Raise the Stakes, round 2 was not saved")
    phone.reload()
    expect(told.locator(".typed")).to_contain_text("Cyd: Tricks: 5")


def test_a_correction_and_bids_come_back_as_well(phone: Phone) -> None:
    address = stakes(phone)
    phone.save()
    phone.page.goto(address + "/rounds/1/edit")
    phone.chip("tricks.0", 3)
    phone.chip("tricks.1", 2)
    with broken(phone, answering(500), "**/edit"):
        phone.tap(".save")
        expect(phone.page.locator(SAID)).to_contain_text("had an error")
        phone.reload()
        expect(phone.page.locator(SAID)).to_contain_text("had an error")
        expect(phone.page.locator("input[name='tricks.1'][value='2']")).to_be_checked()
    phone.save()
    phone.expect_totals(Ann=2, Bob=0, Cyd=0)
    phone.start_play("rage", THREE, {"first_hand": 2})
    for seat, bid in enumerate((0, 1, 1)):
        phone.chip(f"bid.{seat}", bid)
    with broken(phone, answering(403, "This phone can only watch."), "**/draft"):
        phone.tap(".save")
        expect(phone.page.locator(SAID)).to_contain_text("This phone can only watch.")
        phone.reload()
        expect(phone.page.locator("input[name='bid.2'][value='1']")).to_be_checked()
        expect(phone.page.locator(".save")).to_be_enabled()
    phone.save()
    expect(phone.page.locator(".settled")).to_contain_text("Ann 0, Bob 1, Cyd 1")


def test_a_phone_whose_storage_is_full_restores_nothing_older(phone: Phone) -> None:
    stakes(phone)
    phone.page.evaluate(
        "() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }"
    )
    phone.chip("tricks.0", 3)
    phone.reload()
    expect(phone.page.locator("input[name='tricks.0']:checked")).to_have_count(0)


def test_a_phone_that_keeps_nothing_tries_again_as_long_as_the_page_is_there(phone: Phone) -> None:
    phone.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    stakes(phone)
    with broken(phone, nothing_there):
        phone.tap(".save")
        expect(phone.page.locator("#net")).to_have_text("Not saved yet – trying again")
    phone.press(phone.page.get_by_role("button", name="Send now"))
    expect(phone.page.locator(".done")).to_contain_text("Round 1 saved.")
    assert rounds(phone) == 1
