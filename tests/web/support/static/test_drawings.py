"""The files of drawings: they have each one to which pages refer."""

import re
from xml.etree import ElementTree as ET

from companion.games import SLUGS
from companion.web.support.static.drawings import drawing, drawing_files
from tests.web.phones import Club

SVG = "{http://www.w3.org/2000/svg}"
USED = re.compile(r'<svg(?: class="([^"]*)")? aria-hidden="true"><use href="([^"#]+)#([\w-]+)"/></svg>')


def symbols_of(club: Club, *pages: str) -> dict[str, set[str]]:
    """Return the ids in each file of drawings to which pages refer; all that they refer to are there."""
    drawn = [one for page in pages for one in USED.findall(club.organiser.get(page).text)]
    found = {}
    for address in {address for _, address, _ in drawn}:
        symbols = ET.fromstring(club.organiser.get(address).data).findall(f"{SVG}symbol")
        assert {symbol.get("viewBox") for symbol in symbols} == {"0 0 24 24"}
        found[address.rpartition("/")[2]] = {str(symbol.get("id")) for symbol in symbols}
        assert {name for _, one, name in drawn if one == address} <= found[address.rpartition("/")[2]]
    return found


def test_the_drawings_of_a_page_are_in_one_file(club: Club) -> None:
    page = club.organiser.get("/rules").text
    assert {name for tint, _, name in USED.findall(page) if re.fullmatch("glyph s[0-7]", tint)} == set(SLUGS)
    bar = club.organiser.get(club.url).text
    assert symbols_of(club, "/rules", club.url) == {
        "drawings.svg": {*SLUGS, *(name for tint, _, name in USED.findall(bar) if not tint)}
    }


def test_the_icons_of_links_are_in_one_file(club: Club) -> None:
    more = f"{club.url}/more"
    icons = {name for _, address, name in USED.findall(club.organiser.get(more).text) if "icons.svg" in address}
    assert len(icons) > 10
    assert icons <= symbols_of(club, more)["icons.svg"]


def test_the_shapes_of_a_drawing_are_whole() -> None:
    for slug in SLUGS:
        shapes = drawing(slug).partition(">")[2].removesuffix("</svg>").strip()
        assert f">{shapes}</symbol>" in drawing_files()["drawings.svg"].decode(), slug
