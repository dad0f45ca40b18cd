"""The file of drawings: it has each one to which pages refer."""

import re
from xml.etree import ElementTree as ET

from companion.games import SLUGS
from tests.web.phones import Club

SVG = "{http://www.w3.org/2000/svg}"


def test_the_drawings_of_a_page_are_in_one_file(club: Club) -> None:
    page = club.organiser.get(f"{club.url}/plays/new").text
    drawn = re.findall(r'<svg class="([^"]*)" aria-hidden="true"><use href="([^"#]+)#([\w-]+)"/></svg>', page)
    assert {name for tint, _, name in drawn if re.fullmatch("glyph s[0-7]", tint)} == set(SLUGS)
    bar = club.organiser.get(club.url).text
    drawn += re.findall(r'<svg class="()" aria-hidden="true"><use href="([^"#]+)#([\w-]+)"/></svg>', bar)
    [address] = {address for _, address, _ in drawn}
    symbols = ET.fromstring(club.organiser.get(address).data).findall(f"{SVG}symbol")
    assert {name for _, _, name in drawn} == {symbol.get("id") for symbol in symbols}
    assert {symbol.get("viewBox") for symbol in symbols} == {"0 0 24 24"}
