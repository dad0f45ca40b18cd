"""What is wrong with an entry, as a page tells it: in which order, and where to look."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.fields import Field
from companion.core.problems import Problem
from companion.core.words import is_missing, listed

LISTED = 3
"""Of more who all lack the same, a line on a phone says how many they are and not who."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem as it is told away from its input: above the form, or in the line beside the button."""

    text: str
    """A sentence with the field's name in it."""

    spot: str
    """The id of what is to be looked at; empty: nothing on the page."""

    row: int = 0
    """The row of it, from 1; 0: no row alone."""


def faults_of(fields: Sequence[Field], problems: Iterable[Problem]) -> list[Fault]:
    """Return problems in the order of the fields that they are about, with where to look."""
    places = {item.key: number for number, item in enumerate(fields)}
    ordered = sorted(problems, key=lambda problem: places.get(problem.field, len(places)))
    return [_fault(fields[places[one.field]] if one.field in places else None, one) for one in ordered]


def _fault(item: Field | None, problem: Problem) -> Fault:
    if item is None:
        return Fault(problem.message, "")
    text = problem.message
    if item.label.casefold() not in text.casefold():
        text = f"{item.label}: {text}"
    if len(item.names) > LISTED:
        text = text.replace(f" missing for {listed(item.names)}.", f" missing for all {len(item.names)}.")
    name = item.key
    if item.per != "table":
        name += f".{item.names.index(problem.name) if problem.name in item.names else 0}"
    return Fault(text, id_of(name), problem.row or 0)


def id_of(name: str) -> str:
    """Return the id on the page of an input with this name."""
    return "f-" + name.replace(".", "-")


def is_asked(item: Field, entry: Mapping[str, Any]) -> bool:
    """Return whether a field is asked for with what else is written down, as the page shows it."""
    return all(_holds(entry.get(key), key in entry, values) for key, values in item.asking.shown_when)


def _holds(value: Any, given: bool, wanted: Sequence[Any]) -> bool:
    if not wanted:
        return value not in (None, "", [], {})
    return any(
        (given and value is None) if one is None else bool(value) == one if isinstance(one, bool) else value == one
        for one in wanted
    )


def unanswered(fields: Iterable[Field], entry: Mapping[str, Any]) -> list[Problem]:
    """Return what nobody has said although it scores: a page takes no answer in silence."""
    return [
        Problem(item.key, f"{is_missing(item.label)}.")
        for item in fields
        if item.asking.tapped and item.key not in entry and is_asked(item, entry)
    ]
