"""References within a page: labels and inputs, descriptions, lists, anchors."""

import re
from collections import Counter
from collections.abc import Iterator

from werkzeug.test import TestResponse

_ID = re.compile(r'<[^>]*?\sid="([^"]*)"')
_POINTER = re.compile(
    r'\s(aria-describedby|aria-labelledby|aria-controls|aria-owns|for|list|form|headers)="([^"]*)"|\s(href)="#([^"]+)"'
)


def loose_ends(page: str) -> Iterator[str]:
    """Return references without a target, and ids that are there twice."""
    ids = Counter(_ID.findall(page))
    for name, often in ids.items():
        if often > 1:
            yield f"{often} × id={name}"
    for attribute, targets, href, anchor in _POINTER.findall(page):
        for target in targets.split() or [anchor]:
            if target not in ids:
                yield f"{attribute or href} points at {target}, which is not there"


def check_wiring(answer: TestResponse, path: str) -> None:
    """Check that every reference of a page has a target, and that ids are unique.

    :raises AssertionError: it is not.
    """
    if answer.mimetype == "text/html":
        found = list(loose_ends(answer.text))
        assert not found, f"{path}: {found}"
