"""A television that shows a play while it is written down on a phone."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import Server
from tests.browser.phone import Phone, wait_until

pytestmark = pytest.mark.browser


CUT = """() => [...document.querySelectorAll('.name')].filter(name => {
  const [disc, whole] = [name.querySelector('.in'), name].map(one => one.getBoundingClientRect());
  return disc.top < whole.top || disc.bottom > whole.bottom;
}).map(name => name.innerText)"""
"""The names of which a part is cut off."""


def on_television(phone: Phone, browser: Browser, server: Server, play: str, size: ViewportSize) -> Page:
    """Make the link of a play by taps, and open it on a television."""
    phone.page.goto(f"{play}/screen")
    phone.press(phone.page.get_by_role("button", name="Make a link"))
    link = phone.page.locator(".screen-address a").get_attribute("href")
    assert link is not None
    television = browser.new_context(viewport=size).new_page()
    television.goto(server.address + "/s/" + link.rpartition("/")[2])
    return television


def test_two_long_winners_leave_room_for_the_title_and_all_names(
    phone: Phone, browser: Browser, server: Server
) -> None:
    names = ["Bartholomäus Maximilian", "Wilhelmina-Charlotte", *(f"Öyvind {letter}" for letter in "ABCDEFGHIJ")]
    club = phone.start_club()
    points = {f"points.{seat}": 99_999 if seat < 2 else 0 for seat in range(12)}
    play = phone.new_play(club, "any-other-game", names, rounds=[points], ended=True)
    television = on_television(phone, browser, server, play, {"width": 1280, "height": 720})
    title = television.locator(".title").bounding_box()
    assert title is not None
    assert title["height"] < 720 / 8
    assert television.evaluate(CUT) == []
    television.context.close()


def test_a_television_follows_a_play_by_itself_until_its_link_is_taken_back(
    phone: Phone, browser: Browser, server: Server
) -> None:
    phone.start_play("rage", ("Ann", "Bob", "Cyd"), {"first_hand": 2})
    sheet = phone.page.url
    television = on_television(phone, browser, server, sheet, {"width": 1920, "height": 1080})
    expect(television.locator(".place")).to_have_count(3)
    phone.page.goto(sheet)
    phone.chip("bid.1", 2)
    expect(television.locator(".place").nth(1)).to_contain_text("Bid 2")
    assert television.context.cookies() == []
    assert television.evaluate("document.documentElement.scrollHeight <= innerHeight")
    television.evaluate("() => { window.old = true; document.querySelector('script').src = 'older.js'; }")
    phone.chip("bid.2", 0)
    expect(television.locator(".place").nth(2)).to_contain_text("Bid 0")
    wait_until(television, "() => !('old' in window)")  # with the scripts and style sheets of the newer version
    phone.page.goto(f"{sheet}/screen")
    phone.press(phone.page.get_by_role("button", name="Delete the link"))
    expect(television.get_by_role("heading")).to_have_text("This link was deleted")
    television.context.close()
