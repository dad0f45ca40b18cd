"""Suit signs on pages: marked as signs, so that no phone draws them, and in their colours."""

import re


def on_page(text: str) -> str:
    """A text as a page has it in its words."""
    return re.sub("[♠♥♦♣]", "\\g<0>\ufe0e", text)


def without_signs(page: str) -> str:
    """A page as if its suit signs were letters like others."""
    return re.sub('<span class="red">([^<]*\ufe0e)</span>', r"\1", page).replace("\ufe0e", "")
