"""A blank score sheet on paper: whole, black on white, nothing beside it; and its page on the smallest phone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.club.test_house import agree, propose
from tests.browser.conftest import Server
from tests.browser.look import SMALLEST, check_pages
from tests.browser.phone import Phone, new_phone

pytestmark = pytest.mark.browser

ON_PAPER = (
    "rage", "samba", "raise-the-stakes", "superfecta", "open-face-chinese-poker", "reversis", "farmer", "chicago",
    "rage?players=8", "any-other-game?players=12", "vazhushal?players=6",
)  # fmt: skip
OVERFLOWING = """() => [...document.querySelectorAll('.blank-sheet th, .blank-sheet td')]
  .filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map(one => `${one.innerText} ${one.scrollWidth}>${one.clientWidth} ${one.scrollHeight}>${one.clientHeight}`)"""
SMALLEST_LETTERS = """() => Math.min(...[...document.querySelectorAll('.blank-sheet *')]
  .filter(one => one.innerText && one.checkVisibility()).map(one => parseFloat(getComputedStyle(one).fontSize)))"""
BROKEN = """() => [...document.querySelectorAll('.blank-sheet thead th:not(.turned) > span')].filter(one => {
    const range = document.createRange(), text = one.firstChild;
    for (const word of one.innerText.matchAll(/\\S+/g)) {
      range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1) return true;
    }
    return false;
  }).map(one => one.innerText)"""
NARROWEST = """() => Math.min(
  ...[...document.querySelectorAll('.blank-sheet td')].map(one => one.getBoundingClientRect().width))"""
LEFT_OVER = """() => [...document.querySelectorAll('.score-lines')].map(table => {
    const [head, body] = [table.tHead, table.tBodies[0]].map(part => part.getBoundingClientRect().width);
    return Math.round(Math.max(table.parentElement.clientWidth - body, Math.abs(head - body)));
  })"""
HAND = 26
"""Pixels that a number takes that is written by hand: 7 mm."""


def boxes(page: Page, paper: str, *, wide: bool) -> list[tuple[float, float]]:
    """The sizes of the pages that are printed, in points."""
    content = page.pdf(format=paper, prefer_css_page_size=True).decode("latin-1")
    found = re.findall(r"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", content)
    assert found
    sizes = [(float(one), float(other)) for one, other in found]
    assert all((width > height) == wide for width, height in sizes)
    return sizes


@pytest.mark.parametrize("game", ON_PAPER)
def test_nothing_is_cut_off_or_tiny_on_paper(phone: Phone, game: str) -> None:
    page = phone.page
    slug, _, query = game.partition("?")
    page.goto(f"/rules/{slug}/sheet?{query}")
    page.emulate_media(media="print", color_scheme="dark")
    is_wide = page.locator(".blank-sheet.wide").count() == 1
    page.set_viewport_size(
        {"width": 956 if is_wide else 695, "height": 1000}
    )  # what Letter and A4 leave in millimetres
    assert page.evaluate("() => document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert page.evaluate(OVERFLOWING) == []
    assert page.evaluate(BROKEN) == []
    assert page.evaluate(SMALLEST_LETTERS) >= 10  # pixels: 7.5 points
    for part in ("header.top", "form", "h1", ".foot", ".hint"):
        assert not any(one.is_visible() for one in page.locator(part).all()), part
    colours = page.evaluate(
        "() => [...document.querySelectorAll('.blank-sheet, .blank-sheet *')].map(one => getComputedStyle(one).color)"
    )
    assert set(colours) == {"rgb(0, 0, 0)"}
    for paper in ("A4", "Letter"):
        assert len(boxes(page, paper, wide=is_wide)) <= 3


@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("game", ["rage", "farmer", "pay-me"])
def test_there_is_room_to_write_in_every_cell(phone: Phone, game: str, players: int) -> None:
    page = phone.page
    page.goto(f"/rules/{game}/sheet?players={players}")
    assert page.evaluate(NARROWEST) >= HAND
    is_wide = page.locator(".blank-sheet.wide").count() == 1
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 956 if is_wide else 695, "height": 1000})
    assert page.evaluate(NARROWEST) >= HAND
    assert max(page.evaluate(LEFT_OVER)) <= 1  # the rows are as wide as the paper, and as their heading


def test_rage_for_four_is_one_page(phone: Phone) -> None:
    phone.page.goto("/rules/rage/sheet?players=4")
    assert len(boxes(phone.page, "A4", wide=True)) == 1
    assert len(boxes(phone.page, "Letter", wide=True)) == 1


def test_it_is_laid_out_for_the_names_that_are_typed_and_printed_by_a_tap(phone: Phone) -> None:
    page = phone.page
    page.add_init_script("window.print = () => { document.title = 'printed'; };")
    page.goto("/rules/rage")
    phone.press(page.get_by_role("link", name="Blank score sheet"))
    page.get_by_label("Names").fill("Ann, Bartholomäus der Lange, Cyd")
    page.get_by_label("Players").fill("3")
    phone.press(page.get_by_role("button", name="Update the sheet"))
    expect(page.locator(".score-lines thead .name")).to_have_text(["Ann", "Bartholomäus der Lange", "Cyd"])
    page.get_by_role("button", name="Print").tap()
    expect(page).to_have_title("printed")


@pytest.fixture(scope="module")
def visited(browser: Browser, server: Server) -> Iterator[tuple[Phone, list[str]]]:
    """A phone of the smallest size, and sheets by the book and of a club."""
    phone = Phone(new_phone(browser, server.address, viewport=SMALLEST))
    club = phone.start_club()
    propose(phone, club, 30, "Nobody sings.")
    agree(phone, "Ann")
    yield phone, ["/rules/rage/sheet", "/rules/samba/sheet", "/rules/superfecta/sheet?players=99",
                  f"{club}/house/raise-the-stakes/sheet"]  # fmt: skip
    phone.context.close()


@pytest.mark.ci
def test_every_page_passes_on_the_smallest_phone(visited: tuple[Phone, list[str]]) -> None:
    check_pages(*visited)
