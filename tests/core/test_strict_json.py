"""Reading JSON strictly, and writing it for any reader."""

import json
import re
from typing import Any

import pytest

from companion.core.strict_json import MOST_DEPTH, MOST_DIGITS, JsonError, read_object, texts_in, write


def test_an_object_is_read() -> None:
    value = {"players": ["Ann", "Bøb"], "rounds": [{"bid": {"Ann": -3}}], "options": {}, "over": True, "note": None}
    assert read_object(json.dumps(value).encode()) == value
    assert read_object(write(value)) == value


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "The body is not JSON: Expecting value, line 1, column 1."),
        (b'{"a": 1,\n "b" 2}', "The body is not JSON: Expecting ':' delimiter, line 2, column 6."),
        (b'{"a": "\xff"}', "The body is not UTF-8: byte 8 is invalid."),
        (b'["Ann"]', "The body is JSON, but not an object."),
        (b"7", "The body is JSON, but not an object."),
        (b'{"a": NaN}', "NaN is not a number in JSON."),
        (b'{"a": [-Infinity]}', "-Infinity is not a number in JSON."),
        (b'{"a": {"b": 1, "c": 2, "b": 1}}', "An object has the key “b” twice."),
        (b'{"' + b"x" * 50 + b'": 1, "' + b"x" * 50 + b'": 2}', f"An object has the key “{'x' * 39}…” twice."),
        (b'{"a": ' * 65 + b"1" + b"}" * 65, "Lists and objects are nested more than 64 deep."),
        (b'{"a": ' + b"9" * (MOST_DIGITS + 1) + b"}", "A number has more than 1,000 digits."),
        (b'{"a": ' + b"[" * 100_000, "Lists and objects are nested more than 64 deep."),
        (b'{"a": ' + b"[" * MOST_DEPTH + b"]" * MOST_DEPTH + b"}", "Lists and objects are nested more than 64 deep."),
    ],
)  # fmt: skip
def test_a_body_that_is_no_object_is_refused_with_the_reason(body: bytes, told: str) -> None:
    with pytest.raises(JsonError) as refusal:
        read_object(body)
    assert str(refusal.value) == told
    if told.startswith("The body"):
        with pytest.raises(JsonError, match="^" + re.escape(told.replace("The body", "The file"))):
            read_object(body, "The file")


def test_nesting_and_digits_up_to_the_limit_are_read() -> None:
    deepest: Any = 1
    for _ in range(MOST_DEPTH - 1):
        deepest = [deepest]
    assert read_object(json.dumps({"a": deepest}).encode()) == {"a": deepest}
    assert read_object(b'{"a": ' + b"9" * MOST_DIGITS + b"}")["a"] == 10**MOST_DIGITS - 1


def test_written_json_is_compact_and_has_no_lone_surrogate() -> None:
    assert write({"a": ["ö", "\ud800"], "b": 1}) == '{"a":["ö","?"],"b":1}'.encode()


def test_texts_are_found_anywhere_even_in_keys() -> None:
    value = {"who": "Ann", "points": [3, "Bob", {"by": None}], "over": True}
    assert list(texts_in(value)) == ["who", "Ann", "points", "Bob", "by", "over"]
