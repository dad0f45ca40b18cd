"""Names from right to left in sentences from left to right."""

import re
from itertools import pairwise

from companion.web.support.rendering.page_text import matches_in_text

_MARK = "\N{LEFT-TO-RIGHT MARK}"
"""Invisible; what follows it is shown on its right."""

_LETTER = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
"""A letter from right to left."""

_OTHER_BYTES = bytes({*range(256)} - {*range(0xD6, 0xE1), 0xEF, 0xF0})
"""The bytes with which no such letter begins in UTF-8."""

_END_OF_NAME = re.compile(rf"{_LETTER}(?=[^\w<&]*\d|[,;:]\s)")
"""The last letter before a number, or before a comma or colon and a blank; ``&#39;`` and the like are no numbers."""


def in_reading_order(page: str) -> str:
    """Return a page in which numbers stay behind the names from right to left that they follow.

    Browsers show a number on the left of such a name, and swap two such names with a comma between them.
    """
    if not page.encode().translate(None, _OTHER_BYTES):  # five times as fast as a search for such a letter
        return page
    ends = [found.end() for found, _ in matches_in_text(_END_OF_NAME, page)]
    return _MARK.join(page[begin:end] for begin, end in pairwise([0, *ends, len(page)]))
