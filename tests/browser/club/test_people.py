"""The pages of numbers on a phone: in both themes, at the smallest size, by touch, and without a script."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.look import SMALLEST, check_pages, too_wide_for_large_letters
from tests.browser.phone import Phone, new_phone
from tests.cli.running import PATIENCE, Running, clean_environment, running
from tests.database import put_empty_database

pytestmark = pytest.mark.browser
LONG = "Maximilian Alexander von Habsburg-Lothri"
SMALLEST_LETTERS = """() => Math.min(...[...document.querySelectorAll('.chart text')].filter(one => one.textContent)
  .map(one => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a))"""
OVERLAPS = """() => { const boxes = [...document.querySelectorAll('.chart .line')].map(one =>
  one.querySelector('text').getBoundingClientRect()); return boxes.some((one, at) => boxes.slice(at + 1).some(other =>
  one.left < other.right && other.left < one.right && one.top + 2 < other.bottom && other.top + 2 < one.bottom)); }"""


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Running, str]]:
    """A server with a club of forty people and forty plays, and the link that opens it."""
    folder = tmp_path_factory.mktemp("years")
    put_empty_database(folder / "instance")
    command = [sys.executable, "-m", "companion", "demo", "--plays", "40", "--seed", "3"]
    made = subprocess.run(
        [*command, "--instance", str(folder / "instance")], cwd=Path(__file__).parents[3], env=clean_environment(),
        capture_output=True, text=True, check=True, timeout=PATIENCE,
    )  # fmt: skip
    link = re.search(r"/recover/\S+", made.stdout)
    assert link is not None
    with running("--host", "127.0.0.1", folder=folder) as server:
        yield server, link[0]
        server.process.terminate()
        server.wait()


def entered(phone: Phone, link: str) -> str:
    """The club, on a phone that came in by the link."""
    phone.page.goto(link)
    phone.press(phone.page.locator("main form button").first)
    return phone.page.url.split("?")[0]


def first_person(page: Page, club: str) -> str:
    """The page of who has played most."""
    page.goto(f"{club}/people")
    return page.locator(".figures tbody th a").first.get_attribute("href") or ""


@pytest.mark.ci
def test_every_page_of_numbers_passes_on_the_smallest_phone(browser: Browser, years: tuple[Running, str]) -> None:
    server, link = years
    phone = Phone(new_phone(browser, server.address, viewport=SMALLEST))
    club = entered(phone, link)
    person = first_person(phone.page, club)
    phone.page.goto(f"{person}/name")
    phone.page.locator("#name").fill(LONG)
    phone.press(phone.page.get_by_role("button", name="Rename"))
    phone.page.goto(f"{club}/people")
    year = phone.page.locator("a[href*='/years/']").first.get_attribute("href") or ""
    game = phone.page.locator("a[href*='/games/']").first.get_attribute("href") or ""
    pages = [f"{club}/people", person, f"{person}?players=4&with={quote('Bob')}", f"{person}?from=x&players=0"]
    check_pages(phone, [*pages, f"{person}/name", game, f"{game}?to=x", year])
    assert too_wide_for_large_letters(phone, [*pages[:2], f"{person}/name", game, year, f"{club}/plays"]) == []
    for page in (person, game, year):
        phone.page.goto(page)
        if phone.page.locator(".chart").count():
            assert phone.page.evaluate(SMALLEST_LETTERS) >= 11
            assert not phone.page.evaluate(OVERLAPS)
    phone.page.goto(person)
    assert phone.page.evaluate("() => document.querySelector('.two-rows').getBoundingClientRect().right <= innerWidth")
    phone.context.close()
    assert not phone.faults


def test_plays_are_filtered_by_touch_and_a_chip_takes_it_back(browser: Browser, years: tuple[Running, str]) -> None:
    server, link = years
    phone = Phone(new_phone(browser, server.address))
    club = entered(phone, link)
    person = first_person(phone.page, club)
    phone.page.goto(person)
    plays = phone.page.locator(".sums dd strong").first.inner_text()
    game = phone.page.locator(".figures tbody th a").first.inner_text()
    phone.unfold("Filter")
    phone.page.locator("#game").select_option(label=game)
    phone.press(phone.page.get_by_role("button", name="Show these games"))
    assert "game=" in phone.page.url
    expect(phone.page.locator(".chosen li")).to_have_count(1)
    expect(phone.page.locator(".chosen li")).to_contain_text(game)
    assert phone.page.locator(".sums dd strong").first.inner_text() != plays
    phone.tap(".chosen .away")
    expect(phone.page.locator(".sums dd strong").first).to_have_text(plays)
    phone.page.emulate_media(media="print")
    for one in phone.page.locator("summary, button, .rows:has(svg:not(.glyph))").all():
        expect(one).to_be_hidden()
    phone.context.close()
    assert not phone.faults


def test_two_names_are_merged_and_parted_without_a_script(browser: Browser, years: tuple[Running, str]) -> None:
    server, link = years
    phone = Phone(new_phone(browser, server.address, java_script_enabled=False), script=False)
    club = entered(phone, link)
    for name in ("Penny", "Pennie"):
        phone.page.goto(f"{club}/plays/new?game=any-other-game")
        for seat, who in enumerate((name, f"{name}'s friend")):
            phone.page.locator(f"#seat-{seat}").fill(who)
        phone.press(phone.page.locator(".save"))
    phone.page.goto(f"{club}/people")
    phone.page.locator("summary", has_text="more").first.click()
    phone.press(phone.page.get_by_role("link", name="Pennie", exact=True))
    phone.press(phone.page.get_by_role("link", name="Change the name"))
    phone.page.locator("summary", has_text="Two names").click()
    phone.page.locator("#into").select_option(label="Penny")
    phone.press(phone.page.get_by_role("button", name="Merge"))
    expect(phone.page.locator("h1")).to_have_text("The name of Penny")
    expect(phone.page.locator("main")).to_contain_text("Pennie is Penny")
    phone.press(phone.page.get_by_role("button", name="Separate"))
    expect(phone.page.locator("main")).to_contain_text("Pennie and Penny are two people again.")
    phone.context.close()


def test_a_name_is_found_among_many(phone: Phone) -> None:
    club, names = phone.start_club(), [f"Zoë {number}" for number in range(1, 13)]
    for seats in (names[:4], names[4:8], names[8:]):
        phone.new_play(club, "hearts", seats)
    phone.page.goto(f"{club}/whose")
    expect(phone.page.get_by_label("Find a name")).to_have_count(0)
    phone.new_play(club, "hearts", ["Anna", *names[:3]])
    phone.page.goto(f"{club}/whose")
    search, chips = phone.page.get_by_label("Find a name"), phone.page.locator(".chip-button").locator("visible=true")
    expect(chips).to_have_count(13)
    search.fill("zoe 1")
    expect(chips).to_have_text(["Zoë 1", "Zoë 10", "Zoë 11", "Zoë 12"])
    search.press("Enter")
    expect(phone.page.get_by_role("heading", name="Whose phone is this?")).to_be_visible()
    phone.press(chips.last)
    phone.page.goto(f"{club}/whose")
    expect(phone.page.get_by_text("It is Zoë 12's now.")).to_be_visible()
