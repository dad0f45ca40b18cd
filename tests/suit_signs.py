"""Suit signs on pages: marked as signs, so that no phone draws them as pictures, and in their colours."""

import re


def on_page(text: str) -> str:
    """Return a text as it appears in the HTML."""
    return re.sub("[♠♥♦♣]", "\\g<0>\ufe0e", text)


def without_signs(page: str) -> str:
    """Return a page without the markup of suit signs."""
    return re.sub('<span class="red">([^<]*\ufe0e)</span>', r"\1", page).replace("\ufe0e", "")
