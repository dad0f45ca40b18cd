"""Which style sheets of single components the elements of a page need, by the classes and ids of their selectors."""

import re
from collections.abc import Mapping, Sequence

from companion.resources import STATIC
from companion.web.support.static.assets import COMMON_STYLES

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{}]+)\{[^{}]*\}")
FUNCTION = re.compile(r":(?:not|is|where)\([^()]*\)")
CLASS_OR_ID = re.compile(r"[.#][\w-]*[a-z][\w-]*")
ATTRIBUTE = re.compile(r' (class|id)="([^"]+)"')

SCREEN_STYLE = "screens/screen.css"
"""The style sheet of the scoreboard, which has nothing in common with those of the other pages."""

NAMESAKES = {"pairs": {".grid"}, "start": {".seats"}}
"""Classes that also mean something else, for which the style sheet is not needed."""


def selector_names(sheet: str) -> Sequence[frozenset[str]]:
    """Return the classes and ids that a page must have for each selector of a style sheet to match."""
    selectors = [one for rule in RULE.findall(COMMENT.sub("", sheet)) for one in FUNCTION.sub("", rule).split(",")]
    return sorted({frozenset(CLASS_OR_ID.findall(one)) for one in selectors} - {frozenset()}, key=len)


SELECTORS: Mapping[str, Sequence[frozenset[str]]] = {
    path.stem: [one for one in selector_names(path.read_text("utf-8")) if not one & NAMESAKES.get(path.stem, set())]
    for path in sorted(STATIC.rglob("*.css"))
    if path.relative_to(STATIC).as_posix() not in (*COMMON_STYLES, SCREEN_STYLE)
}


def needed_styles(page: str) -> set[str]:
    """Return the style sheets of which a selector matches an element of a page."""
    names = {f"{'#' if kind == 'id' else '.'}{name}" for kind, some in ATTRIBUTE.findall(page) for name in some.split()}
    return {name for name, selectors in SELECTORS.items() if any(one <= names for one in selectors)}
