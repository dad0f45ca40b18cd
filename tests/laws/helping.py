"""What holds for the words that stand beside a field."""

import re
from collections.abc import Iterable

from companion.core.entry.fields import Field

LONGEST = 80
"""Two lines on a phone; what is longer belongs behind the question mark."""


def help_holds(field: Field, names: Iterable[str] = ()) -> None:
    """Help is a sentence or two, short where it always stands there, and says more than the label.

    ``names``: of those at the table, who may stand in it and be called anything.
    """
    for text in filter(None, (field.help, field.asking.explained)):
        assert text[-1] in ".?!”", text
        assert text[0].isupper() or not text[0].isalpha(), text
        assert words(text) - words(field.label), f"{field.label}: {text}"
    assert len(without(names, field.help)) <= LONGEST, field.help
    assert not (field.asking.explained and field.columns), f"{field.label} has parts that are explained one by one"
    for column in field.columns:
        help_holds(column, names)


def without(names: Iterable[str], text: str) -> str:
    """A text in which nobody's own name stands."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "Ann")
    return text


def words(text: str) -> set[str]:
    """The words of a text that say something."""
    return set(re.findall(r"\w+", text.casefold())) - {"a", "an", "the", "of", "in", "taken", "was", "it"}


def named_by_an_answer(field: Field, neighbours: tuple[Field, ...]) -> None:
    """What it is called by depends on a choice that is asked beside it, with an answer for each label."""
    by, labels = field.asking.named_by
    if by:
        [choice] = [other for other in neighbours if other.key == by]
        assert {value for value, _ in labels} <= {one.value for one in choice.choices}
        assert len({label for _, label in labels}) > 1
