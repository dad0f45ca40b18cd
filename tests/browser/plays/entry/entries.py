"""The form of a round on a phone: what it says, what stands in it, and the keys of its keypad."""

import re

from playwright.sync_api import expect

from companion.core.entry.record import read_record
from companion.core.play.fold import coming_fields
from companion.games import game_of
from tests.browser.phone import Phone
from tests.games.playing import coming

NAMES = ("Ann", "Bob", "Cyd", "Dee")


def sit_down(phone: Phone, slug: str, players: int | None = None, options: dict[str, object] | None = None) -> None:
    game = game_of(slug)
    phone.start_play(slug, NAMES[: players or game.seats.nearest_allowed(4)], options)


def may_bet_nothing(slug: str) -> bool:
    """Whether something can be written down before the first hand of a game, and nothing has to be."""
    game = game_of(slug)
    table = coming(slug, players=NAMES[: game.seats.nearest_allowed(4)])
    before = tuple(field for field in coming_fields(game, table) if field.phase == 1)
    entry, problems = read_record(before, {})
    return bool(before) and not problems and not any(game.scoring.check_before(table, entry))


def said(phone: Phone, text: str | re.Pattern[str]) -> None:
    """The line beside the button says this."""
    expect(phone.page.locator("#check")).to_have_text(text)


def focus(phone: Phone) -> str:
    """The name of the input that is in focus."""
    return str(phone.page.evaluate("() => document.activeElement.name || document.activeElement.textContent"))


def key(phone: Phone, *keys: str) -> None:
    """Tap keys of the keypad."""
    for one in keys:
        phone.press(phone.page.locator(".pad .keys button").get_by_text(one, exact=True))


def value(phone: Phone, name: str) -> str:
    """What stands in a number, or which chip is chosen; empty: nothing."""
    return str(
        phone.page.evaluate(
            """name => { const all = [...document.getElementsByName(name)];
            return all[0].type === 'radio' ? (all.find(one => one.checked)?.value ?? '') : all[0].value; }""",
            name,
        )
    )


def middles(phone: Phone, selector: str) -> list[float]:
    """How far down the page is the middle of each part that is seen."""
    return list(
        phone.page.locator(selector).evaluate_all(
            """all => all.filter(one => one.checkVisibility()).map(one => one.getBoundingClientRect())
            .map(box => box.top + box.height / 2)"""
        )
    )


def is_filled_in(phone: Phone, name: str) -> bool:
    """Whether it is marked as filled in by the page."""
    return bool(phone.page.evaluate("name => Boolean(document.getElementsByName(name)[0].dataset.auto)", name))


def chips_of(phone: Phone, name: str) -> list[str]:
    """What can be tapped for an answer."""
    return phone.page.locator(f".chip:has([name='{name}'])").locator("visible=true").all_inner_texts()


def put(phone: Phone, *bets: int) -> None:
    """Type the bets of the round that the form asks for."""
    for seat, bet in enumerate(bets):
        phone.page.fill(f"[name='bets.{seat}']", str(bet))


def count_card(phone: Phone, label: str) -> None:
    """Count a card by the key that is called so."""
    phone.touch(f".pad .quick button:has(small:text-is('{label}'))")


def won(phone: Phone) -> list[tuple[str, str]]:
    """Who takes how many chips, as the form sends it: the place at the table and the chips."""
    sent = phone.page.locator("[data-shares] input[type=hidden]").evaluate_all("all => all.map(one => one.value)")
    return list(zip(sent[1::2], sent[::2], strict=True))


def lines(phone: Phone) -> list[str]:
    """The rows as sentences, without what keeps suits from being drawn as pictures."""
    return [text.replace("\ufe0e", "") for text in phone.page.locator(".said .text").all_inner_texts()]
