"""Random forms that no page sends, with names and texts chosen to break the reading of forms."""

from collections.abc import Iterator, Sequence
from random import Random

from werkzeug.datastructures import MultiDict

from companion.core.entry.fields import Field

TEXTS = (
    "", " ", "0", "1", "2", "7", "11", "3+4", "20-", "-5", "−5", "lots", "none", "yes", "no", "²", "٣", "1e9", "NaN",
    "5" * 60, "9" * 5000, "<b>", "{{ 7 }}", "\0", "Ann", "Ann 7h, Bob Kc", "Ann red-7\nBob red-3", "7h Kc, 8d", "red-7",
    "🂡", "x" * 3000,
)  # fmt: skip
NUMBERS = ("0", "1", "2", "17", "300", "00001", "99999", "999999", "-1", "²", "٣", "", "x", "9" * 5000)
"""Values in place of the number of a row or seat in the name of an input."""


def names_of(item: Field, name: str) -> Iterator[str]:
    """Yield names that inputs of a field have, or might be expected to have."""
    yield from (name, f"{name}.off", f"{name}.none", f"{name}.0", f"{name}[]")
    for column in item.columns:
        if item.type == "object":
            yield from names_of(column, f"{name}.{column.key}")
        else:
            for number in NUMBERS:
                yield from names_of(
                    column, f"{name}.{number}.{column.key}" if item.type == "rows" else f"{name}.{number}"
                )


def odd_form(fields: Sequence[Field], dice: Random) -> MultiDict[str, str]:
    """Return random inputs for these fields, in any order and some of them twice."""
    pairs = []
    share = dice.choice((0.05, 0.3, 0.8))
    for item in fields:
        texts = [*TEXTS, *(str(choice.value) for choice in item.choices), *map(str, range(len(item.names)))]
        roots = [item.key, *(f"{item.key}.{number}" for number in (*range(len(item.names)), *NUMBERS))]
        for root in roots[:1] if item.per == "table" else roots:
            found = [(name, dice.choice(texts)) for name in names_of(item, root) if dice.random() < share]
            pairs += found + found[: dice.randint(0, 3)]
    dice.shuffle(pairs)
    return MultiDict(pairs[:120])
