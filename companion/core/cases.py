"""A choice among cases, written as a table."""

from typing import TypeVar

T = TypeVar("T")


def first_of(*cases: tuple[object, T]) -> T:
    """Return what belongs to the first condition that holds. The condition of the last case is true."""
    return next(found for holds, found in cases if holds)
