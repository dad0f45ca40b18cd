"""Problems: the faults that keep an entry from being scored. Values, not exceptions; all are collected at once."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.words import figure


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of an input, with a sentence that says what to change."""

    field: str
    """The key of the field or option at fault, or ``players``, ``dealer``, ``sides``, ``rounds``."""

    message: str
    name: str | None = None
    """The player or side at fault, if it is a single one."""

    row: int | None = None
    """The row at fault, from 1, if the field is a list of rows."""

    unanswered: str = ""
    """The label of the field, if the fault is that it has no answer."""


Problems = list[Problem]

CORRECT_WRONG_CARD = "Correct the one that was another card."
"""What to do about a card that occurs too often."""


def no_problems(*_: Any) -> Iterable[Problem]:
    """Return no problems: for games and questions without a check of their own."""
    return ()


def refuse(
    field: str, message: str, name: str | None = None, row: int | None = None, *, when: object
) -> Iterator[Problem]:
    """Yield a problem if ``when`` is true; the other arguments are those of ``Problem``."""
    if when:
        yield Problem(field, message, name, row)


def refuse_each(field: str, names: Iterable[str], given: Container[str], message: str) -> Iterator[Problem]:
    """Yield a problem for each of these names that is not among ``given``. ``message``: with ``{name}``."""
    return (Problem(field, message.format(name=name), name) for name in names if name not in given)


def check_sum(key: str, what: str, values: Mapping[str, int] | int, whole: int, but: str) -> Iterator[Problem]:
    """Yield a problem if values do not add up to ``whole``: ``Tricks add up to 6, but 5 were dealt``.

    ``what``: the noun that begins the sentence; ``but``: its end; ``values``: the values by name, or their sum.
    """
    found = values if isinstance(values, int) else sum(values.values())
    yield from refuse(key, f"{what} add up to {figure(found)}, but {but}.", when=found != whole)
