"""Questions to the referee, and forms of a page."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

from companion.games import all_games

WITH_REFEREE = [game for game in all_games() if game.situations]
RENEGE = "/referee/renege?ask=1&trump=yellow&tricks=Ann red-7, Bob blue-3%0D%0ABob red-1, Ann red-8"


def texts_in(value: Any) -> Iterator[str]:
    """Return every text in JSON, keys too."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)
    elif isinstance(value, str):
        yield value.strip()


def forms(page: str) -> list[str]:
    """Return the forms of a page that put something on the sheet."""
    return re.findall(r'<form[^>]*action="[^"]*/referee/put">.*?</form>', page, re.DOTALL)


def sent_in(form: str) -> dict[str, list[str]]:
    """Return what a form sends."""
    sent: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form):
        sent.setdefault(name, []).append(unescape(value))
    return sent


# On the sheet.

PENALTY = {"player": "Bob", "points": "-1", "reason": "reneged in trick 1, the blue 3"}
