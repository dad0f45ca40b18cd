"""Several phones, bad networks, and phones without scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.club.together import THREE, join_by_code, lock_bids, short_rage
from tests.browser.conftest import Server
from tests.browser.phone import Phone, new_phone, wait_until
from tests.web.forms.forms_of_pages import sent_by

pytestmark = pytest.mark.browser


def test_a_second_phone_is_shown_what_the_first_saved_and_keeps_what_it_typed(
    phone: Phone, browser: Browser, server: Server
) -> None:
    short_rage(phone)
    lock_bids(phone)
    second = join_by_code(browser, server, phone, "scorer")
    expect(second.page.locator(".settled")).to_contain_text("Ann 0, Bob 1, Cyd 1")
    second.chip("tricks.0", 1)
    second.chip("tricks.1", 0)
    phone.save()
    phone.expect_totals(Ann=5, Bob=11, Cyd=11)
    second.tap(".save")
    notice = second.page.locator(".warn")
    expect(notice).to_contain_text("Not saved")
    expect(notice).to_contain_text("round 1")
    second.expect_totals(Ann=5, Bob=11, Cyd=11)
    second.context.close()


def test_bids_locked_on_one_phone_appear_on_the_other(phone: Phone, browser: Browser, server: Server) -> None:
    short_rage(phone)
    second = join_by_code(browser, server, phone, "scorer")
    lock_bids(phone)
    expect(second.page.locator(".settled")).to_contain_text("Ann 0, Bob 1, Cyd 1")
    phone.save()
    second.page.wait_for_function("() => document.querySelector('#live').innerText.includes('Bob 11')")
    second.context.close()


def test_pegs_count_at_once_and_two_phones_peg_in_turn(phone: Phone, browser: Browser, server: Server) -> None:
    phone.start_play("cribbage", THREE[:2])
    second = join_by_code(browser, server, phone, "scorer")
    back = phone.page.get_by_role("button", name="Pegged in the play: take the last one back").first
    for points in (3, 2, 4):
        phone.usual("pegged.0", points)
    back.tap()
    expect(back).to_be_enabled()
    phone.expect_totals(Ann=5, Bob=0)
    expect(phone.page.locator(".round-head")).to_contain_text("Ann 5 of 121 holes")
    for one in (phone, second):
        expect(one.page.locator(".facts")).to_contain_text("Still needed: Ann\N{NO-BREAK SPACE}116")
    expect(second.page.locator(".board .card").first).to_contain_text("+5 so far")
    second.usual("pegged.1", 2)
    expect(phone.page.locator("input[name='pegged.1']")).to_have_value("2")
    phone.expect_totals(Ann=5, Bob=2)
    second.usual("hand.1", 4)
    phone.usual("pegged.0", 1)
    second.press(second.page.get_by_role("button", name="Show it"))
    expect(second.page.locator("input[name='pegged.0']")).to_have_value("6")
    expect(second.page.locator("input[name='hand.1']")).to_have_value("4")
    second.save()
    second.expect_totals(Ann=6, Bob=6)
    expect(second.page.locator(".board")).not_to_contain_text("so far")
    second.context.close()


def test_a_viewer_sees_everything_and_can_write_nothing(phone: Phone, browser: Browser, server: Server) -> None:
    short_rage(phone)
    lock_bids(phone)
    phone.save()
    viewer = join_by_code(browser, server, phone, "viewer")
    viewer.expect_totals(Ann=5, Bob=11, Cyd=11)
    assert viewer.page.locator("form").count() == 0
    viewer.page.goto(viewer.page.url.split("/plays")[0] + "/devices")
    expect(viewer.page.locator("h1")).to_have_text("This phone may not do that")
    viewer.context.close()


def test_a_viewer_sees_each_bid_as_it_is_tapped_and_the_round_tells_it_for_good(
    phone: Phone, browser: Browser, server: Server
) -> None:
    short_rage(phone)
    viewer = join_by_code(browser, server, phone, "viewer")
    seen = viewer.page.locator(".settled")
    expect(seen).to_contain_text("Bob bids first.")
    phone.chip("bid.1", 2)
    expect(phone.page.locator("#bidding")).to_have_text("Cyd bids next. 2 bid, 2 to take.")
    expect(seen).to_contain_text("Bob 2")
    phone.chip("bid.1", 2)  # the same chip again: taken back
    phone.chip("bid.2", 1)
    expect(seen).to_contain_text("Bob bids next. 1 bid, 2 to take.")
    expect(seen).not_to_contain_text("Bob 2")
    expect(viewer.page.locator("#live")).to_contain_text("Bid: Cyd 1.")
    assert not phone.page.locator(".fresh").count(), "its own bids are no news to it"
    lock_bids_from(phone, {0: 0, 1: 1})
    phone.save()
    expect(viewer.page.locator("table.rounds")).to_contain_text("bid 0, took 0, made")
    assert not viewer.faults
    viewer.context.close()


def lock_bids_from(phone: Phone, bids: dict[int, int]) -> None:
    for seat, bid in bids.items():
        phone.chip(f"bid.{seat}", bid)
    phone.save()
    expect(phone.page.locator("input[name='tricks.0']").first).to_be_attached()


def test_two_phones_bid_together_and_each_sees_the_bids_of_the_other(
    phone: Phone, browser: Browser, server: Server
) -> None:
    short_rage(phone)
    second = join_by_code(browser, server, phone, "scorer")
    phone.chip("bid.1", 1)
    expect(second.page.locator("input[name='bid.1'][value='1']")).to_be_checked()
    second.chip("bid.2", 1)
    expect(phone.page.locator("input[name='bid.2'][value='1']")).to_be_checked()
    lock_bids_from(phone, {0: 0})
    expect(second.page.locator(".settled")).to_contain_text("Ann 0, Bob 1, Cyd 1")
    assert not second.faults
    second.context.close()


@pytest.mark.parametrize("answer", [lambda route: route.abort(), lambda route: None], ids=["lost", "hung"])
def test_a_bid_that_did_not_get_through_is_sent_again_without_another_tap(
    phone: Phone, answer: Callable[[Route], None]
) -> None:
    phone.page.clock.install()
    short_rage(phone)
    tries: list[int] = []

    def fail_once(route: Route) -> None:
        tries.append(1)
        if len(tries) == 1:
            answer(route)
        else:
            route.continue_()

    phone.page.route("**/draft/so-far", fail_once)
    phone.chip("bid.1", 1)
    while len(tries) < 2:
        phone.page.wait_for_timeout(50)
        phone.page.clock.fast_forward(4000)
    expect(phone.page.locator("#bidding")).to_contain_text("Cyd bids next")


def test_a_sheet_of_a_newer_version_is_loaded_with_its_own_scripts(phone: Phone) -> None:
    short_rage(phone)
    phone.page.evaluate("() => { window.old = true; }")

    def newer(route: Route) -> None:
        if route.request.resource_type == "document":
            route.continue_()
        else:
            found = route.fetch()
            route.fulfill(response=found, body=re.sub(r"/static/of/\w+/", "/static/of/newer/", found.text()))

    phone.page.route(phone.page.url, newer)
    other = Phone(phone.context)
    other.page.goto(phone.page.url)
    other.chip("bid.1", 1)
    wait_until(phone.page, "() => !('old' in window)")
    expect(phone.page.locator("input[name='bid.1'][value='1']")).to_be_checked()


def test_another_clubs_play_does_not_exist(phone: Phone, browser: Browser, server: Server) -> None:
    address = short_rage(phone)
    stranger = Phone(new_phone(browser, server.address))
    stranger.start_club()
    answer = stranger.page.goto(address)
    assert answer is not None
    assert answer.status == 404
    stranger.context.close()


def test_a_save_in_a_dead_network_is_kept_and_sent_when_it_is_back(phone: Phone) -> None:
    short_rage(phone)
    lock_bids(phone)
    phone.context.set_offline(True)
    phone.tap(".save")
    expect(phone.page.locator("#net")).to_have_text("Not saved yet – trying again")
    phone.context.set_offline(False)
    expect(phone.page.locator(".round-head")).to_contain_text("Round 2")
    phone.expect_totals(Ann=5, Bob=11, Cyd=11)
    expect(phone.page.locator("#net")).to_be_hidden()


def test_a_save_in_a_dead_network_survives_a_reload(phone: Phone) -> None:
    address = short_rage(phone)
    lock_bids(phone)
    phone.chip("tricks.0", 1)
    phone.chip("tricks.1", 0)
    phone.context.set_offline(True)
    phone.tap(".save")
    expect(phone.page.locator("#net")).to_be_visible()
    phone.page.goto("about:blank")
    phone.context.set_offline(False)
    phone.page.goto(address)
    expect(phone.page.locator(".round-head")).to_contain_text("Round 2")
    phone.expect_totals(Ann=1, Bob=0, Cyd=11)


def test_an_answer_that_got_lost_does_not_write_the_round_twice(phone: Phone) -> None:
    short_rage(phone)
    lock_bids(phone)
    lost: list[str] = []

    def lose_first(route):
        if lost:
            route.continue_()
        else:
            lost.append(route.request.url)
            route.fetch()
            route.abort()

    phone.page.route("**/rounds", lose_first)
    phone.tap(".save")
    expect(phone.page.locator(".round-head")).to_contain_text("Round 2")
    assert lost
    assert phone.page.locator("table.rounds tbody tr").count() == 1


def test_what_is_typed_survives_a_reload(phone: Phone) -> None:
    short_rage(phone)
    phone.chip("bid.0", 2)
    phone.reload()
    expect(phone.page.locator("input[name='bid.0'][value='2']")).to_be_checked()
    expect(phone.page.locator("#entry[data-sent]")).to_be_attached()  # the script is there, too
    phone.chip("bid.0", 2)  # the same chip again: nothing chosen
    expect(phone.page.locator("input[name='bid.0'][value='2']")).not_to_be_checked()


def test_a_whole_play_without_script(plain_phone: Phone) -> None:
    phone = plain_phone
    phone.start_play("rage", THREE, {"first_hand": 2})
    for seat, bid in enumerate((0, 1, 1)):
        phone.chip(f"bid.{seat}", bid)
    phone.tap(".save")
    for seat, taken in enumerate((1, 1, 1)):
        phone.chip(f"tricks.{seat}", taken)
    phone.tap(".save")
    assert "Tricks add up to 3" in phone.problem()
    phone.chip("tricks.0", 0)
    phone.tap(".save")
    phone.expect_totals(Ann=5, Bob=11, Cyd=11)
    for seat in range(3):
        phone.chip(f"bid.{seat}", 0)
    phone.tap(".save")
    phone.chip("tricks.2", 1)
    phone.tap(".save")
    expect(phone.page.locator(".end h2")).to_contain_text("Bob wins")
    phone.press(phone.page.get_by_role("button", name=re.compile("Undo")))
    expect(phone.page.locator(".round-head")).to_contain_text("Round 2")


def test_rows_and_lists_in_order_without_script(plain_phone: Phone) -> None:
    phone = plain_phone
    phone.start_play("toepen", THREE)
    phone.chip("winner", 0)
    phone.page.locator("select[name=knocks]").nth(0).select_option("1")
    phone.page.locator("select[name=knocks]").nth(1).select_option("0")
    phone.chip("folded.2", 1)
    phone.unfold("Challenges")
    phone.chip("challenges.0.discarder", 2)
    phone.chip("challenges.0.challenger", 1)
    phone.press(phone.page.locator("button[name=more][value=challenges]"))  # room for another; nothing is lost
    expect(phone.page.locator("input[name='challenges.0.discarder'][value='2']")).to_be_checked()
    expect(phone.page.locator("input[name='challenges.1.discarder'][value='2']")).not_to_be_checked()
    phone.tap(".save")
    phone.expect_totals(Ann=10, Bob=6, Cyd=9)


def test_a_seat_changes_hands_without_a_script_and_back_again(plain_phone: Phone) -> None:
    plain_phone.start_play("raise-the-stakes", THREE)
    plain_phone.chip("tricks.0", 5)
    plain_phone.save()
    for seat, name in (("Ann", "Eve"), ("Eve", "Ann")):
        plain_phone.open_from_sheet("Who plays")
        plain_phone.press(plain_phone.page.get_by_role("group", name="takes over").get_by_role("link", name=seat))
        plain_phone.page.locator("#name").fill(name)
        plain_phone.press(plain_phone.page.get_by_role("button", name="Takes over"))
        plain_phone.expect_totals(**{name: 3}, Bob=0, Cyd=0)
    expect(plain_phone.page.get_by_text("Ann plays for Eve from round 2", exact=False).first).to_be_visible()
    plain_phone.press(plain_phone.page.get_by_role("button", name="Undo: Ann plays for Eve"))
    plain_phone.expect_totals(Eve=3, Bob=0, Cyd=0)


def test_what_is_open_on_the_clubs_page_stays_open_and_what_is_half_filled_in_is_not_lost(
    phone: Phone, browser: Browser, server: Server
) -> None:
    short_rage(phone)
    phone.start_play("hearts", ("Ann", "Bob", "Cyd", "Dee"))
    second = join_by_code(browser, server, phone, "scorer")
    second.page.goto(second.page.url.split("/plays")[0])
    club, another = second.page.locator("#club"), second.page.locator("summary", has_text="Start another game")
    second.press(another)
    expect(second.page.get_by_role("link", name="New game")).to_be_visible()
    phone.start_play("toepen", ("Ann", "Bob", "Cyd", "Dee"))
    expect(club.locator("a.button", has_text="Toepen, round 1")).to_be_visible()
    expect(second.page.get_by_role("link", name="New game")).to_be_visible()
    expect(another).to_be_focused()
    expect(second.page.locator("#live")).to_have_text("Toepen, round 1. Ann 10, Bob 10, Cyd 10 and Dee 10.")
    phone.start_play("ristiseiska", THREE)
    phone.chip("winner", 0)
    phone.save()
    expect(club.locator("summary", has_text="With others")).to_be_visible()
    second.unfold("With others")
    second.page.locator("#others").fill("Gus and a fr")
    phone.start_play("rage", THREE)
    expect(club.locator(".notice")).to_contain_text("Rage was started")
    second.tap("#club .notice button")
    expect(club.locator("a.button", has_text="Go on")).to_have_count(1)
    expect(club.get_by_role("list", name="Also on the table").locator("a")).to_have_count(3)
    expect(second.page.locator("#others")).to_have_value("Gus and a fr")
    expect(second.page.locator("#others")).to_be_visible()
    assert not second.faults
    second.context.close()


def test_a_phone_that_is_taken_out_is_told_so_on_the_clubs_page(phone: Phone, browser: Browser, server: Server) -> None:
    short_rage(phone)
    viewer = join_by_code(browser, server, phone, "viewer")
    viewer.page.goto(viewer.page.url.split("/plays")[0])
    expect(viewer.page.locator("#club")).to_be_visible()
    viewer.send(*leaving(viewer))
    expect(viewer.page.locator("#club")).to_have_count(0)
    viewer.context.close()


def leaving(phone: Phone) -> tuple[str, dict[str, list[str]]]:
    """The address and the form by which a phone leaves its club, as from another of its tabs."""
    address = phone.page.url + "/leave"
    return address, sent_by(phone.fetched(address), "leave")


def test_the_clubs_page_shows_what_another_phone_starts_and_goes_on_with(
    phone: Phone, browser: Browser, server: Server
) -> None:
    short_rage(phone)
    second = join_by_code(browser, server, phone, "scorer")
    second.page.goto(second.page.url.split("/plays")[0])
    goes_on = second.page.locator("#club a.button", has_text="Go on")
    expect(goes_on).to_have_text(re.compile("Rage, round 1"))
    lock_bids(phone)
    phone.save()
    expect(goes_on).to_have_text(re.compile("Rage, round 2"))
    second.tap("summary:has-text('Start another game')")
    phone.page.goto(phone.page.url.split("/plays")[0])
    phone.start_play("hearts", ("Ann", "Bob", "Cyd", "Dee"))
    expect(goes_on.first).to_have_text(re.compile("Hearts, round 1"))
    expect(second.page.locator("#club details.another")).to_have_attribute("open", "")
    second.context.close()
