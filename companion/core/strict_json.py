"""Strict JSON for the API: input with a single meaning, output that is always well formed."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, NoReturn

from companion.core.words import quoted

MOST_DIGITS = 1000
"""Numbers with more digits are refused, so that Python can still write the sum or product of two accepted ones."""

MOST_DEPTH = 64
"""The deepest nesting of lists and objects; a play has less than ten."""


class JsonError(ValueError):
    """Raised for a body that is not a JSON object, or that is ambiguous."""


def read_object(body: bytes, what: str = "The body") -> dict[str, Any]:
    """Return the JSON object in a body. ``what``: what error messages call the body.

    A repeated key, NaN and Infinity, numbers with very many digits and very deep nesting are refused, too.

    :raises JsonError: the body is not such an object; the message tells the sender why.
    """
    try:
        value = _DECODER.decode(body.decode("utf-8"))
    except UnicodeDecodeError as fault:
        raise JsonError(f"{what} is not UTF-8: byte {fault.start + 1} is invalid.") from None
    except json.JSONDecodeError as fault:
        raise JsonError(f"{what} is not JSON: {fault.msg}, line {fault.lineno}, column {fault.colno}.") from None
    except RecursionError:
        raise JsonError(_TOO_DEEP) from None
    if not isinstance(value, dict):
        raise JsonError(f"{what} is JSON, but not an object.")
    _check_depth(value)
    return value


def write(value: object) -> bytes:
    """Return a value as compact JSON in UTF-8. A lone surrogate in a text becomes a question mark."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def texts_in(value: object) -> Iterator[str]:
    """Yield all texts in a value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from texts_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts_in(one)


_TOO_DEEP = f"Lists and objects are nested more than {MOST_DEPTH} deep."


def _check_depth(value: dict[str, Any]) -> None:
    """Refuse an object in which lists and objects are nested too deeply."""
    level: list[Any] = [value]
    for _ in range(MOST_DEPTH):
        inner = (one for outer in level for one in (outer.values() if isinstance(outer, dict) else outer))
        level = [one for one in inner if isinstance(one, dict | list)]
        if not level:
            return
    raise JsonError(_TOO_DEEP)


def _object_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a dictionary of these keys and values; refuse a repeated key."""
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise JsonError(f"An object has the key “{quoted(twice)}” twice.")
    return found


def _whole_number(digits: str) -> int:
    """Return a whole number; refuse one with too many digits, which would take long to convert."""
    if len(digits) > MOST_DIGITS:
        raise JsonError(f"A number has more than {MOST_DIGITS:,} digits.")
    return int(digits)


def _refuse_constant(word: str) -> NoReturn:
    """Refuse ``NaN`` and ``Infinity``."""
    raise JsonError(f"{word} is not a number in JSON.")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object_without_repeats, parse_int=_whole_number, parse_constant=_refuse_constant
)
