"""Chances in words."""

from fractions import Fraction

from companion.core.common.chances import fraction_text, percent


def test_halves_are_rounded_away_from_0() -> None:
    assert [percent(Fraction(number, 2000)) for number in (1, -1, 3, 0)] == [0.1, -0.1, 0.2, 0.0]


def test_a_whole_number_is_written_as_a_fraction_too() -> None:
    assert [fraction_text(Fraction(*parts)) for parts in ((6, 16), (2, 2), (0, 5))] == ["3/8", "1/1", "0/1"]
