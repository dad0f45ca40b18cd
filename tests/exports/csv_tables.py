"""Reading the tables that people download."""

import re

from companion.exports.csv_format import BOM, Cell, is_risky

CELL = re.compile(r'"((?:[^"]|"")*)"|(-?[0-9]+)')


def read(text: str) -> list[list[Cell]]:
    """Return the table in a CSV file made by ``write``.

    :raises ValueError: the file was not made by ``write``.
    """
    text, place, rows, row = text.removeprefix(BOM), 0, list[list[Cell]](), list[Cell]()
    while place < len(text):
        found = CELL.match(text, place)
        if found is None:
            raise ValueError(f"no cell begins at letter {place + 1}")
        row.append(_text_of(found[1]) if found[2] is None else int(found[2]))
        place = found.end()
        if text.startswith(",", place):
            place += 1
        elif text.startswith("\r\n", place):
            place += 2
            rows.append(row)
            row = []
        else:
            raise ValueError(f"a cell goes on at letter {place + 1}")
    if row:
        raise ValueError("the last row has no end")
    return rows


def _text_of(quoted: str) -> str:
    text = quoted.replace('""', '"')
    return text[1:] if text.startswith("'") and is_risky(text[1:]) else text
