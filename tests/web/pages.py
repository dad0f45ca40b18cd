"""What a page says."""

import re
from collections.abc import Mapping
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


def text_and_links(page: str, names: Mapping[str, str]) -> tuple[str, list[tuple[str, str]]]:
    """Return the text of the main part of a page, and its links with names for what has a random address or key.

    ``names``: name and address, or key, of each.
    """
    found = []
    for text, address in links_of(page):
        for name in sorted(names, key=lambda name: -len(names[name])):
            address = re.sub(rf"{re.escape(names[name])}(?![\w-])", name, address)
        found.append((text, address.partition("?data=")[0]))
    return words(main_of(page)), found
