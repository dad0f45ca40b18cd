"""What a page calls a field, and whether it is for the cards of a trick."""

from collections.abc import Mapping
from typing import Any

from companion.core.entry.fields import Field


def label_given_answers(field: Field, answers: Mapping[str, Any]) -> str:
    """Return the label of a field, given the other answers as raw JSON: one of ``named_by``, or else its own."""
    by, labels = field.asking.named_by
    answer = answers.get(by)
    return next((label for value, label in labels if type(value) is type(answer) and value == answer), field.label)


def is_trick(field: Field) -> bool:
    """Return whether a field is for the cards of a trick in order: rows of a player and a card."""
    return field.type == "rows" and [column.type for column in field.columns] == ["player", "card"]
