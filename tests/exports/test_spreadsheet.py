"""CSV files: read back unchanged, and no spreadsheet evaluates a cell."""

import csv
import io
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.exports.spreadsheet import (
    PlayOfTable,
    ResultRow,
    SheetRow,
    is_risky,
    play_rows,
    read,
    result_rows,
    write,
)

DANGEROUS = "=+-@\t\r\n\0＝＋－＠"
ODD = st.text(st.sampled_from(list("=+-@'\" \u00a0\t\r\n,;aé=1＝＋－＠(")) | st.characters(codec="utf-8"), max_size=12)
TABLES = st.lists(st.lists(ODD | st.integers(-(10**15), 10**15), min_size=1, max_size=5), max_size=6)


@given(TABLES)
def test_a_written_table_is_read_back(table: list[list[str | int]]) -> None:
    assert read("".join(write(table))) == table


@given(TABLES)
def test_no_cell_begins_with_a_formula_character(table: list[list[str | int]]) -> None:
    text = "".join(write(table)).removeprefix("\ufeff")
    for row, written in zip(csv.reader(io.StringIO(text, newline=""), strict=True), table, strict=True):
        for cell, meant in zip(row, written, strict=True):
            if isinstance(meant, int):
                assert cell == str(meant)
            else:
                assert not cell.startswith(tuple(DANGEROUS))
                assert not cell.lstrip(' "\u00a0').startswith(tuple(DANGEROUS))


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "  =1", "'=1", '"=1', "＝1", "\u00a0@x"])
def test_a_name_like_a_formula_is_a_text(name: str) -> None:
    assert is_risky(name)
    text = "".join(write([[name, -5]]))
    assert "'" + name.replace('"', '""') in text
    assert text.endswith(",-5\r\n")


@pytest.mark.parametrize("name", ["Ann", "O'Neill", "'tis", "a=b", "1-1", "", "−5"])
def test_an_ordinary_name_is_unchanged(name: str) -> None:
    assert "".join(write([[name]])) == f'\ufeff"{name}"\r\n'


def test_a_long_table_is_written_in_pieces() -> None:
    pieces = list(write([number, "x"] for number in range(1200)))
    assert len(pieces) == 4
    assert len(read("".join(pieces))) == 1200


@pytest.mark.parametrize("text", ["x", '"a', '"a"b\r\n', '"a"', "1,\r\n", "1.5\r\n"])
def test_another_table_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"letter|end"):
        read(text)


def test_a_play_has_a_row_for_each_round_and_player() -> None:
    rounds = [SheetRow(1, "Ann", (), (3, -2), (3, -2)), SheetRow(2, "=Bob", ("Ann",), (0, 5), (3, 3), ("Level.",))]
    assert list(play_rows(["Ann", "=Bob"], rounds)) == [
        ["Round", "Dealer", "Sitting out", "Ann", "Ann, total", "=Bob", "=Bob, total", "Notes"],
        [1, "Ann", "", 3, 3, -2, -2, ""],
        [2, "=Bob", "Ann", 0, 3, 5, 3, "Level."],
    ]


def test_a_night_has_a_row_for_each_player_in_the_clubs_time_zone() -> None:
    results = (ResultRow("Ann", "", 1, 12, 1, True, 3), ResultRow("Bob", "", 2, -4, 2, False, 2))
    late = datetime(2026, 6, 30, 22, 30, tzinfo=UTC)
    play = PlayOfTable("k", "rage", "Rage", "Midsummer", "Ann’s", late, True, False, 3, results, "wild")
    rows = list(result_rows([play], ZoneInfo("Europe/Berlin")))
    assert rows[0][:2] == ["Date", "Time"]
    assert rows[1] == [
        "2026-07-01", "00:30", "Midsummer", "Ann’s", "rage", "Rage", "Ann", "", 1, 12, 1, "yes",
        3, 3, "yes", "no", "wild", "k",
    ]  # fmt: skip
    assert [len(row) for row in rows] == [len(rows[0])] * 3
    assert [row[6] for row in result_rows([play], ZoneInfo("UTC"), "Bob")] == ["Player", "Bob"]
