"""A phone at the table: a real Chromium page, and the things a thumb does with it."""

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, expect

from tests.web.forms.forms_of_pages import sent_by

PATIENCE = 120_000
"""Milliseconds after which something is taken never to come: used up by faults alone, not by a busy machine."""

expect.set_options(timeout=PATIENCE)

LEADS_AWAY = """async (one, script) => {
  while (one.isConnected && one.closest('[inert]')) await new Promise(requestAnimationFrame);
  const link = one.closest('a[href]'), button = one.closest('button');
  if (link) return !link.matches(script ? '[href^="#"], [data-peek]' : '[href^="#"]');
  if (script && button && button.matches('[data-add], [data-draw]')) return false;
  const form = button && button.type === 'submit' && button.form;
  return Boolean(form && (!('sent' in form.dataset) || button.name === 'more'));
}"""
"""Whether the browser itself loads another page when this is tapped; else its script does what there is to do. As long
as the page takes no taps, this is not known yet.
"""

PLACE_OF_CHIP = """one => one.closest('.paired') ? 'paired'
  : one.matches('.rest') && !one.checkVisibility() ? 'behind another' : 'here'"""

TOTALS = """cards => Object.fromEntries(cards.map((card) =>
  [card.querySelector('.name').innerText, card.querySelector('.total').innerText]))"""

WITHIN = """async (arg) => {
  const loaded = performance.getEntriesByType('resource').map((one) => one.name).filter((name) => name.endsWith('.js'));
  const pots = document.querySelector('script[src$="/app.js"]').src.replace('app.js', 'forms/fields/pots.js');
  const own = Object.assign({}, ...await Promise.all([...loaded, pots].map((name) => import(name))));
  return %s;
}"""
"""A script with what the modules of the page export: those that the page runs with, and those of pots."""

FAULT = re.compile(r"responded with a status of 5\d\d")
"""How Chromium tells on its console that a page, or what a page asked for, was answered by a fault of the server."""

_addresses = count(1)

NOTHING: Mapping[str, object] = {}

SIZE = {"width": 390, "height": 844}
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]


def own_address() -> dict[str, str]:
    """The header of a phone whose address no other one has."""
    number = next(_addresses)
    return {"X-Forwarded-For": f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}"}


def new_phone(browser: Browser, address: str, **more: Any) -> BrowserContext:
    """A phone of the usual size, with touch, and with an address of its own."""
    options = {
        "viewport": SIZE, "has_touch": True, "is_mobile": True, "base_url": address,
        "extra_http_headers": own_address(),
        "service_workers": "block",  # what is broken by a test for its page is broken, with no worker in between
        **more,
    }  # fmt: skip
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    return context


def wait_until(page: Page, script: str, arg: Any = None) -> None:
    """Wait until an asynchronous script gives something true, also over pages that come in between.

    Playwright's own ``wait_for_function`` takes the promise itself for something true.
    """
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        with suppress(Error):  # another page has just come
            if page.evaluate(script, arg):
                return
        page.wait_for_timeout(50)
    raise AssertionError(f"{script} of {arg} never came true")


