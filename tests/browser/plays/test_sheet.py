"""The sheet under the thumb: the row that is always there, the folded score, a phone on its side, awake, on paper."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.conftest import Server
from tests.browser.look import SMALLEST, faults_of_size
from tests.browser.phone import Phone, new_phone

pytestmark = pytest.mark.browser

EIGHT = ("Anna", "Bartholomäus", "Cleo", "Dan", "Eva", "Fritz", "Gerda", "Hugo")

COVERED = """part => {
  const box = (part || document.activeElement).getBoundingClientRect();
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 22));
  const own = (part || document.activeElement).closest('label, fieldset, .scroll') || part || document.activeElement;
  return top && (own.contains(top) || top.contains(own)) ? '' : own.outerHTML.slice(0, 120);
}"""
"""What stands in focus (or a part of the page) and is covered or off the screen; empty: it is seen."""

WHOLE = """name => { const box = document.querySelector(`.person[aria-label="${name}"]`).getBoundingClientRect();
  return box.top >= 0 && box.bottom <= document.querySelector('.savebar').getBoundingClientRect().top; }"""
"""Whether the row of somebody is seen from its top to its end."""

TOPS = """() => ['.savebar', '.at-hand'].map(one => document.querySelector(one).getBoundingClientRect())
  .map(box => [Math.round(box.top), Math.round(box.bottom)])"""


def narrow(browser: Browser, server: Server, **more: object) -> Phone:
    phone = Phone(new_phone(browser, server.address, **{"viewport": SMALLEST, **more}))
    phone.start_club()
    return phone


def bring_up(phone: Phone, name: str) -> None:
    """Scroll somebody into the middle of what is to be seen."""
    phone.page.locator(f'.person[aria-label="{name}"]').evaluate("one => one.scrollIntoView({block: 'center'})")


def test_with_eight_players_a_bidder_and_the_neighbours_are_seen_on_the_smallest_phone(
    browser: Browser, server: Server
) -> None:
    phone = narrow(browser, server)
    phone.start_play("rage", EIGHT)
    page = phone.page
    expect(page.locator(".board")).to_be_hidden()
    expect(page.locator(".in-short")).to_be_in_viewport()
    height = page.locator(".in-short").bounding_box()
    assert height is not None
    assert height["height"] < 50
    assert page.evaluate(WHOLE, EIGHT[1]), "who bids first"
    bring_up(phone, "Dan")
    assert [name for name in EIGHT if page.evaluate(WHOLE, name)] == list(EIGHT[1:6])
    phone.chip("bid.3", 1)
    phone.tap(".at-hand a:has-text('Score')")
    expect(page.locator(".board")).to_be_in_viewport()
    expect(page.locator(".in-short")).to_be_hidden()
    assert page.locator("input[name='bid.3']:checked").get_attribute("value") == "1"
    phone.tap(".at-hand a:has-text('Rounds')")
    expect(page.locator("#rounds")).to_be_in_viewport()
    expect(page.locator(".at-hand [aria-current]")).to_have_text("Rounds")
    phone.tap(".at-hand a:has-text('Referee')")
    phone.tap(".at-hand a:has-text('Score')")
    assert page.locator("input[name='bid.3']:checked").get_attribute("value") == "1", "what was typed is still there"
    page.evaluate("() => { document.documentElement.style.fontSize = '32px'; }")
    bring_up(phone, "Dan")
    (save_top, save_bottom), (row_top, row_bottom) = page.evaluate(TOPS)
    assert 0 < save_top < save_bottom <= row_top < row_bottom <= SMALLEST["height"]
    assert list(faults_of_size(page)) == []
    phone.context.close()
    assert not phone.faults


TWO_FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"


def test_a_short_sheet_begins_with_its_score(phone: Phone) -> None:
    phone.start_play("skat", EIGHT[:3])
    phone.page.evaluate(TWO_FRAMES)
    expect(phone.page.locator(".at-hand [aria-current]")).to_have_text("Score")


def test_what_has_the_focus_is_never_covered(browser: Browser, server: Server) -> None:
    phone = narrow(browser, server, has_touch=False, is_mobile=False)
    phone.start_play("raise-the-stakes", EIGHT[:4])
    phone.page.locator("#main").focus()
    seen = set()
    for _ in range(60):
        phone.page.keyboard.press("Tab")
        assert phone.page.evaluate(COVERED) == ""
        seen.add(phone.page.evaluate("() => document.activeElement.textContent.trim()"))
        if "Rules" in seen:
            break
    assert {"Score", "Rounds", "Referee", "Rules"} <= seen, "the row is reached after all else"
    for _ in range(30):
        phone.page.keyboard.press("Shift+Tab")
        assert phone.page.evaluate(COVERED) == ""
    phone.context.close()


def test_a_phone_on_its_side_has_the_keypad_beside_the_form(browser: Browser, server: Server) -> None:
    phone = narrow(browser, server, viewport={"width": 667, "height": 375})
    phone.start_play("samba", EIGHT[:4])
    page = phone.page
    field = page.locator("input.num").first
    phone.press(field)
    page.locator(".pad .keys").wait_for()
    for part in (field, page.locator(".save"), page.locator(".keys button").last, page.locator(".at-hand a").last):
        expect(part).to_be_in_viewport(ratio=1)
        assert part.evaluate(COVERED) == ""
    phone.touch(".pad button:text-is('3')")
    expect(field).to_have_value("3")
    assert list(faults_of_size(page)) == []
    page.set_viewport_size(SMALLEST)
    expect(page.locator(".at-hand")).to_be_hidden()
    page.touchscreen.tap(4, 40)  # beside the keypad, on nothing
    expect(page.locator(".pad")).to_have_count(0)
    expect(page.locator(".at-hand a").first).to_be_in_viewport(ratio=1)
    phone.context.close()
    assert not phone.faults


LOCKS = """() => {
  window.locks = [];
  Object.defineProperty(navigator, 'wakeLock', { value: { async request() {
    const lock = { released: false, async release() { lock.released = true; } };
    window.locks.push(lock);
    return lock;
  } } });
  let hidden = false;
  Object.defineProperty(document, 'hidden', { get: () => hidden });
  window.look = away => { hidden = away; if (away) window.locks.forEach(one => one.release());
    document.dispatchEvent(new Event('visibilitychange')); };
}"""
ON = "() => locks.filter(one => !one.released).length"


def test_the_screen_stays_on_while_the_play_goes_on(phone: Phone) -> None:
    phone.page.add_init_script(f"({LOCKS})()")
    phone.start_club()
    assert phone.page.evaluate("() => locks.length") == 0, "not on other pages"
    phone.start_play("any-other-game", ("Ann", "Bob"))
    page, held = phone.page, "() => locks.filter(one => !one.released).length === %d"
    page.wait_for_function(held % 1)
    page.evaluate("look(true)")
    page.wait_for_function(held % 0)
    page.evaluate("look(false)")
    page.wait_for_function(held % 1)
    phone.open_more()
    phone.press(page.locator("label:has([data-stay-awake])"))
    page.wait_for_function(held % 0)
    page.reload()
    phone.open_more()
    expect(page.locator("[data-stay-awake]")).not_to_be_checked()
    assert page.evaluate(ON) == 0, "it stays switched off on this phone"
    phone.press(page.locator("label:has([data-stay-awake])"))
    page.wait_for_function(held % 1)
    phone.close_dialog()
    for seat in (0, 1):
        phone.type(f"points.{seat}", 5)
    phone.save()
    phone.open_more("End the game")
    phone.press(page.get_by_role("button", name="End it now"))
    expect(page.locator(".end")).to_be_visible()
    page.wait_for_function(held % 0)


def test_a_finished_sheet_leaves_the_paper_to_its_rounds(phone: Phone) -> None:
    phone.start_play("any-other-game", ("Ann", "Bob"))
    for seat in (0, 1):
        phone.type(f"points.{seat}", 5 + seat)
    phone.save()
    phone.open_more("End the game")
    phone.press(phone.page.get_by_role("button", name="End it now"))
    expect(phone.page.locator(".board")).to_be_visible()
    phone.page.emulate_media(media="print")
    expect(phone.page.locator(".board")).to_be_hidden()
    box = phone.page.locator("#rounds").bounding_box()
    assert box is not None
    assert box["y"] < 400, "places and totals stand above it, and no card that fills half a page"


def test_the_others_are_let_in_without_leaving_the_sheet(phone: Phone) -> None:
    phone.start_play("rage", EIGHT[:3])
    phone.chip("bid.0", 1)
    phone.tap(".let-in")
    expect(phone.page.locator("dialog .qr")).to_be_visible()
    assert len(phone.page.locator("dialog .code-shown").inner_text()) >= 6
    phone.page.locator("dialog .link").tap()  # where the phone has no way to share: it is copied
    expect(phone.page.locator("dialog .link.copied")).to_be_visible()
    phone.tap("dialog .shut")
    assert phone.page.locator("input[name='bid.0']:checked").get_attribute("value") == "1"


def test_a_link_that_is_tapped_twice_is_pale_until_one_dialog_opens(phone: Phone) -> None:
    phone.start_play("rage", EIGHT[:3])
    asked: list[Route] = []
    phone.page.route("**/invite*", lambda route: asked.append(route))
    for _ in range(2):
        phone.page.locator(".let-in").tap()
    while len(asked) < 2:
        phone.page.wait_for_timeout(50)
    expect(phone.page.locator(".let-in")).to_have_css("opacity", "0.5")
    with phone.page.expect_event("requestfinished"):
        asked[0].continue_()
    asked[1].continue_()
    expect(phone.page.locator("dialog .qr")).to_be_visible()
    phone.tap("dialog .shut")
    expect(phone.page.locator("dialog")).to_have_count(0)
    expect(phone.page.locator(".let-in")).to_have_css("opacity", "1")


NOTE_SENT = """() => { window.sent = [];
  addEventListener('submit', ({ target }) => sent.push([target.action.split('/').pop(), Date.now()]), true); }"""


def test_a_double_tap_on_undo_is_not_one_on_redo(phone: Phone) -> None:
    """Redo comes to lie in the place of Undo."""
    page = phone.page
    phone.start_play("raise-the-stakes", EIGHT[:3])
    phone.chip("tricks.0", 5)
    phone.save()
    page.clock.install(time=0)
    page.clock.pause_at(3600)
    page.evaluate(NOTE_SENT)
    box = page.locator(".done button").bounding_box()
    assert box is not None
    for wait in (100, 400, 0):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(page.locator(".done")).to_contain_text("Done again" if wait == 0 else "Undone")
        page.clock.run_for(wait)
    assert page.evaluate("() => sent") == [["undo", 3_600_000], ["redo", 3_600_500]]


def test_without_script_the_row_leads_there_and_paper_has_what_matters(plain_phone: Phone) -> None:
    plain_phone.start_play("rage", EIGHT, {"first_hand": 2})
    page, sheet = plain_phone.page, plain_phone.page.url
    plain_phone.tap(".at-hand a:has-text('Score')")
    expect(page.locator(".board")).to_be_in_viewport()
    plain_phone.tap(".at-hand a:has-text('Rounds')")
    expect(page.locator("#rounds")).to_be_in_viewport()
    for word in ("Referee", "Rules", "Rounds"):
        plain_phone.tap(f".at-hand a:has-text('{word}')")
        if word != "Rounds":
            expect(page.locator(".at-hand [aria-current=page]")).to_have_text(word)
    assert page.url == f"{sheet}#rounds"
    page.goto(sheet)
    page.emulate_media(media="print")
    for part in (".paper-head", ".board", "#rounds"):
        expect(page.locator(part)).to_be_visible()
    expect(page.locator(".paper-head")).to_contain_text("Rage")
    expect(page.locator(".paper-head")).to_contain_text("Our club, ")
    shown = page.locator("button, .button, input, nav, .in-short, summary, .foot, #entry").locator("visible=true")
    assert shown.count() == 0, shown.first.evaluate("one => one.outerHTML")


def test_a_wide_screen_shows_the_rounds_beside_the_entry(phone: Phone) -> None:
    phone.start_play("rage", ("Ann", "Bob", "Cyd"))
    for width, beside in ((1280, True), (390, False)):
        phone.page.set_viewport_size({"width": width, "height": 800})
        entry, rounds = (phone.page.locator(one).bounding_box() for one in ("#entry", ".so-far-played"))
        assert entry is not None
        assert rounds is not None
        assert (rounds["x"] >= entry["x"] + entry["width"]) is beside
        assert (rounds["y"] < entry["y"] + entry["height"]) is beside
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= width
