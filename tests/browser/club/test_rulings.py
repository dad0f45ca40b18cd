"""The rulings book on a phone: recorded at a play, found, withdrawn; its pages in both themes, on the smallest one."""

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Server
from tests.browser.look import SMALLEST, check_pages
from tests.browser.phone import Phone, new_phone

pytestmark = pytest.mark.browser

THREE = ("Ann", "Bartholomäus der Lange", "Cyd")


def write(phone: Phone, question: str, decision: str) -> None:
    """Record a ruling on the page that is open, agreed by Ann."""
    page = phone.page
    page.get_by_label("Question", exact=True).fill(question)
    page.get_by_label("Decision").fill(decision)
    phone.tap("label.chip:has(input[name='agreed'][value='Ann'])")
    phone.press(page.get_by_role("button", name="Save the ruling").last)
    expect(page.locator(".ruling-page h1")).to_have_text(question)


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_a_ruling_is_recorded_at_a_play_found_in_the_book_and_withdrawn(
    browser: Browser, server: Server, script: bool
) -> None:
    phone = Phone(new_phone(browser, server.address, java_script_enabled=script), script)
    page = phone.page
    club = phone.start_club()
    phone.start_play("raise-the-stakes", THREE)
    sheet = page.url
    phone.open_more()
    phone.press(page.get_by_role("link", name="Rulings"))
    expect(page.locator("main")).to_contain_text("No ruling yet")
    phone.press(page.get_by_role("link", name="Record a ruling"))
    phone.press(page.get_by_role("button", name="Save the ruling").last)
    expect(page.locator("#question-problem")).to_have_text("The question is empty.")
    phone.press(page.locator("summary", has_text="What it is about"))
    page.get_by_label("Paragraph 1").select_option("raise-the-stakes/play.rank")
    phone.press(page.get_by_role("button", name="Another paragraph"))
    expect(page.get_by_label("Paragraph 1")).to_have_value("raise-the-stakes/play.rank")
    expect(page.get_by_label("Paragraph 2")).to_be_visible()
    page.get_by_label("Question of the referee").select_option(label="Who reneged?")
    write(phone, "Is a renege that nobody saw one?", "No.\nWhat nobody saw did not happen.")
    expect(page.locator(".notice")).to_have_text("Ruling 1 is in the book.")
    expect(page.locator(".quickly")).to_contain_text("Raise the Stakes")
    page.goto(f"{club}/more")
    phone.press(page.get_by_role("link", name="Rulings What we decided, and why"))
    expect(page.locator(".ruling")).to_have_count(1)
    expect(page.locator(".ruling .decision")).to_have_text("No.\nWhat nobody saw did not happen.")
    expect(page.locator(".ruling").get_by_role("link", name="Raise the Stakes")).to_have_attribute(
        "href", sheet.removeprefix(server.address)
    )
    phone.press(page.get_by_role("link", name="Is a renege that nobody saw one?"))
    phone.press(page.locator("summary", has_text="Withdraw it"))
    phone.press(page.get_by_role("button", name="Withdraw ruling 1"))
    expect(page.locator("#reason-problem")).to_contain_text("The reason is empty.")
    page.get_by_label("Why").fill("Cyd had seen it.")
    phone.press(page.get_by_role("button", name="Withdraw ruling 1"))
    expect(page.locator(".notice.warn")).to_have_text("Withdrawn: Cyd had seen it.")
    phone.press(page.get_by_role("link", name="Rulings"))
    expect(page.locator("main")).to_contain_text("No ruling in force.")
    phone.press(page.locator("label.tick"))
    phone.press(page.get_by_role("button", name="Show"))
    expect(page.locator(".ruling .became")).to_have_text("Withdrawn: Cyd had seen it.")
    assert not phone.faults
    phone.context.close()


@pytest.fixture(scope="module")
def visited(browser: Browser, server: Server) -> Iterator[tuple[Phone, list[str]]]:
    """A phone of the smallest size with a book, and the addresses of all kinds of its pages."""
    phone = Phone(new_phone(browser, server.address, viewport=SMALLEST))
    page = phone.page
    club = phone.start_club()
    pages = [f"{club}/rulings", f"{club}/rulings/new", club]
    phone.start_play("raise-the-stakes", THREE)
    key = page.url.rsplit("/", 1)[1]
    fact = f"Tricks: Trick 1: {THREE[0]} red 7, {THREE[1]} red 3"
    query = urlencode({"play": key, "situation": "renege", "fact": fact, "rule": "raise-the-stakes/play.rank"})
    pages += [f"{club}/rulings/new?{query}&basis=open", f"{club}/rulings/new?situation=renege&fact=x"]
    for number, question in enumerate(("Who reneged, and when was it?", "x" * 300)):
        page.goto(pages[3] if not number else pages[1])
        write(phone, question, "Nobody.\n" + "y" * 900)
        pages.append(page.url)
    phone.press(page.locator("summary", has_text="Withdraw it"))
    page.get_by_label("Why").fill("z" * 200)
    phone.press(page.get_by_role("button", name="Withdraw ruling 2"))
    expect(page.locator(".notice.warn")).to_be_visible()
    yield phone, [*pages, f"{club}/rulings?withdrawn=1"]
    phone.context.close()


@pytest.mark.ci
def test_the_pages_of_the_book_pass_on_the_smallest_phone(visited: tuple[Phone, list[str]]) -> None:
    check_pages(*visited)


def test_a_comma_follows_the_name_of_a_game_without_a_gap(phone: Phone) -> None:
    phone.start_play("skat", THREE)
    club = phone.page.url.split("/plays")[0]
    phone.page.goto(f"{club}/rulings/new?{urlencode({'play': phone.page.url.rsplit('/', 1)[1]})}")
    write(phone, "Late?", "Forgotten.")
    end, comma = phone.page.locator(".ruling-page dd a bdi").first.evaluate(
        """one => { const range = document.createRange(); range.selectNodeContents(one);
        const end = range.getBoundingClientRect().right, rest = one.closest('a').nextSibling;
        range.setStart(rest, 0); range.setEnd(rest, 1);
        return [end, range.getBoundingClientRect().left]; }"""
    )
    assert comma - end < 2
