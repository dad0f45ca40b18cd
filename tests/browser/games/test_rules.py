"""The rules library in a browser: both themes, the smallest phone, print, and without JavaScript."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.games import SLUGS, all_games, game_of
from tests.browser.conftest import Server
from tests.browser.look import check_pages, is_night
from tests.browser.phone import Phone
from tests.games.test_rules import COMPLETE

pytestmark = pytest.mark.browser

PICTURED = [f"/rules/{game.slug}" for game in all_games() if any(one.picture for one in game.rules.paragraphs)]
PAGES = (
    "/rules",
    "/rules?table=4+players,+partners,+two+decks",
    "/rules?table=9+players,+partners,+two+decks",
    "/rules?table=%3F",
    *(f"/rules/{slug}" for slug in ("rage", "samba", "reversis", "toepen", "any-other-game")),
    *PICTURED,
    "/rules/rage#scoring.zero-bid",
    "/rules/search",
    "/rules/search?q=did+not+follow+suit&first=rage",
    "/rules/search?q=xylophone",
    "/rules/search?q=the+of",
)
CLUB_QUESTIONS = ("", "?q=renege", "?q=renege&first=rage", "?q=five+points&game=rage", "?q=xylophone", "?q=the+of")
SHEET, MEDIA_BOX = re.compile(rb"/Type\s*/Page\b"), re.compile(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]")
A4 = (595, 842)
"""In points."""

NO_SHARE = "navigator.share = undefined;"
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
UNDER_THE_INK = """() => [...document.querySelectorAll('main *')]
  .filter(one => one.checkVisibility() && one.innerText)
  .map(one => getComputedStyle(one).color).filter((one, at, all) => all.indexOf(one) === at)"""
ASIDE = """() => [...document.querySelectorAll('nav, .top, form, .skip')].filter(one => one.checkVisibility()).length"""


@pytest.mark.ci
def test_every_page_passes_on_the_smallest_phone(small: Phone) -> None:
    check_pages(small, PAGES, alike=() if is_night() else PICTURED[1:])


def test_an_argument_is_settled_from_the_sheet(phone: Phone) -> None:
    phone.start_play("rage", ("Ann", "Bob", "Cyd"))
    phone.press(phone.page.get_by_role("link", name="Rules", exact=True))
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Rage")
    search_for(phone.page, "he didn't follow suit")
    expect(phone.page.get_by_role("heading", name="In Rage")).to_be_visible()
    first = phone.page.locator(".hits li").first
    expect(first.locator("mark").first).to_have_text("not following suit")
    phone.press(first.get_by_role("link"))
    expect(phone.page).to_have_url(re.compile(r"/plays/[^/]+/rules#penalties\.renege$"))
    expect(phone.page.locator("[id='penalties.renege']")).to_be_in_viewport()


def test_a_line_of_the_sheet_leads_to_its_rule(phone: Phone) -> None:
    phone.start_play("raise-the-stakes", ("Ann", "Bob", "Cyd"))
    sheet = phone.page.url
    phone.chip("tricks.0", 5)
    phone.save()
    phone.page.goto(f"{sheet}/why/0")
    phone.press(phone.page.locator(".rule summary").first)
    phone.press(phone.page.locator(".rule-link").first)
    expect(phone.page.locator(".paragraph:target")).to_be_in_viewport()


def test_everything_works_without_javascript(plain_phone: Phone) -> None:
    page = plain_phone.page
    page.goto("/rules")
    page.get_by_label("Find a game").fill("two players, 32 cards")
    plain_phone.press(page.get_by_role("button", name="Find"))
    plain_phone.press(page.get_by_role("link", name=re.compile("Écarté")))
    expect(page.locator("[id='scoring.vole'], #part-scoring .paragraph").first).to_be_hidden()
    page.locator("#part-scoring > summary").tap()
    expect(page.locator("#part-scoring .paragraph").first).to_be_visible()
    search_for(page, "slam")
    expect(page.locator(".hits mark").first).to_be_visible()
    page.get_by_label("Part").select_option("Deal")
    plain_phone.press(page.get_by_role("button", name="Search"))
    expect(page).to_have_url(re.compile("section=deal"))


BY_LENGTH = sorted(SLUGS, key=lambda slug: sum(len(one.text) for one in game_of(slug).rules.paragraphs))
EXTREMES = (BY_LENGTH[0], *BY_LENGTH[-4:])
"""All are laid out alike: the shortest takes the fewest sheets, and one of the longest the most."""


@pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=() if slug in EXTREMES else pytest.mark.nightly) for slug in SLUGS]
)
def test_a_page_prints_black_on_white_without_navigation_on_two_to_four_sheets(
    browser: Browser, server: Server, slug: str
) -> None:
    with browser.new_context(base_url=server.address, color_scheme="dark") as context:
        page = context.new_page()
        page.emulate_media(media="print")
        page.goto(f"/rules/{slug}")
        assert page.evaluate(ASIDE) == 0
        assert page.evaluate(UNDER_THE_INK) == ["rgb(0, 0, 0)"]
        expect(page.get_by_text("Tap a number")).to_be_hidden()
        printed = page.pdf(format="A4", prefer_css_page_size=True)
        assert (2 if slug in COMPLETE else 1) <= len(SHEET.findall(printed)) <= 4
        for width, height in MEDIA_BOX.findall(printed):
            assert (round(float(width)), round(float(height))) == A4


def test_on_paper_what_the_table_plays_stands_on_a_line_of_its_own(phone: Phone) -> None:
    phone.start_play("skat", ("Ann", "Bob", "Cyd"), {"ramsch": "1"})
    phone.page.goto(f"{phone.page.url}/rules")
    phone.page.emulate_media(media="print")
    here = phone.page.locator(".paragraph .differs-here").first
    expect(here).to_contain_text("Ramsch: yes")
    assert here.evaluate("one => getComputedStyle(one).display") == "block"


def test_a_paragraph_is_shared_as_the_phone_shares_things(phone: Phone) -> None:
    phone.page.add_init_script("navigator.share = async (what) => { window.shared = what.url; };")
    phone.page.goto("/rules/rage")
    phone.page.locator("#part-penalties > summary").tap()
    phone.press(phone.page.locator("#penalties\\.renege > .number"))
    assert phone.page.evaluate("window.shared").endswith("/rules/rage#penalties.renege")
    expect(phone.page).to_have_url(re.compile("/rules/rage$"))


@pytest.mark.parametrize("allowed", [True, False])
def test_without_that_the_link_is_copied_and_a_word_says_so(phone: Phone, allowed: bool) -> None:
    phone.page.add_init_script(NO_SHARE if allowed else f"{NO_SHARE} {NO_CLIPBOARD}")
    phone.page.clock.install(time=0)
    phone.page.goto("/rules/rage")
    phone.page.clock.pause_at(3600)  # the word stays as long as it is looked for
    phone.page.locator("#part-penalties > summary").tap()
    number = phone.page.locator("#penalties\\.renege > .number")
    number.tap()
    expect(number).to_have_class("number copied")
    expect(phone.page.locator("#live")).to_have_text("Copied")
    expect(phone.page).to_have_url(re.compile(r"#penalties\.renege$"))
    phone.page.clock.run_for(2000)
    expect(number).to_have_class("number")
    phone.page.goto("/rules")
    phone.page.get_by_label("Search the rules of all games").focus()
    phone.page.keyboard.press("Control+V")
    expect(phone.page.locator("#q")).to_have_value(re.compile(r"/rules/rage#penalties\.renege$"))


def test_a_question_from_a_play_is_answered_by_our_own_first(phone: Phone) -> None:
    club = phone.start_club()
    for decision in ("He loses five.", "Nothing happens this once."):
        phone.page.goto(
            f"{club}/rulings/new?game=rage&rule=rage/penalties.renege&question=Bob+reneged&decision={decision}"
        )
        record(phone)
    phone.page.goto(club)
    phone.start_play("rage", ("Ann", "Bob", "Cyd"))
    sheet = phone.page.url
    phone.open_more()
    phone.press(phone.page.get_by_role("link", name="Search the rules"))
    expect(phone.page.locator("#q")).to_be_focused()
    search_for(phone.page, "he didn't follow suit")
    heads = phone.page.locator("main h2")
    expect(heads).to_have_text(["Ask the referee", "Our house rules and rulings", "In Rage", "In other games"])
    expect(phone.page.locator(".hits").first.locator("li")).to_have_count(2)
    phone.press(phone.page.locator(".hits").nth(1).get_by_role("link").first)
    expect(phone.page).to_have_url(f"{sheet}/rules#penalties.renege")
    expect(phone.page.locator("[id='penalties.renege']")).to_be_in_viewport()
    phone.page.go_back()
    phone.press(phone.page.locator("header").get_by_role("link"))
    expect(phone.page).to_have_url(sheet)


@pytest.mark.ci
def test_the_search_of_a_club_passes_on_the_smallest_phone(small: Phone) -> None:
    club = small.start_club()
    small.page.goto(f"{club}/rulings/new?game=rage&question={'Wretched' * 30}+renege&decision=Five+points")
    record(small)
    check_pages(small, [f"{club}/search{query}" for query in CLUB_QUESTIONS])


def record(phone: Phone) -> None:
    """Put the ruling into the book that the page has."""
    phone.page.locator("[name=others]").fill("Ann")
    phone.press(phone.page.get_by_role("button", name="Save the ruling"))
    expect(phone.page).to_have_url(re.compile(r"/rulings/[\w-]{6,}(#.*)?$"))


def search_for(page: Page, words: str) -> None:
    """Type into the one box, and send it."""
    page.locator("#q").fill(words)
    with page.expect_navigation():
        page.get_by_role("button", name="Search").click()
