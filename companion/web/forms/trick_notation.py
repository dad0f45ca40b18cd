"""Reading and writing the cards of a trick as text."""

import re
from collections.abc import Mapping

from companion.core.entry.fields import Field

MOST_PLAYS = 300
"""How many cards are read from one text at most."""

_BETWEEN = " ,;\t\r\n"
_SEPARATOR = re.compile(r"[,;\n]")


def parse_trick(item: Field, text: str) -> list[dict[str, str]]:
    """Return the rows of a text such as ``Ann red-7, Bob red-3``; names may contain blanks and commas.

    Unknown names and cards are passed on as typed, for the core to refuse.
    """
    who, what = (column.key for column in item.columns)
    names = sorted(item.columns[0].names, key=len, reverse=True)
    rows: list[dict[str, str]] = []
    rest = text.strip(_BETWEEN)
    while rest and len(rows) < MOST_PLAYS:
        name = next((name for name in names if rest[: len(name) + 1].casefold() == f"{name} ".casefold()), "")
        if name:
            card, rest = _split_at_separator(rest[len(name) :].lstrip())
        else:
            piece, _, rest = _SEPARATOR.sub("\n", rest, count=1).partition("\n")
            name, _, card = piece.strip().rpartition(" ")
        row = {who: name.strip(), what: card.strip()}
        rows.append({key: value for key, value in row.items() if value})
        rest = rest.strip(_BETWEEN)
    return rows


def _split_at_separator(text: str) -> tuple[str, str]:
    """Return the text before the first separator, and the rest, which begins with it."""
    found = re.search(rf"[{_BETWEEN}]", text)
    return (text[: found.start()], text[found.start() :]) if found else (text, "")


def trick_text(rows: object) -> str:
    """Return the cards of a trick as text: ``Ann red-7, Bob red-3``."""
    if not isinstance(rows, list | tuple):
        return ""
    return ", ".join(" ".join(str(value) for value in row.values()) for row in rows if isinstance(row, Mapping))


def trick_plays(item: Field, rows: object) -> list[tuple[str, str]]:
    """Return player and card of each row of a trick; a missing one is empty."""
    who, what = (column.key for column in item.columns)
    if not isinstance(rows, list | tuple):
        return []
    return [(str(row.get(who, "")), str(row.get(what, ""))) for row in rows if isinstance(row, Mapping)]
