"""Suit symbols in the colours of cards, never as emoji."""

import re

from companion.web.support.rendering.page_text import matches_in_text

_SYMBOLS = "♠♥♦♣⚖"
"""The suits, and the scales of the referee."""

AS_TEXT = "\ufe0e"
"""The variation selector that keeps phones from showing a symbol as emoji."""

_SIGN = re.compile(f"([{_SYMBOLS}])[\ufe0e\ufe0f]?")
"""One of these symbols, with or without a variation selector."""

_RANKS = ("10", *"AKQJ98765432")

_BARE = ("option", "text", "tspan")
"""Elements that cannot contain others: their symbols keep the colour of the text."""


def with_suits(page: str) -> str:
    """Return a page with coloured suit symbols, each with the rank before it."""
    if not any(symbol in page for symbol in _SYMBOLS):  # a quarter of the time that the pattern takes
        return page
    parts: list[str] = []
    copied_to = 0
    for found, kind in matches_in_text(_SIGN, page):
        start = found.start()
        if found[1] in "♥♦" and kind not in _BARE:
            rank = next((known for known in _RANKS if page.endswith(known, copied_to, start)), "")
            parts += (page[copied_to : start - len(rank)], f'<span class="red">{rank}{found[1]}{AS_TEXT}</span>')
        else:
            parts += (page[copied_to:start], found[1], AS_TEXT)
        copied_to = found.end()
    return "".join((*parts, page[copied_to:]))
