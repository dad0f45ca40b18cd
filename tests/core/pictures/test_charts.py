"""Measures of charts: texts are cut to fit, marks of an axis are round, labels do not overlap."""

from collections.abc import Sequence
from html import escape
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.pictures.charts import (
    colour_class,
    printable,
    short_number,
    shorten,
    spread_labels,
    text_width,
    ticks,
)


def test_after_the_last_colour_the_colours_repeat_as_rings() -> None:
    assert [colour_class(number) for number in (0, 7, 8, 15, 16)] == ["s0", "s7", "s0 ring", "s7 ring", "s0"]


@given(st.text(max_size=60), st.floats(1.1, 20))
def test_a_cut_text_fits_and_keeps_its_beginning(text: str, room: float) -> None:
    cut = shorten(text, room)
    assert text_width(cut) <= room
    assert cut == text or (cut.endswith("…") and text.startswith(cut[:-1]))


def test_combining_accents_take_no_room_and_are_never_split() -> None:
    assert text_width("e\u0301") == text_width("e")
    assert shorten("Zoe\u0301 the third", 3.5) == "Zoe\u0301…"
    assert shorten("👩\u200d👧\u200d👦", 3.4) == "👩\u200d👧…"
    assert shorten("a b c d", 2.2) == "a…"
    assert shorten("Wimbledon", 0.5) == "…"


def test_letters_have_their_usual_widths_and_marks_have_none() -> None:
    letters = ("i", "m", "A", "a", "漢", "\u0301", "\u20dd", "\u200d")
    assert [text_width(letter) for letter in letters] == [0.36, 1, 0.74, 0.64, 1.2, 0, 0, 0]
    assert shorten("mmm", 3) == "mmm"


def test_a_letter_that_xml_forbids_is_replaced_by_the_sign_for_that() -> None:
    assert printable("a\x00b\ud800\uffffc d") == "a\ufffdb\ufffd\ufffdc d"


@given(st.text())
def test_any_text_can_be_written_into_the_svg(text: str) -> None:
    ElementTree.fromstring(f'<svg title="{escape(printable(text))}">{escape(printable(text))}</svg>')


@given(st.integers(-10_000_000, 10_000_000), st.integers(0, 10_000_000))
def test_axis_marks_are_round_and_evenly_spaced_with_zero_and_cover_all_values(low: int, more: int) -> None:
    marks = ticks(low, low + more)
    steps = {after - before for before, after in pairwise(marks)}
    assert len(steps) == 1
    assert str(steps.pop()).rstrip("0") in ("1", "2", "5")
    assert 0 in marks
    assert marks[0] <= low
    assert marks[-1] >= low + more
    assert 2 <= len(marks) <= 9


@given(st.lists(st.floats(0, 100), min_size=1, max_size=6))
def test_labels_that_are_pushed_apart_keep_order_and_bounds(wanted: Sequence[float]) -> None:
    placed = spread_labels(wanted, 10, 0, 100)
    assert all(-1e-9 <= one <= 100 + 1e-9 for one in placed)
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    assert all(placed[after] - placed[before] >= 10 - 1e-9 for before, after in pairwise(order))


def test_axis_marks_take_the_smallest_round_step() -> None:
    assert ticks(0, 10) == [0, 2, 4, 6, 8, 10]
    assert ticks(-3, 51) == [-20, 0, 20, 40, 60]
    assert (ticks(0, 5), ticks(0, 0)) == ([0, 1, 2, 3, 4, 5], [0, 1])


def test_labels_that_are_apart_do_not_move() -> None:
    assert spread_labels([50, 10, 90], 10, 0, 100) == [50, 10, 90]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (0, "0"),
        (-5, "−5"),
        (2000, "2,000"),
        (20_000, "20k"),
        (-12_500, "−12.5k"),
        (1_500_000, "1.5m"),
        (-8_000_000, "−8m"),
    ],
)
def test_numbers_of_an_axis_are_short(value: int, told: str) -> None:
    assert short_number(value) == told
