"""Nights on a phone: a play moved to another one, a night named and shared; all their pages in both themes."""

import re
from collections.abc import Iterator
from datetime import datetime

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Server
from tests.browser.look import SMALLEST, check_pages
from tests.browser.phone import Phone, new_phone

pytestmark = pytest.mark.browser

THREE = ("Ann", "Bob", "Bartholomäus der Lange aus der Au")


def play_to_its_end(phone: Phone, earlier: str = "") -> None:
    """A play of one round that Ann won, ended by the table. ``earlier``: the date, from paper."""
    club = phone.page.url.split("/plays")[0].split("/nights")[0]
    tricks = {f"tricks.{seat}": 0 if seat else 5 for seat, _ in enumerate(THREE)}
    play = phone.new_play(club, "raise-the-stakes", THREE, {"played.on": earlier}, [tricks], ended=True)
    phone.page.goto(play)
    expect(phone.page.locator(".end h2")).to_have_text("Ann wins")


def play_to_its_end_by_hand(phone: Phone, earlier: str) -> None:
    """The same by taps."""
    page = phone.page
    page.goto(page.url.split("/plays")[0].split("/nights")[0] + "/plays/new?game=raise-the-stakes")
    for number, name in enumerate(THREE):
        page.locator(f"#seat-{number}").fill(name)
    phone.unfold("Played earlier")
    page.get_by_label("Date").fill(earlier)
    phone.press(page.locator(".save"))
    expect(page.locator("#play")).to_be_visible()
    phone.chip("tricks.0", 5)
    phone.save()
    expect(page.locator(".round-head")).to_contain_text("Round 2")
    phone.open_more("End the game")
    phone.press(page.get_by_role("button", name="End it now"))
    expect(page.locator(".end h2")).to_have_text("Ann wins")


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_a_play_is_moved_between_nights_and_back(browser: Browser, server: Server, script: bool) -> None:
    phone = Phone(new_phone(browser, server.address, java_script_enabled=script), script)
    page = phone.page
    club = phone.start_club()
    play_to_its_end_by_hand(phone, "2026-01-15")
    play_to_its_end(phone, "2026-01-15")
    play_to_its_end(phone, "2026-02-20")
    page.goto(f"{club}/nights")
    expect(page.locator(".list .line")).to_have_count(2)
    expect(page.locator(".list .line").nth(1)).to_contain_text("2 games")
    phone.press(page.locator(".list .line").nth(1))
    expect(page.locator(".night-play")).to_have_count(2)
    phone.press(page.get_by_role("link", name="Move games"))
    phone.press(page.get_by_role("button", name="Move", exact=True))
    expect(page.locator(".problem")).to_have_text("Choose the night to move these games to.")
    phone.press(page.locator("label.tick", has_text="Raise the Stakes").nth(1))
    phone.press(page.locator("label.tick", has_text="20 February"))
    phone.press(page.get_by_role("button", name="Move", exact=True))
    expect(page.locator(".notice.done")).to_contain_text("Changed: plays.")
    expect(page.locator(".night-play")).to_have_count(2)
    expect(page.locator("h1")).to_have_text("Thu 15 January 2026"), "it begins with its first play"
    page.goto(f"{club}/nights")
    expect(page.locator(".list .line")).to_have_count(2)
    phone.press(page.locator(".list .line", has_text="2 games"))
    phone.press(page.get_by_role("link", name="Name, date, notes"))
    phone.press(page.get_by_role("button", name="Take back plays"))
    expect(page.locator(".notice.done")).to_contain_text("Taken back: plays.")
    expect(page.locator("h1")).to_have_text("Fri 20 February 2026")
    expect(page.locator(".night-play")).to_have_count(1)
    phone.press(page.get_by_role("button", name="Redo"))
    expect(page.locator(".night-play")).to_have_count(2)
    assert not phone.faults
    phone.context.close()


