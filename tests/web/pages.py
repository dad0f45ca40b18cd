"""What a page says."""

import re
from html import unescape


def words(page: str) -> str:
    """Return the text of a page, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def main_of(page: str) -> str:
    """Return the main part of a page, which is between its bars."""
    return page.partition("<main")[2].partition("</main>")[0].partition(">")[2]


def links_of(page: str) -> list[tuple[str, str]]:
    """Return text and address of the links in the main part of a page."""
    found = re.findall(r'<a\b[^>]*? href="([^"]*)"[^>]*>(.*?)</a>', main_of(page), re.DOTALL)
    return [(words(text), unescape(address)) for address, text in found]
