"""Problems: what keeps an entry from being scored. Values, not exceptions; all of them at once."""

from collections.abc import Iterator, Mapping
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

ONE_WAS_ANOTHER = "Put right the one that was another card."
"""What to do about a card that is there too often."""


def adds_up(key: str, what: str, values: Mapping[str, int] | int, whole: int, but: str) -> Iterator[Problem]:
    """Yield a problem if values add up to another number: ``Tricks add up to 6, but 5 were dealt``.

    ``values``: those of each, or their sum; ``what``: of what, as the beginning of the sentence; ``but``: its end.
    """
    found = values if isinstance(values, int) else sum(values.values())
    if found != whole:
        yield Problem(key, f"{what} add up to {found:,}, but {but}.")
