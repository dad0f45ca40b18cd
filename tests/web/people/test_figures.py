"""Figures of statistics as words: shares and averages."""

import pytest

from companion.core.statistics.numbers import Share
from companion.web.people.statistics import average, share


@pytest.mark.parametrize(
    ("part", "whole", "told"),
    [
        (3, 4, "3 of 4"),
        (0, 0, "0 of 0"),
        (2, 5, "2 of 5, 40 %"),
        (1, 8, "1 of 8, 13 %"),
        (1200, 3600, "1,200 of 3,600, 33 %"),
    ],
)
def test_a_share_has_a_percentage_from_five_on(part: int, whole: int, told: str) -> None:
    assert share(Share(part, whole)).replace("\N{NO-BREAK SPACE}", " ") == told


@pytest.mark.parametrize(
    ("total", "plays", "told"),
    [
        (5, 2, "2.5"),
        (-1, 3, "−0.3"),
        (-1, 40, "0.0"),
        (1, 3, "0.3"),
        (20000, 3, "6,666.7"),
        (1, 0, ""),
        (-5, 2, "−2.5"),
    ],
)
def test_an_average_has_one_decimal(total: int, plays: int, told: str) -> None:
    assert average(Share(total, plays)) == told
