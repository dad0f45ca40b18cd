"""Choosing among cases."""

from companion.core.referee.cases import first_of


def test_the_first_condition_that_holds_decides() -> None:
    assert first_of((False, "a"), ([1], "b"), (True, "c")) == "b"
    assert first_of(("", 1), (True, 2)) == 2
