"""Choosing among cases."""

from companion.core.referee.cases import first_true


def test_the_first_condition_that_holds_decides() -> None:
    assert first_true((False, "a"), ([1], "b"), (True, "c")) == "b"
    assert first_true(("", 1), (True, 3), (True, 2)) == 3
