"""Drawings on pages; screen readers skip them, since the name is beside each."""

import re

from markupsafe import Markup

from companion.web.support.assets import served_assets
from companion.web.support.drawings import DRAWINGS, drawing

TINT = re.compile(r'class="([^"]+)"')
"""Matches the classes of a game's drawing, with its colour."""


def glyph(slug: str) -> Markup:
    """Return the drawing of a game."""
    [classes] = TINT.findall(drawing(slug))
    return drawn(slug, classes)


def drawn(name: str, classes: str = "") -> Markup:
    """Return one of the drawings of the file."""
    address = served_assets().address(DRAWINGS)
    return Markup('<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>').format(classes, address, name)
