"""Whole charts, compared with stored ones."""

from pathlib import Path

import pytest

from companion.web.support.rendering.charts import column_chart, line_chart
from tests.stored_drawings import check_drawing

pytestmark = pytest.mark.usefixtures("in_app")

LINES = {
    "Ann": (0, 12, 30, 28), "Bob": (0, -4, 5, 28), "Cyd & Co": (0, 3, -7, 2),
    "Maximilian Alexander von Habsburg": (0, 8, 9, 10),
}  # fmt: skip
MANY = {f"P{number}": (0, number * 3) for number in range(10)}
DATES = [f"{day} Nov" for day in (1, 3, 8, 9, 21, 24, 28)]
WINS = {"Ann": (0, 1, 1, 2, 3, 3, 4), "Bob": (1, 1, 2, 2, 2, 3, 3)}
MONTHS = [(f"{month} 2026", month % 3, month) for month in range(1, 13)]
DRAWINGS = {
    "lines": lambda: line_chart("Totals by round", LINES),
    "many-lines": lambda: line_chart("Totals by round", MANY),
    "wins": lambda: line_chart("Wins", WINS, along="days", below=DATES, least=200),
    "columns": lambda: column_chart("Wins of plays", [("Jan", 1, 4), ("Feb", 0, 2), ("Mar", 3, 3)]),
    "many-columns": lambda: column_chart("Wins of plays", MONTHS),
}


@pytest.mark.parametrize("name", DRAWINGS)
def test_a_drawing_stays_as_it_was_looked_at(name: str) -> None:
    check_drawing(Path(__file__).parent / "drawings" / f"{name}.svg", DRAWINGS[name]())
