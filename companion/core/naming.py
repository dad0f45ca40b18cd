"""Where names stand in what was written down: so that a record can speak of seats, and a page of people."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.core.fields import Field
from companion.core.kinds import KINDS

Name = Callable[[Field, str], str]
"""What to write for a name that stands in this field."""

Text = Callable[[str], str]
"""What to write for any other text."""


def respelled(fields: Iterable[Field], raw: Mapping[str, Any], name: Name, text: Text) -> dict[str, Any]:
    """Return the same entry with every name and every other text in it written differently.

    Names are the keys of what everybody is asked, players and lists of players, in rows and parts, too. ``raw``: as
    JSON; what does not have the form of its field is left as it is, its texts written as ``text`` says.
    """
    known = {item.key: item for item in fields}
    return {
        key if key in known else text(key): _of_all(known[key], value, name, text)
        if key in known
        else _other(value, text)
        for key, value in raw.items()
    }


def _of_all(item: Field, value: Any, name: Name, text: Text) -> Any:
    if item.per == "table" or not isinstance(value, Mapping):
        return _one(item, value, name, text)
    return {name(item, who): _one(item, one, name, text) for who, one in value.items()}


def _one(item: Field, value: Any, name: Name, text: Text) -> Any:
    kind = KINDS[item.type]
    if not kind.is_list:
        return _single(item, value, name, text)
    if isinstance(value, list | tuple):
        return [_single(item, one, name, text) for one in value]
    return _other(value, text)


def _single(item: Field, value: Any, name: Name, text: Text) -> Any:
    """Return a value, or one of a list."""
    kind = KINDS[item.type]
    if kind.is_name and isinstance(value, str):
        return name(item, value)
    if kind.holds == "columns" and isinstance(value, Mapping):
        return respelled(item.columns, value, name, text)
    return _one(item.columns[0], value, name, text) if kind.holds == "items" else _other(value, text)


def _other(value: Any, text: Text) -> Any:
    """Return a value in which no names stand."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, Mapping):
        return {text(key): _other(one, text) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_other(one, text) for one in value]
    return value
