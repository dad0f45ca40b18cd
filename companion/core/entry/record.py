"""Read what somebody entered: the fields convert raw JSON into a record with typed access."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from companion.core.entry.fields import Field
from companion.core.entry.keys import Key
from companion.core.entry.kinds import KINDS, default_of, read_value
from companion.core.entry.problems import Problem, Problems
from companion.core.entry.read_values import Reader
from companion.core.words import listed, quoted

T = TypeVar("T")


@dataclass(slots=True)
class Record:
    """An entry, a row of it, or the options: values by key, each in the type of its field.

    Values that were not given have their default, so that every key of the fields exists.
    """

    _values: Mapping[str, Any]
    _given: Mapping[str, tuple[str, ...]]
    """The keys of the values that were given; for a field per player or side, with the names that gave one."""

    def __hash__(self) -> int:
        """Return a number that is the same for equal records."""
        return hash(tuple(value for value in self._values.values() if isinstance(value, str | int)))

    def __getitem__(self, key: Key[T]) -> T:
        """Return the value under this key; for a field per player or side, the values by name."""
        value: T = self._values[key]
        return value

    def get(self, key: Key[T]) -> T | None:
        """Return the value under this key; None if these options do not ask for it."""
        return self._values.get(key)

    def with_value(self, key: str, value: Any) -> "Record":
        """Return the same record with another value under a key."""
        return Record({**self._values, key: value}, self._given)

    def value_of(self, field: Field) -> Any:
        """Return the value of a field: for code that handles fields of any kind."""
        return self._values[field.key]

    def of(self, name: str) -> "Record":
        """Return the record for one player or side.

        Where this record has values by name, that one has the value of ``name``, 0 if it has none; other values are
        the same. Its ``has`` is always False.
        """
        each = {key: value.get(name, 0) for key, value in self._values.items() if isinstance(value, Mapping)}
        return Record({**self._values, **each}, {})

    def has(self, key: Key[Any]) -> bool:
        """Return whether a value was given under this key."""
        return key in self._given

    def names_given(self, key: Key[Any]) -> tuple[str, ...]:
        """Return the names for which a value was given, in seat order (for fields per player or side)."""
        return self._given.get(key, ())

    def text(self, key: Key[str | None]) -> str:
        """Return the text or the choice under a key; empty if nothing was chosen."""
        return self._values[key] or ""

    def raw(self) -> dict[str, Any]:
        """Return the values that were given, as raw JSON from which the same fields read this record again."""
        return {key: _raw_value(self._values[key], names) for key, names in self._given.items()}

    def who(self, key: Key[str | None]) -> str:
        """Return a player or side that is always given.

        :raises LookupError: none is given.
        """
        name: str | None = self._values[key]
        if name is None:
            raise LookupError(f"nobody is given as {key}")
        return name


def _raw_value(value: Any, names: Iterable[str]) -> Any:
    """Return a value of a record as raw JSON. ``names``: who gave one, if each player or side has its own."""
    if isinstance(value, Record):
        return value.raw()
    if isinstance(value, Mapping):
        return {name: _raw_value(value[name], ()) for name in names}
    return [_raw_value(item, ()) for item in value] if isinstance(value, tuple) else value


Rows: TypeAlias = tuple[Record, ...]
"""The value of a field of rows."""

EMPTY = Record({}, {})


def is_absent(value: object) -> bool:
    """Return whether a value counts as not given: null, an empty list or an empty object."""
    return not value and (value is None or isinstance(value, list | dict))


def without_unasked(
    raw: Mapping[str, Any], fields: Iterable[Field], others: Iterable[Iterable[Field]]
) -> Mapping[str, Any]:
    """Return raw JSON without empty values for fields that only exist under other options.

    ``fields``: those of this table; ``others``: the fields that it would have under each set of other options.
    """
    asked = {field.key for field in fields}
    empty = {key for key, value in raw.items() if key not in asked and is_absent(value)}
    off = empty & {field.key for other in others for field in other} if empty else empty
    return {key: value for key, value in raw.items() if key not in off}


def read_record(fields: Sequence[Field], raw: Mapping[str, Any]) -> tuple[Record, Problems]:
    """Read raw JSON by these fields; return the record, and all problems with the form of the JSON.

    If there are problems, do not use the record.
    """
    problems: Problems = []
    values: dict[str, Any] = {}
    given: dict[str, tuple[str, ...]] = {}
    reader = Reader(problems, raw, read_record)
    for field in fields:
        _read_into(reader, field, values, given)
    keys = {field.key for field in fields}
    unknown = (quoted(key) for key in raw if key not in keys)
    faults = [Problem(key, f"There is nothing called “{key}” here.") for key in unknown]
    return Record(values, given), [*faults, *problems]


def _read_into(reader: Reader, field: Field, values: dict[str, Any], given: dict[str, tuple[str, ...]]) -> None:
    """Read one field of the object into ``values``; if a value was given, also add its key, and names, to ``given``."""
    key = field.key
    value = reader.answers.get(key)
    # An empty value can be an answer: an empty text or list if the field keeps it, null if it can name nobody.
    is_answer = field.bounds.keeps_empty if value is not None else field.nobody and key in reader.answers
    if is_absent(value) and not is_answer:
        if field.required:
            reader.refuse_unanswered(field)
        values[key] = _default_value(reader, field) if field.per == "table" else _with_defaults(reader, field, {})
    elif field.per == "table":
        values[key] = read_value(reader, field, value)
        given[key] = ()
    else:
        found = _read_by_name(reader, field, value)
        values[key] = _with_defaults(reader, field, found)
        given[key] = field.names if len(found) == len(field.names) else tuple(found)


def _read_by_name(reader: Reader, field: Field, value: object) -> dict[str, Any]:
    """Return the values that were given by name, in seat order; ignore empty values of names in ``empty_for``."""
    if not isinstance(value, dict):
        reader.refuse_with_label(field, f"give one value for each {field.per}, by name.")
        return {}
    values: dict[str, Any] = {}
    for written, item in value.items():
        name = written if written in field.names else written.strip()
        if name in values:
            reader.refuse(field, f"{reader.label(field)}: {name} is there twice.", name)
        elif name in field.names:
            if item is not None or field.nobody:
                values[name] = read_value(reader, field, item, name)
        elif name in field.bounds.empty_for and (is_absent(item) or item is False or (type(item) is int and not item)):
            continue
        else:
            asked = f"it is only for {listed(field.names)}" if field.names else "nobody has one here"
            reader.refuse_with_label(field, f"leave out {quoted(name)}; {asked}.")
    if field.required is True:
        for name in field.names:
            if name not in values:
                reader.refuse_unanswered(field, name)
    KINDS[field.type].check_all(reader, field, values.values())
    return {name: values[name] for name in field.names if name in values}


def _with_defaults(reader: Reader, field: Field, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values by name, with the field's default for each name that has none."""
    if not KINDS[field.type].fills_in_default:
        return dict(given)
    default = _default_value(reader, field)
    return {name: given.get(name, default) for name in field.names}


def _default_value(reader: Reader, field: Field) -> Any:
    """Return the default of a field, in the type of a record."""
    value = default_of(field)
    if not isinstance(value, list):
        return value
    return read_value(Reader([], {}, reader.read_record), field, value) if value else ()
