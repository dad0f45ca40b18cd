"""Suit symbols in the colours of cards, never as emoji."""

import re
from typing import Any

from jinja2 import Template

_SYMBOLS = "♠♥♦♣⚖"
"""The suits, and the scales of the referee."""

AS_TEXT = "\ufe0e"
"""The variation selector that keeps phones from showing a symbol as emoji."""

_SIGN = re.compile(f"([{_SYMBOLS}])[\ufe0e\ufe0f]?")
"""One of these symbols, with or without a variation selector."""

_RANKS = ("10", *"AKQJ98765432")

_NAME = re.compile("<([a-z]*)")
_BARE = ("option", "text", "tspan")
"""Elements that cannot contain others: their symbols keep the colour of the text."""

_UNCHANGED = ("title", "desc", "textarea", "script", "style")
"""Elements whose text must stay unchanged."""


class PageTemplate(Template):
    """A template whose suit symbols are coloured."""

    def render(self, *args: Any, **kwargs: Any) -> str:
        """Render the page."""
        return with_suits(super().render(*args, **kwargs))


def with_suits(page: str) -> str:
    """Return a page with coloured suit symbols, each with the rank before it, except in tags and ``_UNCHANGED``."""
    if not any(symbol in page for symbol in _SYMBOLS):  # a quarter of the time that the pattern takes
        return page
    parts: list[str] = []
    copied_to = 0
    for found in _SIGN.finditer(page):
        start = found.start()
        tag = page.rfind("<", 0, start)
        name = _NAME.match(page, tag) if tag >= 0 else None
        kind = name[1] if name else ""
        if kind in _UNCHANGED or (tag >= 0 and page.find(">", tag, start) < 0):
            continue
        if found[1] in "♥♦" and kind not in _BARE:
            rank = next((known for known in _RANKS if page.endswith(known, copied_to, start)), "")
            parts += (page[copied_to : start - len(rank)], f'<span class="red">{rank}{found[1]}{AS_TEXT}</span>')
        else:
            parts += (page[copied_to:start], found[1], AS_TEXT)
        copied_to = found.end()
    return "".join((*parts, page[copied_to:]))
