"""The file of drawings to which pages refer: those of games, and the icons of a club's bar."""

import re
from functools import cache
from importlib.resources import files

from heroicons.jinja import heroicon_outline

from companion.games import SLUGS, folder_of
from companion.web.club.navigation import TABS

DRAWINGS = "drawings.svg"
"""The name of the file. In it, games have their slugs as ids, icons their names."""

UNUSED = re.compile(r' (?:xmlns|class|aria-hidden|width|height)="[^"]*"')
"""Matches attributes that a drawing needs only where it stands alone."""


@cache
def drawing(slug: str) -> str:
    """Return the SVG drawing of a game as it is in the game's folder."""
    return (files("companion.games") / folder_of(slug) / "glyph.svg").read_text("utf-8").strip()


def drawings_file() -> bytes:
    """Return the content of the file: the drawing of each game and the icon of each tab, as symbols."""
    icons = {tab.icon: str(heroicon_outline(tab.icon)) for tab in TABS}
    drawn = "".join(_symbol(name, svg) for name, svg in ({slug: drawing(slug) for slug in SLUGS} | icons).items())
    return f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>'.encode()


def _symbol(name: str, svg: str) -> str:
    """Return an SVG as a symbol with this id."""
    start, content = svg.removeprefix("<svg").removesuffix("</svg>").split(">", 1)
    return f'<symbol id="{name}"{UNUSED.sub("", start)}>{content}</symbol>'
