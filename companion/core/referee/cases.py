"""Choose a value by the first condition that is true."""

from typing import TypeVar

T = TypeVar("T")


def first_true(*cases: tuple[object, T]) -> T:
    """Return the value of the first case whose condition is true. The condition of the last case must be true."""
    return next(found for holds, found in cases if holds)
