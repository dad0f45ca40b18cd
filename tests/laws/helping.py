"""Help texts beside fields."""

import re
from collections.abc import Iterable

from companion.core.entry.fields import Field

LONGEST = 80
"""Two lines on a phone; what is longer belongs behind the question mark."""


def check_help(field: Field, names: Iterable[str] = ()) -> None:
    """Check that a help text is a sentence or two, short if it is always visible, and says more than the label.

    ``names``: players, who may appear in it and have any name.
    """
    for text in filter(None, (field.help, field.asking.explained)):
        assert text[-1] in ".?!”", text
        assert text[0].isupper() or not text[0].isalpha(), text
        assert words(text) - words(field.label), f"{field.label}: {text}"
    assert len(without(names, field.help)) <= LONGEST, field.help
    assert not (field.asking.explained and field.columns), f"{field.label} has parts that are explained one by one"
    for column in field.columns:
        check_help(column, names)


def without(names: Iterable[str], text: str) -> str:
    """Return a text without the names of players."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "Ann")
    return text


def words(text: str) -> set[str]:
    """Return the significant words of a text."""
    return set(re.findall(r"\w+", text.casefold())) - {"a", "an", "the", "of", "in", "taken", "was", "it"}


def check_labels_by_answer(field: Field, neighbours: tuple[Field, ...]) -> None:
    """Check that a label that depends on a choice has one for each answer, and that the choice is asked beside it."""
    by, labels = field.asking.named_by
    if by:
        [choice] = [other for other in neighbours if other.key == by]
        assert {value for value, _ in labels} <= {one.value for one in choice.choices}
        assert len({label for _, label in labels}) > 1
