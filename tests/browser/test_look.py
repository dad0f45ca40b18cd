"""Every page in both themes: nothing for axe to find, nothing wider than the smallest phone, room for a thumb."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.browser.conftest import Server
from tests.browser.phone import Phone, new_phone

pytestmark = pytest.mark.browser

RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
}
SMALL_TARGETS = """() => [...document.querySelectorAll('button, a[href], input, select, summary')]
  .filter(one => one.type !== 'hidden' && one.checkVisibility() && !one.closest('.unseen, .skip, p, dd'))
  .map(one => [one, (one.closest('label.chip, label.tick, label.dealer') || one).getBoundingClientRect()])
  .filter(([one, box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
  .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)"""


@pytest.fixture(scope="module", params=["light", "dark"])
def visited(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[tuple[Phone, list[str]]]:
    """A phone of the smallest size with a club, plays and rounds; and the addresses of all kinds of pages."""
    size = {"width": 320, "height": 640}
    phone = Phone(new_phone(browser, server.address, viewport=size, color_scheme=request.param))
    club = phone.start_club()
    pages = ["/", "/join", "/nowhere", club, club + "/invite", club + "/devices", club + "/plays", club + "/plays/new"]
    phone.start_play("rage", ("Ann", "Bob", "Cyd", "Dee"), {"first_hand": 2})
    first = phone.page.url
    for seat, bid in enumerate((0, 1, 1, 0)):
        phone.chip(f"bid.{seat}", bid)
    phone.save()
    phone.save()
    phone.expect_totals(Ann=5)
    pages += [first, first + "/changes", first + "/why/1", first + "/rounds/1", first + "/rounds/1/edit"]
    for game in ("raise-the-stakes", "toepen", "samba", "farmer", "reversis"):
        phone.start_play(game, ("Ann", "Bartholomäus der Lange", "Cyd", "Dee"))
        pages.append(phone.page.url)
    yield phone, pages
    phone.context.close()


def open_everything(page: Page) -> None:
    """Unfold all that is folded away, so that it is looked at as well."""
    page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")


def test_axe_finds_nothing_on_any_page(visited: tuple[Phone, list[str]]) -> None:
    phone, pages = visited
    found = []
    for address in pages:
        phone.page.goto(address)
        open_everything(phone.page)
        result = Axe().run(phone.page, options=RULES)
        found += [
            f"{address}: {fault['id']}: {[node['html'][:160] for node in fault['nodes'][:3]]}"
            for fault in result.response["violations"]
        ]
    assert not found, "\n".join(found)


def test_no_page_is_wider_than_the_smallest_phone(visited: tuple[Phone, list[str]]) -> None:
    phone, pages = visited
    for address in pages:
        phone.page.goto(address)
        open_everything(phone.page)
        assert phone.page.evaluate("() => document.documentElement.scrollWidth") <= 320, address


def test_everything_to_tap_has_room_for_a_thumb(visited: tuple[Phone, list[str]]) -> None:
    phone, pages = visited
    for address in pages:
        phone.page.goto(address)
        open_everything(phone.page)
        assert phone.page.evaluate(SMALL_TARGETS) == [], address


def test_the_keypad_and_the_deck_pass_as_well(visited: tuple[Phone, list[str]]) -> None:
    phone, pages = visited
    for address, opener in ((pages[-3], "input.num"), (pages[-2], ".hand button")):
        phone.page.goto(address)
        phone.page.locator(opener).first.tap()
        phone.page.locator(".pad").wait_for()
        assert phone.page.evaluate(SMALL_TARGETS) == [], address
        result = Axe().run(phone.page, options=RULES)
        assert not result.response["violations"], result.generate_report()


def test_nothing_is_asked_of_any_other_host(phone: Phone, server: Server) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    club = phone.start_club()
    phone.start_play("rage", ("Ann", "Bob"))
    phone.page.goto(club + "/invite")
    assert asked
    assert [address for address in asked if not address.startswith(server.address)] == []
