"""What a page says."""

import re
from html import unescape


def words(page: str) -> str:
    """Return the text of a page, in one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())
