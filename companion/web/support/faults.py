"""Errors of an entry as the page shows them: in which order, and linked to which input."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.entry.fields import Field
from companion.core.entry.problems import Problem
from companion.core.words import listed

MOST_LISTED_NAMES = 3
"""If more players have to answer, a sentence gives their number instead of their names."""


@dataclass(frozen=True, slots=True)
class Fault:
    """An error that is shown apart from its input: above the form, or beside the button."""

    text: str
    """A sentence that contains the label of the field."""

    element_id: str
    """The id of the element to look at; empty if there is none on the page."""

    row: int = 0
    """The number of the row at fault, from 1; 0 if it is not about a single row."""


def faults_in_field_order(fields: Sequence[Field], problems: Iterable[Problem]) -> list[Fault]:
    """Return problems in the order of their fields, each with the element to look at.

    Answers of one field that are missing for several players are one fault.
    """
    items = {item.key: item for item in fields}
    places = {key: number for number, key in enumerate(items)}
    ordered = sorted(problems, key=lambda problem: places.get(problem.field, len(places)))
    groups: dict[object, list[Problem]] = {}
    for number, problem in enumerate(ordered):
        groups.setdefault(problem.field if problem.unanswered else number, []).append(problem)
    return [_fault_with_label(items.get(alike[0].field), alike) for alike in groups.values()]


def asking_sentence(field: Field, problems: Sequence[Problem]) -> str:
    """Return a sentence that asks for missing answers: ``Enter “Bid” for Bob.``, or the question in its help."""
    question = field.help.partition(". ")[0].removesuffix(".")
    if field.per == "table" and question.startswith("Who "):
        return f"{question}?"
    names = [problem.name for problem in problems if problem.name] or (field.names if field.per != "table" else ())
    whom = f"all\N{NO-BREAK SPACE}{len(names)}" if len(names) > MOST_LISTED_NAMES else listed(names)
    verb = "Choose" if field.type in ("player", "choice") else "Enter"
    return f"{verb} “{problems[0].unanswered}”{f' for {whom}' if whom else ''}."


def _fault_with_label(item: Field | None, problems: Sequence[Problem]) -> Fault:
    """Return a fault with its field's label in the text. ``item``: its field; None if the form has none.

    ``problems``: one, or several that ask for the answers of several players.
    """
    problem = problems[0]
    if item is None:
        return Fault(problem.message, "")
    text = asking_sentence(item, problems) if problem.unanswered else problem.message
    if item.label.casefold() not in text.casefold():
        text = f"{item.label}: {text}"
    name = item.key
    if item.per != "table":
        name += f".{item.names.index(problem.name) if problem.name in item.names else 0}"
    return Fault(text, input_id(name), problem.row or 0)


def input_id(name: str) -> str:
    """Return the HTML id of the input with this name."""
    return "f-" + name.replace(".", "-")


def is_asked(item: Field, entry: Mapping[str, Any]) -> bool:
    """Return whether the page shows a field, given the rest of the entry."""
    return all(_is_wanted(entry.get(key), key in entry, values) for key, values in item.asking.shown_when)


def _is_wanted(value: Any, given: bool, wanted: Sequence[Any]) -> bool:
    """Return whether a value is one of ``wanted``; if ``wanted`` is empty, whether there is a value at all.

    ``given``: whether there is an answer, which may be “nobody”. Among ``wanted``, None stands for “nobody”, True for
    any value except 0 and an empty one, and False for 0, an empty value or no answer.
    """
    if not wanted:
        return value not in (None, "", [], {})
    return any(
        (given and value is None) if one is None else bool(value) == one if isinstance(one, bool) else value == one
        for one in wanted
    )


def unanswered_problems(fields: Iterable[Field], entry: Mapping[str, Any]) -> list[Problem]:
    """Return a problem for each field that has to be tapped and is missing, if the page shows it with this entry."""
    return [
        Problem(item.key, f"“{item.label}” is missing.", unanswered=item.label)
        for item in fields
        if item.asking.tapped and item.key not in entry and is_asked(item, entry)
    ]
