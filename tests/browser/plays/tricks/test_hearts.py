"""Hearts on a phone: a play to its end, a hand card by card with what was wrong in it, and a round without script."""

import pytest
from playwright.sync_api import expect

from tests.browser.look import check, check_pages
from tests.browser.phone import Phone
from tests.browser.plays.tricks.cards import lay, send_cards
from tests.hearts import HAND
from tests.suit_signs import on_page

pytestmark = pytest.mark.browser

NAMES = ("Ann", "Bob", "Cyd", "Dee")
EARLY = on_page("Dee played A♥ in trick 2: No heart is led before hearts are broken.")
RENEGE = on_page("Bob reneged in trick 3: Dee led J♥, Bob played 5♦, and in trick 5 shows Q♥.")


def write_down(phone: Phone, hearts: dict[str, int], queen: str) -> None:
    """A round: hearts by the keypad, the queen by a chip."""
    for seat, name in enumerate(NAMES):
        phone.type(f"hearts.{seat}", hearts.get(name, 0))
    phone.chip("queen", NAMES.index(queen))
    phone.save()


def test_a_play_comes_to_its_end_by_a_moon(phone: Phone) -> None:
    phone.start_play("hearts", NAMES, {"target": 39})
    expect(phone.page.locator("main")).to_contain_text("Pass left")
    write_down(phone, {"Ann": 4, "Bob": 9}, "Cyd")
    phone.expect_totals(Ann=4, Bob=9, Cyd=13, Dee=0)
    expect(phone.page.locator("main")).to_contain_text("Pass right")
    write_down(phone, {"Dee": 13}, "Dee")
    phone.expect_totals(Ann=30, Bob=35, Cyd=39, Dee=0)
    expect(phone.page.locator("main")).to_contain_text("Dee wins")


def test_a_hand_is_followed_with_a_heart_led_too_early_and_a_renege(phone: Phone) -> None:
    page = phone.page
    phone.start_play("hearts", NAMES)
    sheet = page.url
    phone.press(page.get_by_role("link", name="Trick by trick"))
    expect(page.locator(".turn")).to_have_text("Who leads?")
    phone.press(page.locator("label.chip:has(input[name='player'][value='1'])"))
    lay(phone, *HAND[0].split())
    expect(page.locator(".turn")).to_have_text("Dee leads")
    lay(phone, "Ah")
    expect(page.locator(".renege[role=alert]")).to_contain_text(
        f"{EARLY} It is right only where Dee holds nothing else."
    )
    lay(phone, *" ".join(HAND[1:3]).split()[1:])
    expect(page.locator(".so-far")).to_have_text(on_page("Dee wins the trick with J♥. It costs 2 points."))
    lay(phone, "Ad")
    expect(page.locator(".renege[role=alert]")).to_contain_text(f"{EARLY} {on_page('In trick 4 Dee shows A♦.')}")
    lay(phone, *" ".join(HAND[3:5]).split()[1:])
    expect(page.locator(".renege", has_text=RENEGE)).to_be_visible()
    send_cards(phone, *" ".join(HAND[5:-1]).split())
    lay(phone, *HAND[-1].split())
    expect(page.locator("h2", has_text="The hand is over")).to_be_visible()
    phone.press(page.get_by_role("link", name="Fill in round"))
    page.wait_for_url(sheet)
    for seat, taken in enumerate((2, 4, 0, 7)):
        expect(page.locator(f"input[name='hearts.{seat}']")).to_have_value(str(taken))
    expect(page.locator("input[name='queen'][value='0']")).to_be_checked()
    phone.press(page.locator("#entry .save"))
    phone.expect_totals(Ann=15, Bob=4, Cyd=0, Dee=7)


def test_a_round_is_written_down_without_script(plain_phone: Phone) -> None:
    plain_phone.start_play("hearts", NAMES, {"moon": "own"})
    write_down(plain_phone, {"Dee": 13}, "Dee")
    assert plain_phone.problem() == ""
    plain_phone.expect_totals(Ann=0, Bob=0, Cyd=0, Dee=-26)


@pytest.mark.ci
def test_its_pages_look_well_on_the_smallest_phone(small: Phone) -> None:
    page = small.page
    small.start_play("hearts", NAMES)
    sheet = page.url
    check(small)
    page.goto(sheet + "/tricks")
    small.press(page.locator("label.chip:has(input[name='player'][value='1'])"))
    lay(small, *" ".join(HAND[:4]).split()[:13])
    check(small)
    asked = [f"{sheet}/referee{path}" for path in ("", "/moon", "/renege?admitted=1", "/broken", "/pass")]
    check_pages(small, asked)
