"""The typeface of headings and numbers: Bitter, reduced to the letters that pages need.

Its package has all letters and weights. The reduced files are made at the first request for them.
"""

from collections.abc import Mapping
from importlib.metadata import version
from importlib.resources import as_file, files
from io import BytesIO
from string import ascii_letters, digits
from threading import Condition

from cachetools import cached

PACKAGE, FILE = "fontpkg_bitter", "Bitter[wght].ttf"
WEIGHT = 680
FEATURES = ["lnum", "tnum"]
"""OpenType features to keep: figures of equal height and width. Kerning would make the file a quarter larger."""

SPACE = 250
"""The width of a space, in thousandths of the size. The font's own, 181, hardly separates a word from a figure."""

UNITS = 500
"""The grid of the outlines, in units of the size. The package's, 1,000, needs a tenth more bytes and looks the same."""

NAMES = [0, 13, 14]
"""Ids of the name table to keep: copyright and licence."""

UNUSED_TABLES = ["GDEF", "GPOS", "STAT"]
"""Tables that a font of one weight without kerning does not need."""

PLAIN = f"{ascii_letters}{digits} !#$%&'()+,-./:;?·×Ééü–—‘’“”…−"
"""The letters of English headings and of all games' names; browsers take rare signs from the next typeface."""

ACCENTED = "¡«»¿" + "".join(chr(code) for code in range(0xC0, 0x180) if chr(code) not in PLAIN) + "ȘșȚț"
PARTS: Mapping[str, str] = {"face.woff2": PLAIN, "face-accented.woff2": ACCENTED}
"""The letters in each file. Browsers load the accented ones only if a page contains any (``unicode-range``)."""


def version_text() -> str:
    """Return a text that changes whenever the files do, for their addresses."""
    return f"{version(PACKAGE)} {WEIGHT} {SPACE} {UNITS} {FEATURES} {UNUSED_TABLES} {PARTS}"


@cached({}, condition=Condition())
def typeface(name: str) -> bytes:
    """Return the content of one of the files of ``PARTS``, reduced to the letters that pages need."""
    # Imported here, since they take longer to load than the rest of the app's start, and are needed once.
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.scaleUpem import scale_upem
    from fontTools.varLib.instancer import instantiateVariableFont

    options = Options(layout_features=FEATURES, hinting=False, name_IDs=NAMES, notdef_outline=False)
    options.drop_tables += UNUSED_TABLES
    subsetter = Subsetter(options)
    subsetter.populate(text=PARTS[name])
    with as_file(files(PACKAGE) / "files" / FILE) as path, TTFont(path) as font:
        subsetter.subset(font)
        made = instantiateVariableFont(font, {"wght": WEIGHT})
        subsetter.subset(made)
        if " " in PARTS[name]:
            made["hmtx"]["space"] = (SPACE, 0)
        scale_upem(made, UNITS)
        made.flavor = "woff2"
        written = BytesIO()
        made.save(written)
    return written.getvalue()
