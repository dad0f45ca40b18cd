"""Each game has its own drawing: small, of lines only, in one of the colours of the pages."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import companion.games
from companion.games import SLUGS, folder_of

DRAWN = {"svg", "path", "circle", "ellipse", "rect"}
FRAME = (
    'viewBox="0 0 24 24" fill="none" stroke="currentColor" '
    'stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"'
)
TEXTS = {
    slug: (Path(companion.games.__file__).parent / folder_of(slug) / "glyph.svg").read_text("utf-8") for slug in SLUGS
}


@pytest.mark.parametrize("slug", SLUGS)
def test_a_game_has_a_small_drawing_of_lines(slug: str) -> None:
    text = TEXTS[slug]
    assert len(text.encode()) < 500
    root = ET.fromstring(text)
    assert {one.tag.partition("}")[2] for one in root.iter()} <= DRAWN
    assert FRAME in text
    assert re.fullmatch("glyph s[0-7]", root.get("class", ""))


def test_no_two_drawings_are_alike() -> None:
    assert len({re.sub('class="[^"]*"', "", text) for text in TEXTS.values()}) == len(SLUGS)