def test_a_night_is_named_shared_and_the_link_is_taken_back(phone: Phone, browser: Browser, server: Server) -> None:
    page = phone.page
    club = phone.start_club()
    play_to_its_end(phone)
    page.goto(club)
    expect(page.locator("main")).to_contain_text("Ann leads the night with 1 win.")
    phone.press(page.get_by_role("link", name="Tonight"))
    phone.press(page.get_by_role("link", name="Name, date, notes"))
    page.get_by_label("Name", exact=True).fill("Our <first> night")
    page.get_by_label("Others").or_(page.get_by_label("Names, with")).first.fill("Zoe")
    page.get_by_label("Notes").fill("It rained.")
    phone.press(page.get_by_role("button", name="Save"))
    expect(page.locator("h1")).to_have_text("Our <first> night")
    expect(page.locator("main")).to_contain_text("Also there: Zoe")
    phone.press(page.get_by_role("link", name="Share this night"))
    expect(page.get_by_label("Text for the group chat")).to_have_value(
        re.compile(r"Raise the Stakes: Ann wins\n1\.\sAnn\s3")
    )
    phone.press(page.get_by_role("button", name="Copy"))
    expect(page.locator("#live")).to_have_text("Copied")
    expect(page.get_by_role("button", name="Share")).to_be_hidden()  # this browser has nothing to share with
    phone.press(page.get_by_role("button", name="Make a link"))
    link = page.locator("a.link").get_attribute("href")
    assert link is not None
    path = "/n/" + link.split("/n/")[1]
    other = Phone(new_phone(browser, server.address))
    other.page.goto(path)
    expect(other.page.locator("h1")).to_have_text("Our <first> night")
    expect(other.page.locator("main")).to_contain_text("Ann wins")
    expect(other.page.locator("main a, form, .top a")).to_have_count(0)
    phone.press(page.get_by_role("button", name="Delete the link"))
    expect(page.get_by_role("button", name="Make a link")).to_be_visible()
    other.reload()
    expect(other.page.locator("h1")).to_have_text("This link was deleted")
    other.context.close()


def test_a_second_play_takes_a_deliberate_step_while_one_is_open(phone: Phone) -> None:
    club = phone.start_club()
    phone.start_play("rage", ("Ann", "Bob"))
    phone.start_play("raise-the-stakes", ("Cyd", "Dee", "Eve"))
    phone.page.goto(club)
    expect(phone.page.get_by_role("link", name=re.compile("Go on"))).to_have_count(1)
    expect(phone.page.get_by_role("list", name="Also on the table").get_by_role("link")).to_contain_text("Rage")
    expect(phone.page.get_by_role("link", name="New game")).not_to_be_visible()
    phone.press(phone.page.locator("summary", has_text="Start another game"))
    phone.press(phone.page.get_by_role("link", name="New game"))
    expect(phone.page.locator("h1")).to_have_text("New game")


def test_the_clock_of_the_phone_is_the_clubs(browser: Browser, server: Server) -> None:
    phone = Phone(new_phone(browser, server.address, timezone_id="Pacific/Kiritimati"))
    club = phone.start_club_by_hand()
    phone.page.goto(f"{club}/devices")
    expect(phone.page.get_by_label("Time zone")).to_have_value("Pacific/Kiritimati")
    phone.page.get_by_label("Time zone").fill("")
    phone.press(phone.page.locator("#zone button"))
    with phone.page.expect_response("**/zone/first"):
        phone.page.goto(club)
    phone.page.goto(f"{club}/devices")
    expect(phone.page.get_by_label("Time zone")).to_have_value("Pacific/Kiritimati")
    phone.context.close()


def test_times_have_24_hours_on_every_phone(browser: Browser, server: Server) -> None:
    phone = Phone(new_phone(browser, server.address, timezone_id="America/New_York", locale="en-US"))
    page = phone.page
    club = phone.start_club_by_hand()
    phone.start_play("rage", ("Ann", "Bob"))
    page.goto(page.url.partition("?")[0] + "/about")
    begun = page.locator("time[data-time]")
    expect(begun).to_have_text(re.compile(r"^\w{3} \d+ \w+ \d{4}, \d\d:\d\d$"))
    hour = (begun.text_content() or "").rpartition(", ")[2]
    page.goto(club)
    phone.press(page.get_by_role("link", name="Tonight"))
    expect(page.locator("time", has_text=hour)).to_be_visible()
    phone.context.close()


@pytest.fixture(scope="module")
def visited(browser: Browser, server: Server) -> Iterator[tuple[Phone, list[str]]]:
    """A phone of the smallest size with nights, and the addresses of all kinds of their pages."""
    phone = Phone(new_phone(browser, server.address, viewport=SMALLEST))
    page = phone.page
    club = phone.start_club()
    for number in range(3):
        play_to_its_end(phone, f"202{number}-01-15")
    play_to_its_end(phone)
    phone.start_play("rage", THREE)
    page.goto(club)
    phone.press(page.get_by_role("link", name="Tonight"))
    night = page.url
    phone.press(page.get_by_role("link", name="Name, date, notes"))
    page.get_by_label("Name", exact=True).fill("W" * 60)
    page.get_by_label("Place").fill("The old boathouse by the long lake, where Bartholomäus lives")
    page.get_by_label("Notes").fill("n" * 400)
    phone.press(page.get_by_role("button", name="Save"))
    done = page.url
    page.goto(f"{night}/share")
    phone.press(page.get_by_role("button", name="Make a link"))
    link = page.locator("a.link").inner_text()
    year = datetime.now().year
    yield phone, [
        club, f"{club}/nights", f"{club}/nights?year={year}&player=Nobody&q={'x' * 61}", f"{club}/nights?player=Ann",
        night, done, f"{night}/edit", f"{night}/move", f"{night}/merge?around=2021-05-01", f"{night}/share",
        "/n/" + link.split("/n/")[1], "/n/nonsense", f"{club}/devices",
    ]  # fmt: skip
    phone.context.close()


