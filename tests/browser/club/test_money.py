"""Money on a phone: a night is settled with one tap for each payment, and every page of it can be read and tapped."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Server
from tests.browser.look import SMALLEST, check, check_pages
from tests.browser.phone import Phone, new_phone

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Bartholomäus der Lange", "<script>alert(1)</script>", "שרה")


def in_euros(phone: Phone, club: str) -> None:
    """Let the club play for euros, and be asked for stakes."""
    phone.page.goto(f"{club}/money")
    phone.page.get_by_label("Money, in a currency").check()
    phone.page.get_by_label("Currency, as three letters").fill("EUR")
    phone.page.get_by_label("Ask for the stake").check()
    phone.press(phone.page.get_by_role("button", name="Save"))


def started(phone: Phone, club: str, game: str = "raise-the-stakes", names: tuple[str, ...] = NAMES) -> str:
    """A play for two euros of each; gives its address."""
    phone.page.goto(f"{club}/plays/new?game={game}")
    for number, name in enumerate(names):
        phone.page.locator(f"#seat-{number}").fill(name)
    phone.page.locator("#of-game summary", has_text="Stake").click()
    phone.page.locator("label.tick", has_text="Fixed, to the winner").click()
    phone.page.locator("#amount").fill("2")
    phone.press(phone.page.locator(".save"))
    expect(phone.page.locator("#play")).to_be_visible()
    return phone.page.url


def played(phone: Phone, club: str) -> str:
    """A play for two euros of each that Ann has won; gives its address."""
    address = started(phone, club)
    for seat, taken in enumerate((5, 0, 0, 0)):
        phone.chip(f"tricks.{seat}", taken)
    phone.save()
    phone.open_more("End the game")
    phone.press(phone.page.get_by_role("button", name="End it now"))
    return address


def test_a_skunk_is_told_and_paid_double(phone: Phone) -> None:
    club = phone.start_club()
    in_euros(phone, club)
    started(phone, club, "cribbage", ("Ann", "Bob"))
    phone.tap(".ways label.chip:has(span:text-is('Board'))")
    phone.type("board.0", 121)
    phone.type("board.1", 88)
    phone.save()
    expect(phone.page.locator(".winner")).to_contain_text("Ann skunks Bob: counts double.")
    expect(phone.page.locator(".settled-play")).to_contain_text("+€4.00")
    check(phone)
    phone.page.goto(f"{club}/nights")
    phone.tap("a.line")
    expect(phone.page.locator(".night-play")).to_contain_text("Ann wins (counts double)")
    check(phone)


@pytest.fixture(params=["phone", "plain_phone"])
def any_phone(request: pytest.FixtureRequest) -> Phone:
    """A phone, with scripts and without."""
    found: Phone = request.getfixturevalue(request.param)
    return found


def test_a_night_is_settled_with_one_tap_for_each_payment(phone: Phone) -> None:
    club = phone.start_club()
    in_euros(phone, club)
    played(phone, club)
    expect(phone.page.locator(".settled-play")).to_contain_text("+€6.00")
    phone.tap("a:has-text('Settle up')")
    expect(phone.page.locator(".pay li")).to_have_count(3)
    phone.taps = 0
    for left in (2, 1, 0):
        phone.tap(".pay button")
        expect(phone.page.locator(".pay li")).to_have_count(left)
    assert phone.taps == 3
    expect(phone.page.get_by_text("Everything is settled")).to_be_visible()
    phone.tap(".history button")
    expect(phone.page.locator(".pay li")).to_have_count(1)
    expect(phone.page.locator(".history del")).to_have_count(1)


def test_the_kitty_without_a_script_too(any_phone: Phone) -> None:
    phone = any_phone
    club = phone.start_club()
    phone.page.goto(f"{club}/plays/new?game=raise-the-stakes")
    for number, name in enumerate(NAMES[:2]):
        phone.page.locator(f"#seat-{number}").fill(name)
    phone.press(phone.page.locator(".save"))
    phone.page.goto(f"{club}/kitty")
    phone.unfold("Put in or take out")
    phone.page.locator("label.chip", has_text="Put in").click()
    phone.page.locator("#who").select_option("Ann")
    phone.page.locator("#amount").fill("12")
    phone.press(phone.page.get_by_role("button", name="Save"))
    expect(phone.page.locator(".holds")).to_contain_text("12")


@pytest.fixture(scope="module")
def visited(browser: Browser, server: Server) -> Iterator[tuple[Phone, list[str]]]:
    """A phone of the smallest size with a play for money; and the addresses of all pages about it."""
    phone = Phone(new_phone(browser, server.address, viewport=SMALLEST))
    club = phone.start_club()
    in_euros(phone, club)
    play = played(phone, club)
    phone.tap("a:has-text('Settle up')")
    night = phone.page.url
    phone.tap(".pay button")
    yield (
        phone,
        [
            f"{club}/money",
            f"{club}/kitty",
            f"{club}/plays/new?game=rage",
            play,
            f"{play}/stake",
            night,
            f"{club}/balances",
        ],
    )
    phone.context.close()
    assert not phone.faults


@pytest.mark.ci
def test_every_page_about_money_passes_on_the_smallest_phone(visited: tuple[Phone, list[str]]) -> None:
    check_pages(*visited)
    phone, pages = visited
    phone.page.goto(pages[4])
    phone.page.locator("label.tick", has_text="By place").click()
    check(phone)
    phone.page.locator("[name='stake.place.0']").fill("1")
    phone.press(phone.page.get_by_role("button", name="Save"))
    expect(phone.page.locator(".problem")).to_contain_text("add up to 0")
    check(phone)
