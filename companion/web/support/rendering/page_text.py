"""The text of a page, apart from its tags."""

import re
from collections.abc import Iterator

_NAME = re.compile("<([a-z]*)")

_UNCHANGED = ("title", "desc", "textarea", "script", "style")
"""Elements whose text must stay unchanged."""


def matches_in_text(pattern: re.Pattern[str], page: str) -> Iterator[tuple[re.Match[str], str]]:
    """Yield the matches of a pattern in a page, each with the name of the last tag before it.

    Matches in tags, and in elements whose text must stay unchanged, are left out.
    """
    for found in pattern.finditer(page):
        tag = page.rfind("<", 0, found.start())
        name = _NAME.match(page, tag) if tag >= 0 else None
        kind = name[1] if name else ""
        if kind not in _UNCHANGED and (tag < 0 or page.find(">", tag, found.start()) >= 0):
            yield found, kind
