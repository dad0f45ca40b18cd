"""How a page looks to a thumb, to a narrow phone and to axe."""

from collections.abc import Container, Iterable, Iterator
from itertools import pairwise

from axe_playwright_python.sync_playwright import Axe
from hypothesis import settings
from playwright.sync_api import Page

from tests.browser.phone import Phone

SMALLEST = {"width": 320, "height": 640}
FAULTS_ONLY = {"reporter": "no-passes"}
"""What passes is not described, which takes as long as looking."""
RULES = FAULTS_ONLY | {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
}
COLOURS = FAULTS_ONLY | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""What the dark theme can have of its own: the page is the same but for its colours, and the light one is checked
with all rules."""

STRUCTURE = RULES | {"rules": {"color-contrast": {"enabled": False}}}
"""All rules but the one that takes longer than all others; see ``PALE``."""

PALE = """() => {
  const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 })
    .getContext('2d', { willReadFrequently: true });
  const known = new Map(), found = [];
  const light = () => [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3).map(one => one / 255)
    .map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const contrast = (layers) => {
    const lights = [];
    for (const [at, [colour, opacity]] of [['#fff', 1], ...layers].entries()) {
      if (at === layers.length) lights.push(light());
      Object.assign(pen, { globalAlpha: opacity, fillStyle: colour });
      pen.fillRect(0, 0, 1, 1);
    }
    const [darker, lighter] = [lights[0], light()].sort((one, other) => one - other);
    return (lighter + 0.05) / (darker + 0.05);
  };
  const isText = (one) => one.matches('input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea')
    || [...one.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  for (const one of document.body.querySelectorAll('*')) {
    if (!isText(one) || !one.checkVisibility({ visibilityProperty: true })) continue;
    if (one.closest('svg, script, style, option, .unseen, .skip, :disabled, [aria-disabled=true], [inert]')) continue;
    const layers = [], style = getComputedStyle(one);
    let opacity = 1, isPicture = false;
    for (let holder = one; holder; holder = holder.parentElement) {
      const { backgroundColor, backgroundImage, opacity: own } = getComputedStyle(holder);
      for (const layer of layers) layer[1] *= own;
      opacity *= own;
      layers.unshift([backgroundColor, Number(own)]);
      if (backgroundImage !== 'none') isPicture = true;
      if (/^rgb\\(/.test(backgroundColor) && layers[0][1] === 1) break;
    }
    if (isPicture) continue;
    layers.push([style.color, opacity]);
    const key = JSON.stringify(layers), size = parseFloat(style.fontSize);
    if (!known.has(key)) known.set(key, contrast(layers));
    const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    if (known.get(key) < least) found.push(`contrast ${known.get(key).toFixed(2)}: ${one.outerHTML.slice(0, 160)}`);
  }
  return found;
}"""
"""Text that is too pale on what it stands on. Axe takes twenty times as long to find it; it also finds text that is too
pale on another part of the page that lies under it."""

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


def is_night() -> bool:
    """Whether everything is looked at, also what another test has shown."""
    return settings.get_current_profile_name() == "nightly"


def open_everything(page: Page) -> None:
    """Unfold all that is folded away, so that it is looked at as well."""
    page.evaluate("() => document.querySelectorAll('details').forEach(one => { one.open = true; })")


def faults_here(page: Page, within: str | None = None, colours_by_axe: bool = False) -> Iterator[str]:
    """What is wrong with the page as it stands, or with a part of it: axe, contrast, width, room for a thumb, headings.

    ``colours_by_axe``: so that text is found, too, over which something else lies. At night all pages are checked so.
    """
    colours_by_axe = colours_by_axe or is_night()
    page.evaluate(PLACE_BARS, "static")
    for theme, rules in (("light", RULES if colours_by_axe else STRUCTURE), ("dark", COLOURS)):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        yield from (f"{theme}, {fault}" for fault in page.evaluate(PALE))
        if rules is COLOURS and not colours_by_axe:
            continue
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


def check(phone: Phone, within: str | None = None, colours_by_axe: bool = False) -> None:
    """Nothing is wrong with the page as it stands; ``within``: axe looks at this part alone.

    :raises AssertionError: something is.
    """
    found = list(faults_here(phone.page, within, colours_by_axe))
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
        faults = faults_of_size(phone.page) if address in alike else faults_here(phone.page)
        found += [f"{address}: {fault}" for fault in faults]
    assert not found, "\n".join(found)
