"""Drawings on pages; screen readers skip them, since the name is beside each."""

import re

from markupsafe import Markup

from companion.web.support.static.assets import served_assets
from companion.web.support.static.drawings import BAR_ICONS, DRAWINGS, ICONS, drawing

TINT = re.compile(r'class="([^"]+)"')
"""Matches the classes of a game's drawing, with its colour."""


def glyph(slug: str) -> Markup:
    """Return the drawing of a game."""
    [classes] = TINT.findall(drawing(slug))
    return _svg(Markup(' class="{}"').format(classes), DRAWINGS, slug)


def icon(name: str) -> Markup:
    """Return the icon with this name."""
    return _svg(Markup(), DRAWINGS if name in BAR_ICONS else ICONS, name)


def _svg(attributes: Markup, file: str, name: str) -> Markup:
    """Return an SVG element that shows the symbol ``name`` of a file. ``attributes``: each begins with a space."""
    address = served_assets().address(file)
    return Markup('<svg{} aria-hidden="true"><use href="{}#{}"/></svg>').format(attributes, address, name)
