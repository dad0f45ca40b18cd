"""Values as people read them: what a field holds, in words."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.cards.notation import pretty
from companion.core.fields import Field
from companion.core.words import counted, listed, shown


def value_text(item: Field, value: Any) -> str:
    """A value as people read it: ``yes``, ``10♥ K♠``, ``Ann, Bob``."""
    if item.type == "flag":
        return "yes" if value else "no"
    if item.type == "choice":
        return next((choice.label for choice in item.choices if choice.value == value), shown(value))
    if value is None:
        return item.nobody or "—"
    if item.type == "cards" and isinstance(value, list):
        return " ".join(pretty(str(card)) for card in value) or "none"
    if item.type == "card":
        return pretty(str(value))
    if item.type == "rows" and isinstance(value, list):
        return "; ".join(sentence(item, row) if isinstance(row, Mapping) else shown(row) for row in value)
    if isinstance(value, list):
        return ", ".join(value_text(item.of(type="choice"), one) if item.choices else str(one) for one in value)
    if type(value) is int:
        return f"{value:,}".replace("-", "−")
    return str(value)


def sentence(item: Field, row: Mapping[str, Any]) -> str:
    """A row of a list as a sentence, by the field's own words; without any, its values one after the other."""
    columns = {column.key: column for column in item.columns}
    texts = {key: value_text(columns[key], value) for key, value in row.items() if key in columns}
    first = row.get(item.columns[0].key)
    template = next((words for key, words in item.sentences if key in ("", str(first))), "")
    if template:
        return re.sub(r"\{(\w+)\}", lambda found: texts.get(found[1], "—"), template)
    return ", ".join(f"{columns[key].label}: {text}" for key, text in texts.items())


# What the table holds and what comes next, as a person says it: for the ``says`` of a game.


def silent(_: Any) -> str:
    """For what the page shows in another way already."""
    return ""


def dealt_each(cards: int) -> str:
    """``10 cards each``."""
    return f"{counted(cards, 'card')} each"


def packs(number: int) -> str:
    """``2 packs``."""
    return counted(number, "pack")


def amount(what: str) -> Callable[[int], str]:
    """``ante 5``; nothing for 0."""
    return lambda number: f"{what} {number:,}" if number else ""


def who(one: str, many: str) -> Callable[[Sequence[str]], str]:
    """``Bob may not exchange``, ``Ann and Bob have a cucumber``; nothing for nobody."""
    return lambda names: f"{listed(names)} {one if len(names) == 1 else many}" if names else ""


def amounts(what: str) -> Callable[[Mapping[str, int]], str]:
    """``still needed: Ann 3, Bob 5``."""

    def told(values: Mapping[str, int]) -> str:
        return f"{what}: " + ", ".join(f"{name} {value:,}".replace("-", "−") for name, value in values.items())

    return told
