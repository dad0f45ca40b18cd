"""The typeface of headings and numbers: small files, figures of equal width, and the letters that the style names."""

import re
from io import BytesIO

import pytest
from flask import Flask
from fontTools.ttLib import TTFont

from companion.games import all_games
from companion.resources import STATIC
from companion.web.support.static.typeface import ACCENTED, PARTS, PLAIN, typeface
from tests.web.phones import Phone

RANGE = re.compile(r"src: url\((?:\.\./)?([\w.-]+)\);.*?unicode-range: ([^;]+);")
MOST = 13_000
"""Maximum size of both files in bytes."""


def letters_of(ranges: str) -> set[str]:
    """Return the letters of a ``unicode-range``."""
    ends = [part.removeprefix("U+").split("-") for part in ranges.split(", ")]
    return {chr(code) for first, *last in ends for code in range(int(first, 16), int((last or [first])[0], 16) + 1)}


@pytest.mark.parametrize("sheet", ["support/style/base.css", "screens/screen.css"])
def test_a_file_is_loaded_for_the_letters_that_it_has(sheet: str) -> None:
    named = dict(RANGE.findall((STATIC / sheet).read_text("utf-8")))
    assert {name: letters_of(ranges) for name, ranges in named.items()} == {
        name: set(letters) for name, letters in PARTS.items()
    }
    for name, letters in PARTS.items():
        assert set(TTFont(BytesIO(typeface(name))).getBestCmap()) == set(map(ord, letters))


def test_figures_have_equal_width_and_the_licence_is_included() -> None:
    font = TTFont(BytesIO(typeface("face.woff2")))
    table = font["GSUB"].table
    chosen = [
        record.Feature.LookupListIndex for record in table.FeatureList.FeatureRecord if record.FeatureTag == "tnum"
    ]
    figures = {one: one for one in map(font.getBestCmap().get, map(ord, "0123456789"))}
    for number in chosen[0]:
        for part in table.LookupList.Lookup[number].SubTable:
            figures |= {one: part.mapping.get(other, other) for one, other in figures.items()}
    assert len({font["hmtx"][one][0] for one in figures.values()}) == 1
    assert "Open Font License" in font["name"].getDebugName(13)


def test_a_space_separates_words_from_figures() -> None:
    font = TTFont(BytesIO(typeface("face.woff2")))
    assert font["hmtx"]["space"][0] >= font["head"].unitsPerEm / 4


def test_both_files_are_small_and_cached_by_the_phone(app: Flask) -> None:
    phone = Phone(app)
    address = re.search(r'<link rel="preload" href="([^"]+/)face.woff2"', phone.get("/").text)
    assert address is not None
    answers = [phone.get(address[1] + name, headers={"Accept-Encoding": "gzip"}) for name in PARTS]
    assert sum(len(one.data) for one in answers) <= MOST
    for one in answers:
        assert one.mimetype == "font/woff2"
        assert "immutable" in one.headers["Cache-Control"]
        assert "Content-Encoding" not in one.headers, "it is packed as it is"
    assert phone.get(address[1] + "face-bold.woff2").status_code == 404


def test_letters_with_accents_are_included() -> None:
    assert set("Écarté Fünfzehnern Łukasz Šimon Țuțea Ærøskøbing ’ – −") <= set(PLAIN + ACCENTED)


def test_no_name_of_a_game_needs_the_accented_letters() -> None:
    assert {letter for game in all_games() for letter in game.name} <= set(PLAIN)
