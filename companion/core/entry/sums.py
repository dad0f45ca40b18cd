"""Numbers as people type them, with sums added up."""

import re

_SUM = re.compile(r"[+\-]?\s*\d{1,10}(?:\s*[+\-]\s*\d{1,10}){0,40}\s*[+\-]?")
_MINUS = str.maketrans({"−": "-", "–": "-", "—": "-", "＋": "+"})


def read_sum(text: str) -> int | None:
    """Return the number in a typed text, sums added up: ``3+6+2`` is 11, ``12-3`` is 9; None for anything else."""
    text = text.translate(_MINUS).strip().replace(" ", "").replace("\N{NO-BREAK SPACE}", "")
    if not text.isascii() or not _SUM.fullmatch(text):
        return None
    return sum(int(part) for part in re.findall(r"[+\-]?\d+", text))
