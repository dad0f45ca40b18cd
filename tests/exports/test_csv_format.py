"""CSV files: read back unchanged, and no spreadsheet evaluates a cell."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.exports.csv_format import csv_pieces, is_risky
from tests.exports.csv_tables import read

DANGEROUS = "=+-@\t\r\n\0＝＋－＠"
ODD = st.text(st.sampled_from(list("=+-@'\" \u00a0\t\r\n,;aé=1＝＋－＠(")) | st.characters(codec="utf-8"), max_size=12)
TABLES = st.lists(st.lists(ODD | st.integers(-(10**15), 10**15), min_size=1, max_size=5), max_size=6)


@given(TABLES)
def test_a_written_table_is_read_back(table: list[list[str | int]]) -> None:
    assert read("".join(csv_pieces(table))) == table


@given(TABLES)
def test_no_cell_begins_with_a_formula_character(table: list[list[str | int]]) -> None:
    text = "".join(csv_pieces(table)).removeprefix("\ufeff")
    for row, written in zip(csv.reader(io.StringIO(text, newline=""), strict=True), table, strict=True):
        for cell, meant in zip(row, written, strict=True):
            if isinstance(meant, int):
                assert cell == str(meant)
            else:
                assert not cell.startswith(tuple(DANGEROUS))
                assert not cell.lstrip(' "\u00a0').startswith(tuple(DANGEROUS))


@pytest.mark.parametrize(
    "name",
    [
        "=1+1",
        "+1",
        "-1",
        "@SUM(A1)",
        "\t=1",
        "  =1",
        "'=1",
        '"=1',
        "＝1",
        "\u00a0@x",
        "＋1",
        "－1",
        "＠x",
        "\r1",
        "\n1",
        "\0",
    ],
)
def test_a_name_like_a_formula_is_a_text(name: str) -> None:
    assert is_risky(name)
    text = "".join(csv_pieces([[name, -5]]))
    assert "'" + name.replace('"', '""') in text
    assert text.endswith(",-5\r\n")


@pytest.mark.parametrize("name", ["Ann", "O'Neill", "'tis", "a=b", "1-1", "", "−5"])
def test_an_ordinary_name_is_unchanged(name: str) -> None:
    assert "".join(csv_pieces([[name]])) == f'\ufeff"{name}"\r\n'


def test_a_long_table_is_written_in_pieces() -> None:
    pieces = list(csv_pieces([number, "x"] for number in range(1200)))
    assert [piece.count("\r\n") for piece in pieces] == [0, 500, 500, 200]
    assert pieces[0] == "\ufeff"
    assert len(read("".join(pieces))) == 1200


@pytest.mark.parametrize("text", ["x", '"a', '"a"b\r\n', '"a"', "1,\r\n", "1.5\r\n"])
def test_another_table_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"letter|end"):
        read(text)
