"""Problems: what keeps an entry from being scored. Values, not exceptions; all of them at once."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to mend, in a sentence that says what to change."""

    field: str
    """The entry's own key, or the option's, or ``players``, ``dealer``, ``sides``, ``rounds``."""

    message: str
    name: str | None = None
    """The player or side at fault, where it is one alone."""

    row: int | None = None
    """The row at fault, from 1, in a field that is a list of rows."""


Problems = list[Problem]
