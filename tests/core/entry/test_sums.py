"""Numbers as people type them."""

import pytest

from companion.core.entry.sums import read_sum


@pytest.mark.parametrize(
    ("text", "number"),
    [("3+6+2", 11), ("12-3", 9), ("−5", -5), ("9–4", 5), ("9—4", 5), ("9＋4", 13),
     (" 1 0 ", 10), ("3+", 3), ("", None), ("3.5", None), ("NaN", None),
     ("1e5", None), ("٣", None), ("1" * 30, None), ("3++4", None), ("0x10", None),
     ("10000000", 10_000_000), ("1000000000", 1_000_000_000), ("1+1000000000", 1_000_000_001), ("12345678901", None),
     ("1\u00a0000", 1000), ("3 +\n", 3), ("1" + "+1" * 40, 41), ("1" + "+1" * 41, None)],
)  # fmt: skip
def test_sums_are_added_and_other_texts_are_no_numbers(text: str, number: int | None) -> None:
    assert read_sum(text) == number
