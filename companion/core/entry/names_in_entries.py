"""Names and texts in entries, rewritten: the log stores references to people, pages show names."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.core.entry.fields import Field
from companion.core.entry.kinds import KINDS

Rename = Callable[[Field, str], str]
"""Return the replacement for a name in this field."""

RewriteText = Callable[[str], str]
"""Return the replacement for any other text."""


def replace_names(
    fields: Iterable[Field], raw: Mapping[str, Any], rename: Rename, rewrite: RewriteText
) -> dict[str, Any]:
    """Return an entry with every name and every other text in it replaced.

    Names are the keys of per-player fields, players and lists of players, also in rows and parts. ``raw``: the entry as
    JSON. A value that does not have the form of its field has no names: ``rewrite`` replaces all texts in it.
    """
    known = {item.key: item for item in fields}
    return {
        key if key in known else rewrite(key): _replace_in_field(known[key], value, rename, rewrite)
        if key in known
        else _replace_texts(value, rewrite)
        for key, value in raw.items()
    }


def _replace_in_field(item: Field, value: Any, rename: Rename, rewrite: RewriteText) -> Any:
    """Return the value of a field with its names replaced, also those that are the keys of a per-player field."""
    if item.per == "table" or not isinstance(value, Mapping):
        return _replace_value(item, value, rename, rewrite)
    return {rename(item, who): _replace_value(item, one, rename, rewrite) for who, one in value.items()}


def _replace_value(item: Field, value: Any, rename: Rename, rewrite: RewriteText) -> Any:
    """Return a value, or each item of a list, with its names replaced and its texts rewritten."""
    kind = KINDS[item.type]
    if not kind.is_list:
        return _replace_item(item, value, rename, rewrite)
    if isinstance(value, list | tuple):
        return [_replace_item(item, one, rename, rewrite) for one in value]
    return _replace_texts(value, rewrite)  # an invalid value


def _replace_item(item: Field, value: Any, rename: Rename, rewrite: RewriteText) -> Any:
    """Return one value, or one item of a list, with its names replaced."""
    kind = KINDS[item.type]
    if kind.is_name and isinstance(value, str):
        return rename(item, value)
    if kind.holds == "columns" and isinstance(value, Mapping):
        return replace_names(item.columns, value, rename, rewrite)
    if kind.holds == "items":
        return _replace_value(item.columns[0], value, rename, rewrite)
    return _replace_texts(value, rewrite)


def _replace_texts(value: Any, rewrite: RewriteText) -> Any:
    """Return a value that contains no names, with its texts replaced."""
    if isinstance(value, str):
        return rewrite(value)
    if isinstance(value, Mapping):
        return {rewrite(key): _replace_texts(one, rewrite) for key, one in value.items()}
    return [_replace_texts(one, rewrite) for one in value] if isinstance(value, list | tuple) else value
