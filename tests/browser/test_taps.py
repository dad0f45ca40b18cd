"""How many taps a round takes, from the open sheet to the save: every touch counts, keys of the keypad and cards, too.

The rounds are worked examples of the games, entered in one go by ``Phone.tap`` alone. ``at_most`` is what is promised,
``before`` what the same round took when this was first counted.
"""

from playwright.sync_api import expect

from tests.browser.phone import Phone

TABLE = ("Anna", "Ben", "Cleo", "Dan")


def keys(phone: Phone, text: object) -> None:
    """Tap the keys of the keypad that is open."""
    for key in str(text):
        phone.tap(f".pad .keys button:text-is('{key}')")


def assert_taps(phone: Phone, *, at_most: int, before: int) -> None:
    """The round that was just saved took no more taps than was promised, and no more than it took before."""
    assert phone.taps <= min(at_most, before), f"{phone.taps} taps, {at_most} promised, {before} before"


def test_rage_of_four_who_make_their_bids(phone: Phone) -> None:
    phone.start_club()
    phone.start_play("rage", TABLE)
    for number, bid in enumerate((3, 2, 4, 1)):
        phone.chip(f"bid.{number}", bid)
    phone.save()
    phone.save()
    phone.expect_totals(Anna=13, Ben=12, Cleo=14, Dan=11)
    assert_taps(phone, at_most=6, before=6)


def test_rage_of_four_of_whom_two_miss(phone: Phone) -> None:
    phone.start_club()
    phone.start_play("rage", TABLE)
    for number, bid in enumerate((3, 2, 4, 1)):
        phone.chip(f"bid.{number}", bid)
    phone.save()
    phone.chip("tricks.0", 4)
    phone.chip("tricks.2", 3)
    phone.save()
    phone.expect_totals(Anna=4, Ben=12, Cleo=3, Dan=11)
    assert_taps(phone, at_most=8, before=8)


def test_the_first_play_of_a_new_club(phone: Phone) -> None:
    """From the page of the club to the open sheet; names are typed, Enter goes to the next seat."""
    phone.start_club()
    phone.tap("a:has-text('New play')")
    phone.tap("#seat-0")
    for name in TABLE:
        phone.page.keyboard.type(name)
        phone.page.keyboard.press("Enter")
    phone.tap(".pick:has-text('Rage')")
    expect(phone.page.locator("#choice")).to_be_in_viewport()
    expect(phone.page.locator(".pick").first).not_to_be_visible()
    phone.tap(".save:has-text('Start Rage')")
    phone.expect_totals(Anna=0, Ben=0, Cleo=0, Dan=0)
    assert_taps(phone, at_most=4, before=7)
