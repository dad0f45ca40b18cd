"""The files of drawings to which pages refer: those of games, and icons."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from zipfile import ZipFile

from companion.games import SLUGS, folder_of
from companion.web.support.navigation import MORE_ENTRIES, TABS

DRAWINGS, ICONS = "drawings.svg", "icons.svg"
"""The names of the files. In the first, which most pages of a club load, the ids of games are their slugs; those of
icons are their names in both."""

BAR_ICONS = tuple(tab.icon for tab in TABS)
"""The icons of a club's bar, which are in the first file."""

LINK_ICONS = (
    *{entry.icon: None for entries in MORE_ENTRIES.values() for entry in entries}, "arrow-down-tray",
    "arrow-right-circle", "arrows-pointing-in", "calendar", "pencil-square", "printer", "share", "square-2-stack",
)  # fmt: skip
"""The icons of links in lists."""

UNUSED = re.compile(r' (?:xmlns|class|aria-hidden|width|height)="[^"]*"')
"""Matches attributes that an SVG needs only if it stands alone."""


@cache
def drawing(slug: str) -> str:
    """Return the SVG drawing of a game as it is in the game's folder."""
    return (files("companion.games") / folder_of(slug) / "glyph.svg").read_text("utf-8").strip()


def drawing_files() -> dict[str, bytes]:
    """Return the content of both files by name, with each drawing as a symbol."""
    games = "".join(_symbol(slug, drawing(slug)) for slug in SLUGS)
    symbols = {DRAWINGS: games + _icon_symbols(BAR_ICONS), ICONS: _icon_symbols(LINK_ICONS)}
    return {name: f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>'.encode() for name, drawn in symbols.items()}


def _icon_symbols(names: Iterable[str]) -> str:
    """Return icons as symbols.

    The functions of Heroicons open its archive for each icon, which takes a tenth of the app's start.
    """
    with (files("heroicons") / "heroicons.zip").open("rb") as archive, ZipFile(archive) as icons:
        return "".join(_symbol(name, icons.read(f"outline/{name}.svg").decode().strip()) for name in names)


def _symbol(name: str, svg: str) -> str:
    """Return an SVG as a symbol with this id."""
    start, content = svg.removeprefix("<svg").removesuffix("</svg>").split(">", 1)
    shapes = "".join(line.strip() for line in content.splitlines())
    return f'<symbol id="{name}"{UNUSED.sub("", start)}>{shapes}</symbol>'
