"""Whole drawings, compared with stored ones.

If you change a drawing on purpose, delete its file in ``drawings`` and run the test: it writes the new file and fails
once. Look at the file in a browser before you commit it.
"""

from pathlib import Path

import pytest


def check_drawing(file: Path, svg: str) -> None:
    """Check that a drawing is the one in a file, which has a line for each element."""
    now = str(svg).replace("><", ">\n<") + "\n"
    if not file.exists():
        file.write_text(now, "utf-8")
        pytest.fail(f"{file.name} was missing and has been written: look at it in a browser")
    assert now == file.read_text("utf-8")
