"""A number is one word: no total breaks in two, however narrow the phone and however large its letters."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.conftest import Server
from tests.browser.look import open_everything
from tests.browser.phone import FLAGS, PATIENCE, Phone, new_phone

pytestmark = pytest.mark.browser

WORD = "Donaudampfschifffahrtsgesellsch"
NAMES = ("Ann", "Bartholomäus der Lange", WORD, "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kim", "Lee")
POINTS = (-5_000, 61_728, 41_152, 7, 1_250, 0, 33, -400, 50_000, 5, -1, 250)
LATER = (-7_345, 61_728, 41_152, 7, 1_250, 0, 33, -400, 50_000, 5, -1, 250)
"""After two rounds Ann has −12,345 and the second 123,456."""
WIDE = (99_999, -99_999, 99_998, -99_998, 0, 0, 0, 0, 0, 0, 0, 0)
SHORT = (-5, 9, 3, 2, 1, 0, 3, -4, 5, 5, -1, 2)
WIDTHS = (320, 360, 390)
PAPER = 718
"""How wide a page of A4 is between its margins, in the pixels of a page."""

LARGER = {"100 %": "16", "200 %": "32"}
"""The usual size of letters, and what somebody has chosen who cannot read them."""

FAULTS = r"""() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const holder = text.parentElement;
    if (holder.closest('.unseen, script, .skip') || !holder.checkVisibility()) continue;
    for (const match of text.data.matchAll(/[−+]?\d[\d,]*/g)) {
      const range = document.createRange();
      range.setStart(text, match.index);
      range.setEnd(text, match.index + match[0].length);
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0.5);
      if (boxes.some((box) => box.top >= boxes[0].bottom - 1)) found.add(`${match[0]} is broken in two`);
      const paper = holder.closest('.card, td, .scroll, .sheet-of-paper, .end, .line') || document.documentElement;
      const edge = paper.getBoundingClientRect();
      if (boxes.some((box) => box.left < edge.left - 1 || box.right > edge.right + 1)) {
        found.add(`${match[0]} runs over the edge of its ${paper.className || 'page'}`);
      }
    }
  }
  const { scrollWidth: width, clientWidth: there } = document.documentElement; // innerWidth grows with the page
  if (width > there) found.add(`the page is ${width} wide`);
  return [...found];
}"""

GAPS = """() => [...document.querySelectorAll('.rounds tbody tr')].flatMap(row => {
  const boxes = [...row.querySelectorAll('.change')].map(one => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getBoundingClientRect();
  });
  return boxes.slice(1).map((box, before) => box.left - boxes[before].right);
})"""
"""How far the points of a round stand from those beside them."""

LINES = """() => Object.values(Object.groupBy(document.querySelectorAll('.in-short .one'),
  one => Math.round(one.getBoundingClientRect().top))).map(line => line.length)"""
"""How many players stand in each line of the short board."""


@pytest.fixture(scope="module")
def home(browser: Browser, server: Server) -> Iterator[Phone]:
    """A phone with a club of its own."""
    phone = Phone(new_phone(browser, server.address))
    phone.start_club()
    yield phone
    phone.context.close()
    assert not phone.faults


@pytest.fixture(scope="module", params=LARGER)
def reader(
    request: pytest.FixtureRequest, browser: Browser, chromium: str, home: Phone, server: Server
) -> Iterator[BrowserContext]:
    """The same member of the club at a phone whose letters have this size, as set in its browser."""
    size = f"--blink-settings=defaultFontSize={LARGER[request.param]}"
    larger = browser.browser_type.launch(executable_path=chromium, args=[*FLAGS, size], timeout=PATIENCE)
    context = new_phone(larger, server.address, storage_state=home.context.storage_state())
    yield context
    larger.close()


def written(home: Phone, club: str, count: int, *rounds: tuple[int, ...], ended: bool = False) -> str:
    """A play of so many with these rounds; gives its address."""
    entries = [{f"points.{seat}": given for seat, given in enumerate(points[:count])} for points in rounds]
    return home.new_play(club, "any-other-game", NAMES[:count], rounds=entries, ended=ended)


@pytest.fixture(scope="module")
def plays(home: Phone) -> dict[str, str]:
    """Plays of two to twelve with long totals, and of two to eight with short ones; description to address."""
    club = home.page.url
    found = {f"{count} players": written(home, club, count, POINTS, LATER) for count in range(2, 13)}
    home.page.goto(found["12 players"])
    assert home.page.locator(".rounds tbody tr").count() == 2
    home.expect_totals(Ann=-12_345, Lee=500)
    found |= {f"{count} players, short": written(home, club, count, SHORT, SHORT) for count in (2, 4, 5, 8)}
    over = written(home, club, 4, POINTS, LATER, ended=True)
    found |= {"over": over, "why": f"{over}/why/1", "round": f"{over}/rounds/1", "changes": f"{over}/changes"}
    found |= {"correction": f"{over}/rounds/1/edit", "club": club, "all games": f"{club}/plays"}
    return found


def faults_of(page: Page) -> Iterator[str]:
    """What is wrong with the numbers of the page, on screens of all widths and on paper."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        yield from (f"{width} px: {fault}" for fault in page.evaluate(FAULTS))
    page.set_viewport_size({"width": PAPER, "height": 844})
    page.emulate_media(media="print")
    yield from (f"on paper: {fault}" for fault in page.evaluate(FAULTS))
    page.emulate_media(media="screen")


def test_no_number_breaks_on_any_page(reader: BrowserContext, plays: dict[str, str]) -> None:
    page = reader.new_page()
    found = []
    for name, address in plays.items():
        page.goto(address)
        open_everything(page)
        found += [f"{name}, {fault}" for fault in faults_of(page)]
    assert not found, "\n".join(found)


def test_no_number_breaks_in_the_sheet_that_comes_up(reader: BrowserContext, plays: dict[str, str]) -> None:
    page = reader.new_page()
    page.set_viewport_size({"width": WIDTHS[0], "height": 844})
    page.goto(plays["4 players"])
    page.locator(".total").first.tap()
    page.locator("dialog").wait_for()
    assert not page.evaluate(FAULTS)


def test_long_points_of_two_players_stand_apart(home: Phone, plays: dict[str, str]) -> None:
    home.page.goto(written(home, plays["club"], 8, WIDE, WIDE))
    gaps = home.page.evaluate(GAPS)
    assert len(gaps) == 2 * 7
    assert min(gaps) >= 4


@pytest.mark.parametrize("width", WIDTHS)
def test_nobody_stands_alone_in_a_line_of_the_short_board(home: Phone, plays: dict[str, str], width: int) -> None:
    for count in range(9, 13):
        home.page.goto(written(home, plays["club"], count))
        home.page.set_viewport_size({"width": width, "height": 844})
        lines = home.page.evaluate(LINES)
        assert sum(lines) == count
        assert max(lines) - min(lines) <= 1


def test_letters_are_as_large_as_was_asked_for(reader: BrowserContext, request: pytest.FixtureRequest) -> None:
    page = reader.new_page()
    page.goto("/")
    size = page.evaluate("() => getComputedStyle(document.body).fontSize")
    assert size == f"{LARGER[request.node.callspec.params['reader']]}px"