@pytest.mark.ci
def test_the_pages_of_nights_pass_on_the_smallest_phone(visited: tuple[Phone, list[str]]) -> None:
    check_pages(*visited)


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_one_tap_shows_one_line_of_a_chart_alone(browser: Browser, server: Server, script: bool) -> None:
    phone = Phone(new_phone(browser, server.address, java_script_enabled=script), script)
    page = phone.page
    club = phone.start_club()
    phone.start_play("raise-the-stakes", THREE)
    address = page.url
    for winner in (0, 1):
        page.goto(address)
        phone.chip(f"tricks.{winner}", 5)
        phone.save()
    phone.open_more("End the game")
    phone.press(page.get_by_role("button", name="End it now"))
    page.goto(f"{club}/nights")
    phone.press(page.locator(".list .line").first)
    lines = page.locator(".chart .line")
    expect(lines).to_have_count(3)
    if script:
        lines.nth(1).locator(".initial").tap()
        expect(page.locator("#live")).to_have_text("Bob alone")
    else:
        phone.press(page.locator("label.chip", has_text="Bob"))
    expect(page.get_by_role("radio", name="Bob")).to_be_checked()
    if script:
        expect(lines.first).to_have_css("opacity", "0.16")
        expect(lines.nth(1)).to_have_css("opacity", "1")
        lines.nth(1).locator(".initial").tap()
        expect(page.get_by_role("radio", name="All")).to_be_checked()
        expect(lines.first).to_have_css("opacity", "1")
        page.get_by_role("radio", name="All").focus()  # the keyboard finds what the thumb has no use for
        expect(page.locator(".alone-shown")).to_be_in_viewport()
        page.keyboard.press("ArrowRight")
        expect(lines.nth(1)).to_have_css("opacity", "0.16")
    phone.context.close()


def test_the_initial_at_the_end_of_a_dashed_line_has_a_whole_circle(phone: Phone) -> None:
    club = phone.start_club()
    rounds = [{f"tricks.{seat}": 5 if seat == winner else 0 for seat in range(3)} for winner in (0, 1)]
    phone.new_play(club, "raise-the-stakes", THREE, rounds=rounds, ended=True)
    phone.page.goto(f"{club}/nights")
    phone.press(phone.page.locator(".list .line").first)
    line = phone.page.locator(".chart .line.d1")
    expect(line.locator("path").first).not_to_have_css("stroke-dasharray", "none")
    expect(line.locator("circle")).to_have_css("stroke-dasharray", "none")


def test_a_night_on_paper_shows_its_plays_and_no_buttons(phone: Phone) -> None:
    club = phone.start_club()
    play_to_its_end(phone)
    phone.page.goto(club)
    phone.press(phone.page.get_by_role("link", name="Tonight"))
    phone.page.emulate_media(media="print")
    expect(phone.page.locator(".night-play")).to_be_visible()
    expect(phone.page.get_by_role("link", name="Share this night")).not_to_be_visible()


SHARES = """
navigator.canShare = () => true;
navigator.share = async (what) => {
  window.shared = what.text || what.url || what.files.map((one) => `${one.type} ${one.size}`)[0];
};
"""


def test_text_link_and_picture_are_shared_as_the_phone_shares_things(phone: Phone) -> None:
    page = phone.page
    page.add_init_script(SHARES)
    club = phone.start_club()
    play_to_its_end(phone)
    page.get_by_role("link", name="Share the picture").tap()
    page.wait_for_function("() => /^image.png [0-9]{4}/.test(window.shared)")
    page.goto(club)
    phone.press(page.get_by_role("link", name="Tonight"))
    phone.press(page.get_by_role("link", name="Share this night"))
    phone.press(page.get_by_role("button", name="Share", exact=True))
    assert "Raise the Stakes: Ann wins" in page.evaluate("window.shared")
    page.get_by_role("link", name="Share the picture").tap()
    page.wait_for_function("() => /^image.png [0-9]{4}/.test(window.shared)")
    page.goto(f"{club}/invite")
    page.get_by_role("link", name="Share", exact=True).tap()
    assert "/j/" in page.evaluate("window.shared")
