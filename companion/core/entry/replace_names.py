"""Rewrite the names and texts in an entry: the log stores references to people, pages show names."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.core.entry.fields import Field
from companion.core.entry.kinds import KINDS

Name = Callable[[Field, str], str]
"""Return the replacement for a name in this field."""

Text = Callable[[str], str]
"""Return the replacement for any other text."""


def replace_names(fields: Iterable[Field], raw: Mapping[str, Any], name: Name, text: Text) -> dict[str, Any]:
    """Return an entry with every name and every other text in it replaced.

    Names are the keys of per-player fields, players and lists of players, also in rows and parts. ``raw``: the entry as
    JSON. A value that does not have the form of its field is kept; texts in it are replaced by ``text``.
    """
    known = {item.key: item for item in fields}
    return {
        key if key in known else text(key): _replace_by_name(known[key], value, name, text)
        if key in known
        else _replace_texts(value, text)
        for key, value in raw.items()
    }


def _replace_by_name(item: Field, value: Any, name: Name, text: Text) -> Any:
    """Return the value of a field with its names replaced, also those that are the keys of a per-player field."""
    if item.per == "table" or not isinstance(value, Mapping):
        return _replace_value(item, value, name, text)
    return {name(item, who): _replace_value(item, one, name, text) for who, one in value.items()}


def _replace_value(item: Field, value: Any, name: Name, text: Text) -> Any:
    """Return a value, or each item of a list, with its names replaced."""
    kind = KINDS[item.type]
    if not kind.is_list:
        return _replace_item(item, value, name, text)
    if isinstance(value, list | tuple):
        return [_replace_item(item, one, name, text) for one in value]
    return _replace_texts(value, text)


def _replace_item(item: Field, value: Any, name: Name, text: Text) -> Any:
    """Return one value, or one item of a list, with its names replaced."""
    kind = KINDS[item.type]
    if kind.is_name and isinstance(value, str):
        return name(item, value)
    if kind.holds == "columns" and isinstance(value, Mapping):
        return replace_names(item.columns, value, name, text)
    return _replace_value(item.columns[0], value, name, text) if kind.holds == "items" else _replace_texts(value, text)


def _replace_texts(value: Any, text: Text) -> Any:
    """Return a value that contains no names, with its texts replaced."""
    if isinstance(value, str):
        return text(value)
    if isinstance(value, Mapping):
        return {text(key): _replace_texts(one, text) for key, one in value.items()}
    return [_replace_texts(one, text) for one in value] if isinstance(value, list | tuple) else value
