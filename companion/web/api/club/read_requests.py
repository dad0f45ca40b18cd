"""Reading requests as the types of ``requests``, with all errors at once."""

from collections.abc import Collection, Iterable, Mapping
from typing import Annotated, Any, Final, TypeVar, get_args, get_origin

from flask import request
from msgspec import UNSET, Meta, ValidationError, convert
from msgspec.structs import fields

from companion.core.entry.names import can_be_shown
from companion.core.entry.problems import Problem, Problems
from companion.core.words import listed, quoted
from companion.web.api.answers import json_body
from companion.web.api.club.errors import UnusableError
from companion.web.api.club.requests import NOT_A_TEXT, RequestData

Kind = TypeVar("Kind", bound=RequestData)
IN_QUERY: Final = ("GET", "HEAD", "DELETE")
"""Methods whose data is in the query of the address instead of in the body."""


def read_request(kind: type[Kind]) -> tuple[Kind, Mapping[str, Any]]:
    """Return what the request sends in its body or query, converted and raw.

    Fields are converted one by one, because msgspec stops at the first error. Null is the same as a missing field,
    unless its default is UNSET.

    :raises UnusableError: a field is missing, invalid or unknown.
    """
    raw = _query_values(kind) if request.method in IN_QUERY else json_body()
    known = {field.encode_name: field for field in fields(kind)}
    problems, found = _unknown_key_errors(raw, known), {}
    for key, field in known.items():
        value = raw.get(key)
        if value is not None:
            try:
                found[field.name] = _converted_value(value, field.type)
            except ValueError as fault:
                problems.append(Problem(key, str(fault)))
        elif field.required:
            problems.append(Problem(key, f"Give the {key}."))
        elif key in raw and field.default is UNSET:
            found[field.name] = None
    if problems:
        raise UnusableError(problems)
    return kind(**found), raw


def _query_values(kind: type[RequestData]) -> dict[str, str]:
    """Return the query as a mapping, for keys in ``repeated`` only the first value: their view reads the query itself.

    :raises UnusableError: another key is there twice.
    """
    texts = dict(request.args.lists())
    twice = [quoted(key) for key, values in texts.items() if len(values) > 1 and key not in kind.repeated]
    if twice:
        raise UnusableError(Problem(key, f"“{key}” is given twice; give it once.") for key in twice)
    return {key: values[0] for key, values in texts.items()}


def _unknown_key_errors(raw: Iterable[str], keys: Collection[str]) -> Problems:
    """Return an error for each unknown key."""
    known = f"; this request has {listed(keys)}" if keys else ""
    strange = [quoted(key) for key in raw if key not in keys]
    return [Problem(key, f"“{key}” means nothing here{known}.") for key in strange]


def _converted_value(value: Any, kind: Any) -> Any:
    """Return a value converted to the type of its field; unchanged if the type has neither a reader nor a message.

    :raises ValueError: the conversion failed; the message says what to send.
    """
    extra = _annotation_extra(kind)
    if "read" in extra:
        return extra["read"](value)
    if "fault" not in extra:
        return value
    is_typed_number = request.method in IN_QUERY and value.isascii() and value.isdigit()
    try:
        found = convert(value, kind, strict=not is_typed_number)
    except ValidationError as fault:
        is_no_text = str(fault).startswith("Expected `str") and ", got" in str(fault)
        sentence = NOT_A_TEXT if is_no_text else extra["fault"]
        raise ValueError(
            sentence.format(value=quoted(value), length=len(value) if isinstance(value, str) else 0)
        ) from None
    if isinstance(found, str) and not can_be_shown(found):
        raise ValueError("It has letters that cannot be displayed.")
    return found


def _annotation_extra(kind: Any) -> Mapping[str, Any]:
    """Return what ``with_reader`` or ``with_message`` has annotated a type with, even in a union; empty if neither has.

    The key is ``read`` for a reader and ``fault`` for an error message.
    """
    parts = get_args(kind)
    if get_origin(kind) is Annotated:
        notes = {key: value for note in parts if isinstance(note, Meta) for key, value in (note.extra or {}).items()}
        return notes or _annotation_extra(parts[0])
    return next((extra for extra in map(_annotation_extra, parts) if extra), {})
