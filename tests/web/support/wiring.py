"""What a page points at inside itself: labels and inputs, descriptions, lists, places to jump to."""

import re
from collections import Counter
from collections.abc import Iterator

from werkzeug.test import TestResponse

_ID = re.compile(r'<[^>]*?\sid="([^"]*)"')
_POINTER = re.compile(
    r'\s(aria-describedby|aria-labelledby|aria-controls|aria-owns|for|list|form|headers)="([^"]*)"|\s(href)="#([^"]+)"'
)


def loose_ends(page: str) -> Iterator[str]:
    """What on this page points at nothing, and which ids are there twice."""
    ids = Counter(_ID.findall(page))
    for name, often in ids.items():
        if often > 1:
            yield f"{often} × id={name}"
    for attribute, targets, href, anchor in _POINTER.findall(page):
        for target in targets.split() or [anchor]:
            if target not in ids:
                yield f"{attribute or href} points at {target}, which is not there"


def check_wiring(answer: TestResponse, path: str) -> None:
    """Everything that a page points at inside itself is there, once.

    :raises AssertionError: it is not.
    """
    if answer.mimetype == "text/html":
        found = list(loose_ends(answer.text))
        assert not found, f"{path}: {found}"
