"""What a phone can read and write without a network, and what it loses with its club."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import SLUGS
from tests.browser.conftest import Server
from tests.browser.look import check
from tests.browser.phone import Phone, new_phone, wait_until

pytestmark = pytest.mark.browser

THREE = ("Ann", "Bob", "Cyd")

KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    found[name] = (await (await caches.open(name)).keys()).map(one => new URL(one.url).pathname);
  }
  return found;
}"""
"""By store, the addresses that the phone keeps."""

DAYS_LATER = """async ([club, days]) => {
  for (const name of await caches.keys()) {
    if (!name.endsWith(club)) continue;
    await (await caches.open(name)).put(club, new Response(String(Date.now() - days * 24 * 3600 * 1000)));
  }
}"""
"""Let the last contact with a club be so many days ago."""


@pytest.fixture
def keeper(browser: Browser, server: Server) -> Iterator[Phone]:
    """A phone that keeps pages."""
    phone = Phone(new_phone(browser, server.address, service_workers="allow"))
    yield phone
    phone.context.close()
    assert not phone.faults


def kept(page: Page) -> dict[str, list[str]]:
    """What the phone keeps: by club, and under an empty address for everybody."""
    found: dict[str, list[str]] = page.evaluate(KEPT)
    return {name.partition(" club ")[2]: paths for name, paths in found.items()}


def wait_until_kept(page: Page, path: str, is_kept: bool = True) -> None:
    """Wait until the phone keeps the page at an address, or does not any more."""
    page.wait_for_function("() => navigator.serviceWorker.controller")
    wait_until(page, "async ([path, is_kept]) => Boolean(await caches.match(path)) === is_kept", [path, is_kept])


def stakes(phone: Phone) -> str:
    """A play of Raise the Stakes that the phone keeps; gives the path of its sheet."""
    phone.start_club()
    wait_until_kept(phone.page, "/offline")
    phone.start_play("raise-the-stakes", THREE)
    path = phone.page.evaluate("location.pathname")
    wait_until_kept(phone.page, path)
    return str(path)


def test_the_rules_and_questions_of_all_games_are_read_without_a_network(keeper: Phone) -> None:
    page, club = keeper.page, keeper.start_club()
    page.goto("/rules")
    wait_until_kept(page, f"/rules/{SLUGS[-1]}/referee")
    keeper.context.set_offline(True)
    for path in (f"{club}/rules/hearts", "/rules/hearts"):
        page.goto(path)
        expect(page.get_by_role("heading", name="Hearts", exact=False).first).to_be_visible()
    expect(page.locator("#page .paragraph").first).to_be_attached()
    assert page.evaluate("getComputedStyle(document.body).fontFamily") != "serif", "its style is there, too"
    keeper.press(page.get_by_role("link", name="Referee"))
    expect(page.get_by_text("Who wins the trick?")).to_be_visible()
    mine = kept(page)[""]
    for slug in SLUGS:
        assert f"/rules/{slug}" in mine
    page.goto("/rules/search?q=trump")
    expect(page.locator("#not-stored")).to_contain_text("This page is not stored on this phone.")


def test_a_sheet_is_read_and_a_round_entered_without_a_network_arrives_once(keeper: Phone) -> None:
    path, page = stakes(keeper), keeper.page
    keeper.chip("tricks.0", 5)
    keeper.save()
    keeper.expect_totals(Ann=3, Bob=0, Cyd=0)
    wait_until(page, "async path => (await (await caches.match(path)).text()).includes('Round 1 saved.')", path)
    keeper.context.set_offline(True)
    first = page.locator("input[name=client_id]").first.get_attribute("value")
    page.goto(path)
    note = page.locator("#kept-sheet")
    expect(note).to_contain_text("No network. This is the sheet as of")
    expect(note).to_contain_text("up to seven days")
    keeper.expect_totals(Ann=3, Bob=0, Cyd=0)
    assert page.locator("input[name=client_id]").first.get_attribute("value") != first, "it would be a save of before"
    check(keeper)
    keeper.chip("tricks.1", 5)
    keeper.tap(".save")
    expect(page.locator("#net")).to_have_text("Not saved yet – trying again")
    page.goto("/")
    expect(page.locator("#not-stored")).to_be_visible()
    expect(page.locator("#net")).to_contain_text("not sent yet")
    check(keeper)
    keeper.press(page.locator(f".list a[href='{path}']"))
    keeper.context.set_offline(False)
    expect(page.locator("table.rounds tbody tr")).to_have_count(2)
    expect(note).to_have_count(0)
    page.goto(path)
    expect(page.locator("table.rounds tbody tr")).to_have_count(2)
    keeper.expect_totals(Ann=3, Bob=3, Cyd=0)


