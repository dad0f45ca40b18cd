"""Tables as CSV for any spreadsheet: numbers as numbers, and no text that could be taken for a formula.

The rows come from ``store.files.tables_and_calendar``.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

Cell = str | int

BOM = "\ufeff"
"""The beginning of a file by which spreadsheets recognise UTF-8."""

AT_ONCE = 500
"""How many rows are sent in one piece."""

_STARTS = tuple("=+-@\t\r\n\0＝＋－＠")
_BEFORE = " '\"\N{NO-BREAK SPACE}"


def is_risky(text: str) -> bool:
    """Return whether a spreadsheet could take a text for a formula, even if blanks or quotes come first."""
    return text.lstrip(_BEFORE).startswith(_STARTS)


def csv_pieces(rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    """Yield pieces of a CSV table: texts in double quotes, with ``'`` before those that could be taken for formulas."""
    yield BOM
    piece = io.StringIO()
    writer = csv.writer(piece, quoting=csv.QUOTE_NONNUMERIC)
    for number, row in enumerate(rows, start=1):
        writer.writerow([f"'{cell}" if isinstance(cell, str) and is_risky(cell) else cell for cell in row])
        if not number % AT_ONCE:
            yield piece.getvalue()
            piece.seek(0)
            piece.truncate()
    yield piece.getvalue()
