"""Where names, numbers and chips stand in the form."""

from collections import Counter

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.look import SMALLEST
from tests.browser.phone import SIZE, Phone
from tests.browser.plays.entry.entries import NAMES, key, middles, sit_down

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize(
    "names", [("Anna", "Benny", "Cleo", "David"), ("Anna", "Benjamin", "Cleo", "Dominic"), ("Ann", "Bob", "Cy", "Di")]
)
def test_four_names_never_stand_as_three_and_one(phone: Phone, names: tuple[str, ...], width: int) -> None:
    phone.page.set_viewport_size({"width": width, "height": 844})
    phone.start_play("pay-me", names)
    tops = phone.page.locator("label.chip:has([name='went_out'])").evaluate_all(
        "all => all.filter(e => e.querySelector('.in')).map(e => Math.round(e.getBoundingClientRect().top))"
    )
    assert sorted(Counter(tops).values()) in ([4], [2, 2])
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("size", [SMALLEST, SIZE])
def test_all_numbers_of_a_player_stand_in_one_line(phone: Phone, size: ViewportSize) -> None:
    phone.page.set_viewport_size(size)
    phone.start_play("rage", ("Anna", "Benny", "Cleo"))
    for place in range(3):
        spots = middles(phone, f".person:nth-of-type({place + 1}) .chips > label")
        assert len(spots) == 7
        assert max(spots) - min(spots) < 2


def test_a_name_stands_in_the_middle_of_its_chip(phone: Phone) -> None:
    sit_down(phone, "pay-me")
    phone.open_from_sheet("Who plays")
    chip = ".chips :is(span, a):has(> .in + bdi)"
    chips, names = middles(phone, chip), middles(phone, f"{chip} > bdi")
    assert len(chips) == len(names) == 2 * len(NAMES)
    assert all(abs(one - other) < 2 for one, other in zip(chips, names, strict=True))


LONG_NAMES = ("Bartholomäus Maximilian von Hohe", "Wilhelmina-Charlotte Feathersto")

ROOM_ABOVE = """all => all.map(one => {
  const words = document.createRange();
  words.selectNodeContents(one.querySelector('bdi'));
  return words.getBoundingClientRect().top - one.getBoundingClientRect().top; })"""
"""How far the first name in each of some elements stands below its upper edge."""


def test_a_name_of_two_lines_has_room_in_its_chip_and_in_the_preview(small: Phone) -> None:
    small.start_play("rage", LONG_NAMES, {"first_hand": 2})
    small.chip("bid.0", 1)
    small.chip("bid.1", 1)
    small.save()
    preview = small.page.locator(".gives > summary")
    expect(preview).to_be_visible()
    assert preview.evaluate_all(ROOM_ABOVE)[0] >= 4
    small.open_from_sheet("Who plays")
    chips = small.page.locator(".peek .chips :is(span, a):has(> .in + bdi)").evaluate_all(ROOM_ABOVE)
    assert len(chips) >= 2
    assert min(chips) >= 4


def test_a_name_has_more_room_than_its_place_in_the_setup(small: Phone) -> None:
    small.start_play("rage", LONG_NAMES)
    small.page.goto(f"{small.page.url}/setup")
    name, place = small.page.locator("#name-0").bounding_box(), small.page.locator("#place-0").bounding_box()
    assert name
    assert place
    assert name["width"] > 1.5 * place["width"]


@pytest.mark.parametrize("width", [320, 390])
def test_a_long_label_of_a_key_is_read_whole(phone: Phone, width: int) -> None:
    sit_down(phone, "pay-me")
    phone.page.set_viewport_size({"width": width, "height": 640})
    worths = [["three of a kind", 12], ["fifteen", 2], ["pair royal", 6], ["flush", 4]]
    phone.page.evaluate(
        "all => document.querySelectorAll('input.num').forEach(one => one.dataset.worths = JSON.stringify(all))",
        worths,
    )
    phone.chip("went_out", 1)
    assert phone.page.locator(".pad .quick small").first.inner_text() == "three of a kind"
    wide = phone.page.evaluate(
        """[...document.querySelectorAll('.quick button')]
            .map(e => [e.scrollWidth <= e.clientWidth, e.getBoundingClientRect()])"""
    )
    assert all(fits and box["left"] >= 0 and box["right"] <= width and box["height"] >= 44 for fits, box in wide)


def test_what_is_asked_side_by_side_stands_on_one_line(phone: Phone) -> None:
    sit_down(phone, "samba")
    tops = phone.page.evaluate(
        """() => [...document.querySelectorAll('.asked')].map(asked => [...asked.children].map(one =>
        [one.getBoundingClientRect().left, one.querySelector('input')?.getBoundingClientRect().top]))"""
    )
    beside = [row for row in tops if len(row) == 2 and row[0][0] < row[1][0]]
    assert beside
    assert [row for row in beside if row[0][1] != row[1][1]] == []


def test_a_red_suit_on_a_chip_has_no_border_of_its_own(phone: Phone) -> None:
    sit_down(phone, "reversis")
    phone.tap("button:has-text('Ace discarded')")
    suits = phone.page.locator("#f-payments-0-suit .chips")
    expect(suits.locator(".red")).to_have_count(2)
    borders = suits.evaluate("""one => [...one.querySelectorAll('*')].map(two =>
      parseFloat(getComputedStyle(two).borderTopWidth)).filter(width => width)""")
    assert borders == [1] * 4


def skat_round(phone: Phone) -> None:
    """The form of a round of Skat with a declarer, a suit and two matadors."""
    sit_down(phone, "skat", 3)
    phone.chip("declarer", 0)
    phone.chip("game", "hearts")
    phone.usual("matadors", 2)


def test_help_stands_below_its_label(phone: Phone) -> None:
    skat_round(phone)
    gaps = phone.page.locator("#entry :is(label, legend) + .hint").evaluate_all(
        """all => all.filter(one => one.checkVisibility()).map(one =>
        one.getBoundingClientRect().top - one.previousElementSibling.getBoundingClientRect().bottom)"""
    )
    assert len(gaps) >= 2
    assert min(gaps) > -1


def test_the_chip_for_larger_numbers_keeps_its_words_beside_a_chosen_one(phone: Phone) -> None:
    skat_round(phone)
    rest = ".few:has([name=matadors]) .chips"
    words = "([one]) => [getComputedStyle(one, '::after').content, getComputedStyle(one, '::after').display]"
    assert phone.page.locator(rest).evaluate_all(words) == ['"5+"', "block"]
    phone.tap("[name=matadors]")
    assert phone.page.locator(rest).evaluate_all(words)[0] == "none"
    key(phone, "C", "6")
    assert phone.page.locator(rest).evaluate_all(words)[0] == "none"
