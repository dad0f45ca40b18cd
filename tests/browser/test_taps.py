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


def card(phone: Phone, label: str) -> None:
    """Count a card by the key that is called so."""
    phone.tap(f".pad .quick button:has(small:text('{label}'))")


def test_pay_me_of_four_with_15_10_and_30_left(phone: Phone) -> None:
    phone.start_club()
    phone.start_play("pay-me", TABLE)
    phone.chip("went_out", 1)
    card(phone, "wild")
    phone.tap(".pad .go")
    card(phone, "K–8")
    phone.tap(".pad .go")
    card(phone, "wild")
    card(phone, "wild")
    phone.save()
    phone.expect_totals(Anna=15, Ben=0, Cleo=10, Dan=30)
    assert_taps(phone, at_most=9, before=8)


def test_ace_deuce_jack_of_two_who_bet_2(phone: Phone) -> None:
    phone.start_club()
    phone.start_play("ace-deuce-jack", ("Cyd", "Ann", "Bob"))
    phone.tap("#f-bets-0")
    phone.tap(".pad .quick button:text-is('2')")
    phone.tap(".pad .as")
    phone.save()
    phone.chip("banker_wins", "no")
    phone.save()
    phone.expect_totals(Cyd=-4, Ann=2, Bob=2)
    assert_taps(phone, at_most=6, before=7)


def test_put_and_take_of_two_of_whom_one_puts(phone: Phone) -> None:
    phone.start_club()
    phone.start_play("put-and-take", ("Bob", "Cyd", "Ann"))
    phone.tap("#f-put-1")
    card(phone, "3rd")
    phone.tap("#f-take-0")
    keys(phone, 10)
    phone.tap(".pad .go")
    card(phone, "4th")
    phone.save()
    phone.expect_totals(Ann=1, Bob=-11, Cyd=10)
    assert_taps(phone, at_most=9, before=8)
