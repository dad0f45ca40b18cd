"""The drawings by which lists show games."""

from functools import cache
from importlib.resources import files

from markupsafe import Markup

from companion.games import folder_of


@cache
def glyph(slug: str) -> Markup:
    """Return the drawing of a game as SVG; screen readers skip it, since the name is beside it."""
    without_namespace = drawing(slug).replace(' xmlns="http://www.w3.org/2000/svg"', ' aria-hidden="true"')
    return Markup(without_namespace)  # noqa: S704 - a file of the package


@cache
def drawing(slug: str) -> str:
    """Return the SVG drawing of a game as it is in the game's folder."""
    return (files("companion.games") / folder_of(slug) / "glyph.svg").read_text("utf-8").strip()