class Phone:
    """One page on a phone, with its taps counted."""

    def __init__(self, context: BrowserContext, script: bool = True) -> None:
        self.context = context
        self.page: Page = context.new_page()
        self.taps = 0
        self.script = script
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._note_fault)  # hearing of all responses takes far longer

    def _note_fault(self, line: ConsoleMessage) -> None:
        if FAULT.search(line.text):
            self.faults.append(line.location["url"])

    def tap(self, selector: str) -> None:
        """One tap, counted; waits for the page that it leads to."""
        self.press(self._visible(selector))
        self.taps += 1

    def touch(self, selector: str) -> None:
        """One tap, counted, on what leads to no other page."""
        self._act(self._visible(selector))
        self.taps += 1

    def press(self, spot: Locator) -> None:
        """Tap something, and wait for the page that it leads to: nobody taps one that is about to go."""
        if self._asked(spot, LEADS_AWAY, self.script):
            with self.page.expect_navigation():
                self._act(spot)
        else:
            self._act(spot)

    def _visible(self, selector: str) -> Locator:
        return self.page.locator(selector).locator("visible=true").first

    def _act(self, spot: Locator) -> None:
        if self.script:
            spot.tap()
        else:
            spot.click()

    def _asked(self, spot: Locator, script: str, arg: Any = None) -> Any:
        """What a script gives for an element, by one call instead of the three of ``Locator.evaluate``."""
        asked = f"(all, arg) => all.length === 1 ? ({script})(all[0], arg) : 'not alone'"
        while (answer := spot.evaluate_all(asked, arg)) == "not alone":
            spot.wait_for(state="attached")
        return answer

    def reload(self) -> None:
        """Load the page anew, and wait until what was typed is restored."""
        self.page.reload()
        self.page.wait_for_function("() => !document.querySelector('main[inert]')")

    def chip(self, name: str, value: object) -> None:
        """Tap the chip of an input, if need be after the one that it stands behind."""
        chip = f"label.chip:has(input[name='{name}'][value='{value}'])"
        place = self._asked(self.page.locator(chip).first, PLACE_OF_CHIP)
        if place == "paired" and self.script:
            self.cell(name, value)
            return
        if place == "behind another":
            self.touch(f".chips:has(input[name='{name}']) > .further")
        self.touch(chip)

    def cell(self, name: str, value: object, other: object = "") -> None:
        """Tap the chip that answers two things at once, the field of this name and ``other``; empty: the one alone."""
        self.touch(f".field:has(input[name='{name}']) [data-cell='{f'{value} {other}'.strip()}']")

    def bets(self, name: str, who: object, stake: int, order: str) -> None:
        """Put a stake on an order of letters such as ``D/C``; who bets and how much are tapped only if not chosen."""
        layout = f"[data-rows='{name}'] .layout"
        chips = (f"{layout} [aria-label='Who bets'] button[value='{who}']", f"{layout} .stakes button[value='{stake}']")
        for chip in chips:
            if not self.page.locator(chip).count():
                self.page.locator(f"{layout} .stakes input").fill(str(stake))
            elif self.page.locator(chip).get_attribute("aria-pressed") != "true":
                self.tap(chip)
        key = f"{layout} [data-bet='{order}']"
        if self.page.locator(key).count():
            self.tap(key)
            return
        for letter in order.split("/")[:-1]:  # the last one follows
            self.tap(f"{layout} [data-in-order='{letter}']")

    def usual(self, name: str, value: object) -> None:
        """Tap the chip of a number that mostly is one of a few."""
        self.touch(f".few:has(input[name='{name}']) [data-value='{value}']")

    def tick(self, name: str) -> None:
        """Tap a box that is ticked or not."""
        self.touch(f"label.tick:has(input[name='{name}'])")

    def type(self, name: str, text: object) -> None:
        """Type a number on the keypad (or the keyboard, without script)."""
        self.page.locator(f"input[name='{name}']").fill(str(text))

    def unfold(self, title: str) -> None:
        """Open what is folded away, if it is."""
        spot = self.page.locator("details:not([open]) > summary", has_text=title).first
        if spot.count():
            spot.click()

    def open_from_sheet(self, title: str) -> None:
        """Open a page that a sheet opens in a dialog."""
        self.press(self.page.locator("a.opener", has_text=title))
        expect(self.page.locator(".peek")).to_be_visible()

    def open_more(self, title: str = "") -> None:
        """Open More on a sheet, and what is folded there under a title."""
        self.open_from_sheet("More")
        if title:
            self.page.locator(".peek summary", has_text=title).click()

    def close_dialog(self) -> None:
        """Close the dialog that is open."""
        self.page.locator("dialog").get_by_role("button", name="Close").click()

    def save(self) -> None:
        """The button within reach of the thumb; waits for what comes of it."""
        before = self.page.locator("input[name=client_id]").first.get_attribute("value")
        self.tap(".save")
        if self.script:
            self.page.wait_for_function(
                "before => document.querySelector('input[name=client_id]')?.value !== before",
                arg=before,
            )

    def start_club_by_hand(self) -> str:
        """A club of one's own, started by taps; gives its address."""
        self.page.goto("/")
        self.press(self.page.get_by_role("button", name="Start a club"))
        self.page.wait_for_url("**/clubs/*")
        return self.page.url

    def start_play_by_hand(self, game: str, players: Sequence[str], options: dict[str, object] | None = None) -> None:
        """A play by the start page."""
        self.page.goto(self.page.url.split("/plays")[0] + f"/plays/new?game={game}")
        for number, name in enumerate(players):
            self.page.locator(f"#seat-{number}").fill(name)
        if options:
            self.unfold("House rules")
            for key, value in options.items():
                self.option(key, value)
        self.press(self.page.locator(".save"))
        expect(self.page.locator("#play")).to_be_visible()
        self.taps = 0

    def start_club(self) -> str:
        """The same club, of which only the page that comes in the end is drawn; gives its address."""
        self.page.goto(self.send("/clubs", self._token()))
        return self.page.url

    def start_play(self, game: str, players: Sequence[str], options: Mapping[str, object] | None = None) -> None:
        """The same play, of which only the sheet is drawn: in the club whose page is open, else in a new one."""
        address = self.page.url
        club = address.split("/plays")[0] if "/clubs/" in address else self.send("/clubs", self._token())
        self.page.goto(self.new_play(club, game, players, options or {}))
        expect(self.page.locator("#play")).to_be_visible()
        self.taps = 0

    def new_play(
        self, club: str, game: str, players: Sequence[str], options: Mapping[str, object] = NOTHING,
        rounds: Iterable[Mapping[str, object]] = (), *, ended: bool = False,
    ) -> str:  # fmt: skip
        """Start a play with these inputs of its first rounds, of which no page is drawn; gives its address."""
        token, seats = self._token(), {f"seat.{number}": name for number, name in enumerate(players)}
        play, revision = self.send(f"{club}/plays/new", {**token, "game": game, **seats, **options}), 1
        for revision, entry in enumerate(rounds, start=1):
            carried = {"base": revision, "slot": revision, "client_id": f"{play}-{revision}"[-32:]}
            self.send(f"{play}/rounds", {**token, **carried, **entry})
        if ended:
            self.send(f"{play}/end", {**token, "base": revision + 1})
        return play

    def _token(self) -> dict[str, list[str]]:
        """The CSRF token of this phone, from a small page."""
        return {"csrf_token": sent_by(self.fetched("/join"), action="/join")["csrf_token"]}

    def fetched(self, address: str) -> str:
        """A page that nobody looks at."""
        answer = self.context.request.get(address)
        assert answer.ok, answer.text()
        return answer.text()

    def send(self, address: str, form: Mapping[str, object]) -> str:
        """Send a form as a page does that nobody looks at; gives where it leads."""
        body = urlencode(form, doseq=True)
        head = {"Content-Type": "application/x-www-form-urlencoded"}
        answer = self.context.request.post(address, data=body, headers=head, max_redirects=0)
        assert answer.status in (302, 303), answer.text()
        return answer.headers["location"]

    def option(self, key: str, value: object) -> None:
        """Set an option on the start page."""
        chip = self.page.locator(f"label.chip:has(input[name='{key}'][value='{value}'])")
        if chip.count():
            chip.click()
        else:
            self.page.locator(f"input[name='{key}']").fill(str(value))

    def totals(self) -> dict[str, str]:
        """Name to total, as the board shows them."""
        totals: dict[str, str] = self.page.locator("#board > li").evaluate_all(TOTALS)
        return totals

    def expect_totals(self, **totals: int) -> None:
        """The board shows these totals."""
        wanted = {name.replace("_", " & "): f"{total:,}".replace("-", "−") for name, total in totals.items()}
        self.page.wait_for_function(
            "wanted => { const cards = [...document.querySelectorAll('#board > li')];"
            " return cards.length && cards.every(card => { const name = card.querySelector('.name').innerText;"
            " return !(name in wanted) || wanted[name] === card.querySelector('.total').innerText; }); }",
            arg=wanted,
        ) if self.script else None
        found = self.totals()
        assert {name: found[name] for name in wanted} == wanted

    def within(self, script: str, arg: Any = None) -> Any:
        """What a script gives, with all that the modules of the page export as ``own``."""
        return self.page.evaluate(WITHIN % script, arg)

    def wait_within(self, script: str) -> None:
        """Wait until a script gives something true, with all that the modules of the page export as ``own``."""
        wait_until(self.page, WITHIN % script)

    def problem(self) -> str:
        """The words of the problems on the page."""
        return " ".join(self.page.locator(".problem").all_inner_texts())
