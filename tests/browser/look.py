"""How a page looks to a thumb, to a narrow phone and to axe."""

from collections.abc import Container, Iterable, Iterator
from itertools import pairwise

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.phone import Phone

SMALLEST = {"width": 320, "height": 640}
FAULTS_ONLY = {"resultTypes": ["violations"]}
"""What passes is not described one by one, which takes longer than looking."""
RULES = FAULTS_ONLY | {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
}
COLOURS = FAULTS_ONLY | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""What the dark theme can have of its own: the page is the same but for its colours, and the light one is looked at
with all rules."""

IS_TOO_WIDE = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
"""On a phone ``innerWidth`` grows with a page that is too wide, so it is of no use here."""

SMALL_TARGETS = """() => [...document.querySelectorAll('button, a[href], input, select, summary')]
  .filter(one => one.type !== 'hidden' && one.checkVisibility() && !one.closest('.unseen, .skip, p, dd'))
  .map(one => [one, (one.closest('label.chip, label.tick, label.dealer') || one).getBoundingClientRect()])
  .filter(([one, box]) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
  .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)"""
PLACE_BARS = """place => document.querySelectorAll('.savebar, .at-hand, .chapter > summary')
  .forEach(one => { one.style.position = place; })"""
"""What a bar covers comes from under it as one scrolls; axe takes it for too small to be tapped."""

TWICE_AS_LARGE = """() => {
  const twice = new CSSStyleSheet();
  twice.replaceSync('html { font-size: 200% }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, twice];
}"""
"""All letters twice as large, as a browser's settings make them; the content policy refuses an inline style."""

HEADS = """() => [...document.querySelectorAll('h1, h2, h3, h4')].filter(one => !one.closest('dialog'))
  .map(one => Number(one.tagName[1]))"""


def open_everything(page: Page) -> None:
    """Unfold all that is folded away, so that it is looked at as well."""
    page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")


def faults_here(page: Page, within: str | None = None) -> Iterator[str]:
    """What is wrong with the page as it stands, or with a part of it: axe, width, room for a thumb, headings."""
    page.evaluate(PLACE_BARS, "static")
    for theme, rules in (("light", RULES), ("dark", COLOURS)):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        for fault in _axe(page).run(page, context=within, options=rules).response["violations"]:
            yield f"{theme}, {fault['id']}: {[node['html'][:160] for node in fault['nodes'][:3]]}"
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    page.evaluate(PLACE_BARS, "")
    yield from faults_of_size(page)


def _axe(page: Page) -> Axe:
    """Axe, which is put into each page but once: half a megabyte of script."""
    return Axe(axe_script="0") if page.evaluate("() => 'axe' in window") else Axe()


def faults_of_size(page: Page) -> Iterator[str]:
    """What is wrong with it that is seen at once: width, room for a thumb, headings."""
    yield from page.evaluate(SMALL_TARGETS)
    if page.evaluate(IS_TOO_WIDE):
        yield "wider than the phone"
    heads = page.evaluate(HEADS)
    if heads[:1] != [1] or any(later > earlier + 1 for earlier, later in pairwise(heads)):
        yield f"headings {heads}"


def too_wide_for_large_letters(phone: Phone, pages: Iterable[str]) -> list[str]:
    """Those of these pages that scroll sideways with letters twice as large, all that is folded away unfolded."""
    found = []
    for address in pages:
        phone.page.goto(address)
        phone.page.evaluate(TWICE_AS_LARGE)
        open_everything(phone.page)
        if phone.page.evaluate(IS_TOO_WIDE):
            found.append(address)
    return found


def check(phone: Phone, within: str | None = None) -> None:
    """Nothing is wrong with the page as it stands; ``within``: axe looks at this part alone.

    :raises AssertionError: something is.
    """
    found = list(faults_here(phone.page, within))
    assert not found, "\n".join(found)


def check_pages(phone: Phone, pages: Iterable[str], alike: Container[str] = ()) -> None:
    """Nothing is wrong with any of these pages, all of them unfolded.

    ``alike``: those made of the same pieces as another one; only what is seen at once is looked for on them.

    :raises AssertionError: something is.
    """
    found = []
    for address in pages:
        if "#" in address:
            phone.page.goto("about:blank")
        phone.page.goto(address)
        open_everything(phone.page)
        look = faults_of_size if address in alike else faults_here
        found += [f"{address}: {fault}" for fault in look(phone.page)]
    assert not found, "\n".join(found)
