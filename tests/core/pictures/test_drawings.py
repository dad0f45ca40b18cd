"""Whole drawings, compared with stored ones.

If you change a drawing on purpose, delete its file in ``drawings`` and run the test: it writes the new file and fails
once. Look at the file in a browser before you commit it.
"""

from pathlib import Path

import pytest

from companion.core.pictures.charts import column_chart, line_chart
from companion.core.pictures.result_svg import PictureGame, PictureRow, PodiumStep, night_svg, play_svg

DRAWINGS = Path(__file__).parent / "drawings"
GLYPH = (
    '<svg xmlns="http://www.w3.org/2000/svg" class="glyph s3" viewBox="0 0 24 24" fill="none" stroke="#333">'
    '<path d="M4 4h16v16H4z"/></svg>'
)
LINES = {
    "Ann": (0, 12, 30, 28), "Bob": (0, -4, 5, 28), "Cyd & Co": (0, 3, -7, 2),
    "Maximilian Alexander von Habsburg": (0, 8, 9, 10),
}  # fmt: skip
MANY = {f"P{number}": (0, number * 3) for number in range(10)}
DATES = [f"{day} Nov" for day in (1, 3, 8, 9, 21, 24, 28)]
WINS = {"Ann": (0, 1, 1, 2, 3, 3, 4), "Bob": (1, 1, 2, 2, 2, 3, 3)}
MONTHS = [(f"{month} 2026", month % 3, month) for month in range(1, 13)]
ROWS = [
    PictureRow("1st", "Ann", "28", True, "A", 0), PictureRow("1st", "Bob", "28", True, "B", 1),
    PictureRow("3rd", "Maximilian Alexander von Habsburg-Lothringen und Este", "10", False, "M", 3),
    PictureRow("", "Nobody", "−1,250"),
]  # fmt: skip
PODIUM = [
    PodiumStep("1st", ("Ann",), ("A",), "3 wins", (0,)),
    PodiumStep("2nd", ("Bob", "Cyd"), ("B", "C"), "2 wins", (1, 10)),
    PodiumStep("3rd", ("Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo"), tuple("DEFGHIJ"), "1 win", range(3, 10)),
]
GAMES = [PictureGame(GLYPH, f"Game {number}", "Ann wins by 5 points") for number in range(9)]


def drawn(name: str) -> str:
    """Return the drawing of this name, with a line for each element."""
    svg = {
        "lines": lambda: line_chart("Totals by round", LINES),
        "many-lines": lambda: line_chart("Totals by round", MANY),
        "wins": lambda: line_chart("Wins", WINS, along="days", below=DATES, least=200),
        "columns": lambda: column_chart("Wins of plays", [("Jan", 1, 4), ("Feb", 0, 2), ("Mar", 3, 3)]),
        "many-columns": lambda: column_chart("Wins of plays", MONTHS),
        "play": lambda: play_svg("Rage", "At Ann’s, 20 November", "Ann and Bob share the win", ROWS, glyph=GLYPH),
        "play-with-chart": lambda: play_svg("Rage", "20 November", "Ann wins", ROWS, chart=line_chart("", LINES)),
        "night": lambda: night_svg("At Ann’s", "20 November", "Rage: it was close.", PODIUM, GAMES),
        "night-of-two": lambda: night_svg("At Ann’s", "20 November", "", PODIUM[:2], GAMES[:2]),
        "night-without-winners": lambda: night_svg("At Ann’s", "20 November", "", [], GAMES[:8]),
    }[name]()
    return svg.replace("><", ">\n<") + "\n"


@pytest.mark.parametrize(
    "name",
    ["lines", "many-lines", "wins", "columns", "many-columns", "play", "play-with-chart", "night", "night-of-two",
     "night-without-winners"],
)  # fmt: skip
def test_a_drawing_stays_as_it_was_looked_at(name: str) -> None:
    file, now = DRAWINGS / f"{name}.svg", drawn(name)
    if not file.exists():
        file.write_text(now, "utf-8")
        pytest.fail(f"{file.name} was missing and has been written: look at it in a browser")
    assert now == file.read_text("utf-8")