def test_the_page_in_place_of_another_gives_way_once_there_is_a_network_but_not_to_a_tap(keeper: Phone) -> None:
    path, page = stakes(keeper), keeper.page
    page.clock.install()
    keeper.context.set_offline(True)
    page.goto("/")
    expect(page.locator("#not-stored")).to_be_visible()
    page.evaluate("() => { window.fetch = () => new Promise(answer => { window.answer = answer; }); }")
    page.clock.fast_forward("00:05")
    page.wait_for_function("() => Boolean(window.answer)")
    with page.expect_navigation():
        page.locator(f".list a[href='{path}']").evaluate("link => { link.click(); window.answer(new Response()); }")
    expect(page.locator("#kept-sheet")).to_be_visible()
    page.goto("/")
    expect(page.locator("#not-stored")).to_be_visible()
    keeper.context.set_offline(False)
    page.clock.fast_forward("00:05")
    expect(page.locator("#not-stored")).to_have_count(0)


def test_a_kept_sheet_goes_on_by_itself_once_the_club_answers(keeper: Phone) -> None:
    path = stakes(keeper)
    keeper.context.set_offline(True)
    keeper.page.goto(path)
    expect(keeper.page.locator("#kept-sheet")).to_be_visible()
    keeper.context.set_offline(False)
    expect(keeper.page.locator("#kept-sheet")).to_have_count(0)
    expect(keeper.page.locator("#entry .save")).to_be_enabled()


def test_the_sheets_of_all_open_games_are_kept_and_those_that_are_over_are_not(
    phone: Phone, browser: Browser, server: Server
) -> None:
    phone.start_play("raise-the-stakes", THREE)
    first = phone.page.evaluate("location.pathname")
    watching = Phone(new_phone(browser, server.address, service_workers="allow"))
    join(phone, watching, "viewer")
    wait_until_kept(watching.page, first)
    page = watching.page
    watching.context.set_offline(True)
    page.goto(first)
    expect(page.locator("#kept-sheet")).to_be_visible()
    watching.context.set_offline(False)
    page.goto(first.split("/plays")[0])
    phone.page.goto(first)
    phone.open_more("Discard the game")
    phone.press(phone.page.get_by_role("button", name="Discard"))
    page.goto(first)
    wait_until_kept(page, first, False)
    watching.context.close()


def join(first: Phone, other: Phone, role: str) -> None:
    """Let another phone in by the code that the first one shows."""
    address = first.page.url
    first.page.goto(address.split("/plays")[0] + f"/invite?role={role}")
    code = first.page.locator(".code-shown").inner_text()
    other.page.goto(f"/j/{code}")
    other.press(other.page.get_by_role("button", name="Join"))


def taken_out(organiser: Phone) -> None:
    """Take the other phone out of the club."""
    organiser.page.goto(organiser.page.url.split("/plays")[0].split("/invite")[0] + "/devices")
    organiser.page.locator("main details").last.click()
    organiser.press(organiser.page.get_by_role("button", name="Remove").last)


def test_a_phone_that_was_taken_out_loses_what_it_kept_with_the_next_contact(
    phone: Phone, browser: Browser, server: Server
) -> None:
    phone.start_play("raise-the-stakes", THREE)
    path = phone.page.evaluate("location.pathname")
    other = Phone(new_phone(browser, server.address, service_workers="allow"))
    join(phone, other, "scorer")
    wait_until_kept(other.page, path)
    other.page.goto(path)
    expect(other.page.locator("#play")).to_be_visible()
    taken_out(phone)
    wait_until_kept(other.page, path, False)  # by the next look at whether the sheet still stands
    other.context.set_offline(True)
    other.page.goto(path)
    expect(other.page.locator("#not-stored")).to_be_visible()
    expect(other.page.locator(f".list a[href='{path}']")).to_have_count(0)
    other.context.close()


def test_the_app_can_be_installed(keeper: Phone) -> None:
    keeper.page.goto("/")
    wait_until_kept(keeper.page, "/offline")
    asked = keeper.context.new_cdp_session(keeper.page)
    assert asked.send("Page.getAppManifest")["errors"] == []
    assert asked.send("Page.getInstallabilityErrors")["installabilityErrors"] == []


def test_what_a_club_showed_is_gone_after_seven_days_without_contact(keeper: Phone) -> None:
    path, page = stakes(keeper), keeper.page
    club = path.split("/plays")[0]
    keeper.context.set_offline(True)
    for days, is_there in ((6, True), (8, False)):
        page.evaluate(DAYS_LATER, [club, days])
        page.goto(path)
        expect(page.locator("#kept-sheet" if is_there else "#not-stored")).to_be_visible()
    assert club not in kept(page)


def test_who_leaves_keeps_nothing_of_the_club(keeper: Phone) -> None:
    path, page = stakes(keeper), keeper.page
    page.goto(path.split("/plays")[0] + "/leave")
    keeper.press(page.locator("main form button").last)
    expect(page).to_have_url(re.compile(r"/$"))
    wait_until_kept(page, path, False)


def test_plain_pages_tell_nothing_of_it_where_the_browser_keeps_none(phone: Phone) -> None:
    phone.page.add_init_script("delete Navigator.prototype.serviceWorker")
    phone.start_club()
    phone.page.goto(phone.page.url + "/more")
    expect(phone.page.locator("[data-keeps]")).to_be_hidden()
