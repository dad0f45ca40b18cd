"""How many taps a round takes, from the open sheet to the save: every touch counts, keys of the keypad and cards, too.

The rounds are worked examples of the games, entered in one go by ``Phone.tap`` alone. ``at_most`` is what is promised,
``before`` what the same round took when this was first counted.
"""

from companion.cards.notation import pretty
from tests.browser.phone import Phone

TABLE = ("Anna", "Ben", "Cleo", "Dan")
FOUR = ("Ann", "Bob", "Cyd", "Dee")


def keys(phone: Phone, text: object) -> None:
    """Tap the keys of the keypad that is open."""
    for key in str(text):
        phone.touch(f".pad .keys button:text-is('{key}')")


def count_points(phone: Phone, *numbers: int) -> None:
    """Tap hundreds and endings of numbers in steps of five; the keypad goes on to the next number by itself."""
    for number in numbers:
        if number >= 100:
            phone.touch(f".pad .hundreds:text-is('{number // 100 * 100}')")
        phone.touch(f".pad .ends button:text-is('{number % 100:02}')")


def assert_taps(phone: Phone, *, at_most: int, before: int) -> None:
    """The round that was just saved took no more taps than was promised, and no more than it took before."""
    assert phone.taps <= min(at_most, before), f"{phone.taps} taps, {at_most} promised, {before} before"


def count_card(phone: Phone, label: str) -> None:
    """Count a card by the key that is called so."""
    phone.touch(f".pad .quick button:has(small:text('{label}'))")


def in_order(phone: Phone, name: str, horses: str) -> None:
    """Tap suits one after the other."""
    for horse in horses:
        phone.tap(f".field:has(> input[name='{name}']) .chip-button:has-text('{pretty('2' + horse.lower())[-1]}')")


def paid(phone: Phone, *chips: int | None) -> None:
    """Type what was paid; who is not named has paid what stands there."""
    for seat, number in enumerate(chips):
        if number is not None:
            phone.tap(f"[name='paid.{seat}']")
            keys(phone, number)
