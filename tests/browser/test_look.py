"""Every page in both themes: nothing for axe to find, nothing wider than the smallest phone, room for a thumb."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Server
from tests.browser.look import (
    COLOURS,
    IS_TOO_WIDE,
    PALE,
    SMALLEST,
    check,
    check_pages,
    too_wide_for_large_letters,
)
from tests.browser.phone import Phone, new_phone

pytestmark = pytest.mark.browser

LEFT_EDGES = "all => new Set(all.map(one => one.getBoundingClientRect().left)).size"

IN_ONE_LINE = """() => {
  const line = [...document.querySelectorAll('.top > *')].map(one => one.getBoundingClientRect());
  return Math.max(...line.map(one => one.top)) < Math.min(...line.map(one => one.bottom)); }"""
"""Whether all that stands at the top of a page stands side by side."""


@pytest.fixture(scope="module")
def visited(browser: Browser, server: Server) -> Iterator[tuple[Phone, list[str]]]:
    """A phone of the smallest size with a club, plays and rounds; and the addresses of all kinds of pages."""
    phone = Phone(new_phone(browser, server.address, viewport=SMALLEST))
    club = phone.start_club()
    pages = ["/", "/join", "/nowhere", club, club + "/invite", club + "/devices", club + "/plays", club + "/plays/new"]
    pages.append(club + "/programs")
    phone.start_play("rage", ("Ann", "Bob", "Cyd", "Dee"), {"first_hand": 2})
    first = phone.page.url
    for seat, bid in enumerate((0, 1, 1, 0)):
        phone.chip(f"bid.{seat}", bid)
    phone.save()
    phone.save()
    phone.expect_totals(Ann=5)
    phone.page.goto(first + "/rounds/1")
    phone.page.get_by_label("Something wrong here? Say what").fill("Cyd took both tricks, and everybody has seen it.")
    phone.press(phone.page.get_by_role("button", name="Contest"))
    expect(phone.page.locator(".contest")).to_be_visible()
    pages += [first, first + "/changes", first + "/why/1", first + "/rounds/1", first + "/rounds/1/edit"]
    phone.page.goto(first + "/seats/1")
    phone.page.get_by_label("Somebody else", exact=False).or_(phone.page.get_by_label("Their name")).fill("Eve")
    phone.press(phone.page.get_by_role("button", name="Takes over"))
    pages.append(first + "/seats/0")
    for game in ("raise-the-stakes", "toepen", "samba", "farmer", "reversis"):
        phone.start_play(game, ("Ann", "Bartholomäus der Lange", "Cyd", "Dee"))
        pages.append(phone.page.url)
    samba = pages[-3]
    pages[-5:-5] = [samba + path for path in ("/about", "/more", "/players", "/setup", "/totals")]
    yield phone, pages
    phone.context.close()


@pytest.mark.ci
def test_every_page_passes_on_the_smallest_phone(visited: tuple[Phone, list[str]]) -> None:
    phone, pages = visited
    check_pages(phone, pages)


def test_no_page_scrolls_sideways_with_letters_twice_as_large(visited: tuple[Phone, list[str]]) -> None:
    phone, pages = visited
    rage = next(page for page in pages if page.endswith("/changes")).removesuffix("/changes")
    assert too_wide_for_large_letters(phone, [*pages, f"{rage}/decide", f"{rage}/rules"]) == []


def test_the_title_of_a_sheet_stands_beside_the_way_back(visited: tuple[Phone, list[str]]) -> None:
    phone, pages = visited
    phone.page.goto(pages[-2])
    assert phone.page.evaluate(IN_ONE_LINE)
    expect(phone.page.get_by_role("link", name="Let others in")).to_be_visible()


def test_the_card_of_who_is_out_can_be_read(visited: tuple[Phone, list[str]]) -> None:
    phone, pages = visited
    phone.page.goto(next(page for page in pages if page.endswith("/changes")).removesuffix("/changes") + "#board")
    phone.page.locator(".board .card").evaluate_all("all => all.forEach(one => one.classList.add('out'))")
    check(phone, ".board")


def test_a_wide_screen_shows_lists_and_forms_in_two_columns(visited: tuple[Phone, list[str]]) -> None:
    phone, pages = visited
    club = pages[3]
    phone.page.set_viewport_size({"width": 1280, "height": 900})
    for address, parts in (
        ("/rules", "main .line"),
        (f"{club}/more", "main .line"),
        (f"{club}/plays/new", "#seating, #games"),
    ):
        phone.page.goto(address)
        assert phone.page.locator(parts).evaluate_all(LEFT_EDGES) > 1, address
        assert not phone.page.evaluate(IS_TOO_WIDE)
    phone.page.set_viewport_size(SMALLEST)


def test_the_keypad_and_the_deck_pass_as_well(visited: tuple[Phone, list[str]]) -> None:
    phone, pages = visited
    for address, opener in ((pages[-3], "input.num"), (pages[-2], ".hand button")):
        phone.page.goto(address)
        phone.press(phone.page.locator(opener).first)
        phone.page.locator(".pad").wait_for()
        check(phone, ".pad", colours_by_axe=True)  # what it covers in part is looked at without it


PALE_LETTERS = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('h1 { opacity: 0.4 } p { color: #888 !important } a { color: rgb(0 0 255 / 40%) !important }');
  document.adoptedStyleSheets = [sheet];
}"""


def test_pale_letters_are_found_as_axe_finds_them(visited: tuple[Phone, list[str]]) -> None:
    phone, _ = visited
    phone.page.goto("/rules/samba")
    phone.page.evaluate(PALE_LETTERS)
    found = phone.page.evaluate(PALE)
    by_axe = Axe().run(phone.page, options=COLOURS).response["violations"][0]["nodes"]
    for tag in ("h1", "p", "a"):
        count = sum(node["html"].startswith((f"<{tag}>", f"<{tag} ")) for node in by_axe)
        assert 0 < count <= sum(f": <{tag}" in one for one in found), tag


def test_nothing_is_asked_of_any_other_host(phone: Phone, server: Server) -> None:
    asked: list[str] = []
    phone.page.on("request", lambda request: asked.append(request.url))
    club = phone.start_club()
    phone.start_play("rage", ("Ann", "Bob"))
    phone.page.goto(club + "/invite")
    assert asked
    assert [address for address in asked if not address.startswith(server.address)] == []
