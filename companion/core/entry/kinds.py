"""Kinds of fields: one record for each type with everything that depends on the type.

A kind reads raw JSON, describes a value in words, and describes valid values as a JSON schema. Kinds that contain other
fields (rows, objects, lists) use the kinds of those. How a page asks for them is decided in ``web.forms``.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.core.entry.fields import Field, Type
from companion.core.entry.labels import is_trick
from companion.core.entry.read_values import (
    Reader,
    check_copies,
    deck_of,
    read_card,
    read_cards,
    read_choice,
    read_choices,
    read_flag,
    read_number,
    read_player,
    read_players,
    read_text,
)
from companion.core.words import figure, quoted

Schema = dict[str, Any]
SchemaOfColumns = Callable[[Sequence[Field]], Schema]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Everything that depends on the type of a field."""

    read: Callable[[Reader, Field, Any, str | None], Any]
    """Converts raw JSON (a list if ``is_list``) to the type that a record has, even if it reports a problem.

    The last argument is the player or side whose answer it is; None if the field asks for one answer only.
    """

    text: Callable[[Field, Any], str]
    """Describes a raw value that is neither null nor empty."""

    schema: Callable[[Field, bool, SchemaOfColumns], Schema]
    """Returns the JSON schema of a value, given whether to include its bounds, which can differ from table to table,
    and a function that describes columns."""

    empty: Any = None
    """The default value, as JSON; lists default to an empty one."""

    null_text: str = "—"
    """The text for null if the field has no ``nobody``."""

    limits: tuple[str, ...] = ()
    """The bounds that the API shows for a list or a text."""

    is_number: bool = False
    is_list: bool = False
    """Whether a value is a list."""

    list_of: str = ""
    """The items of a list, as the end of the message that a value is no list: `` of cards``."""

    is_free: bool = False
    """Whether the table types words of its own."""

    fills_in_default: bool = True
    """Whether names that gave no answer get the default."""

    is_counted: bool = False
    """Whether an item of a list is shown with its number: ``Trick 1: …``."""

    is_name: bool = False
    """Whether a value is a name, or names."""

    holds: Literal["", "columns", "items"] = ""
    """What a value, or each item of a list, contains: an object of the columns, or values of the single column."""

    check_all: Callable[[Reader, Field, Iterable[Any]], None] = lambda _reader, _field, _values: None
    """Adds problems with the values of all names together."""

    extremes: Callable[[Field], Sequence[Any]] = lambda field: [choice.value for choice in field.choices]
    """The extreme values, for examples and tests; empty if there are none."""

    tidy: Callable[[Field, Any], Any] = lambda _field, value: value
    """Converts a valid raw value to its stored form, so that equal answers compare as equal."""


# Numbers.


def _bounds(field: Field) -> Schema:
    """Return the bounds of a number as part of a JSON schema."""
    bounds = {"minimum": field.bounds.least}
    if field.bounds.most is not None:
        bounds["maximum"] = field.bounds.most
    if field.bounds.step != 1:
        bounds["multipleOf"] = field.bounds.step
    return bounds


# Choices.


def _choice_text(field: Field, value: Any) -> str:
    """Return the label of a choice; a value that is none of the choices is quoted."""
    return next((choice.label for choice in field.choices if choice.value == value), quoted(value))


def _choice_schema(field: Field, with_bounds: bool, _: SchemaOfColumns) -> Schema:
    """Return the schema of a choice: its type and, if ``with_bounds``, its values."""
    kinds = {"integer" if isinstance(choice.value, int) else "string" for choice in field.choices}
    schema = any_of({"type": kind} for kind in sorted(kinds))
    return {**schema, "enum": [choice.value for choice in field.choices]} if with_bounds else schema


# Texts.


def _letters_text(field: Field, value: Any) -> str:
    """Return the text, with each letter code replaced by its symbol if the field has any: ``♦/♣`` for ``D/C``."""
    made_of = field.hints.letters
    if made_of is None:
        return str(value)
    signs = dict(made_of.letters)
    return "/".join(signs.get(part.strip().upper(), part) for part in str(value).split("/"))


def _text_schema(_field: Field, _with_bounds: bool, _columns: SchemaOfColumns) -> Schema:
    """Return the schema of a name, card or text: any text, since blanks are removed before it is checked."""
    return {"type": "string"}


def _texts_schema(_field: Field, _with_bounds: bool, _columns: SchemaOfColumns) -> Schema:
    """Return the schema of a list of names or cards."""
    return {"type": "array", "items": {"type": "string"}}


def _tidy_text(_: Field, value: Any) -> Any:
    """Return a text without blanks around it."""
    return value.strip()


def _card_text(field: Field, value: Any) -> str:
    """Return a card as its deck shows it."""
    return deck_of(field).face(value).text if isinstance(value, str) else str(value)


# Rows, objects and lists of one kind.


def _read_rows(reader: Reader, field: Field, value: list[Any], who: str | None) -> tuple[Any, ...]:
    """Return the rows in a raw list, each read by the columns of the field."""
    reader.check_length(field, value, "row", who)
    label = reader.label(field, who)
    return tuple(
        reader.read_columns(field, item, f"{label}, row {number}", number, None)
        for number, item in enumerate(value[: field.bounds.most], start=1)
    )


def _read_list(reader: Reader, field: Field, value: list[Any], who: str | None) -> tuple[Any, ...]:
    """Return the values in a raw list, each read like the single column; a problem says which item it is about."""
    [item] = field.columns
    reader.check_length(field, value, "item", who)
    found = []
    for number, one in enumerate(value[: field.bounds.most], start=1):
        own = item.of(key=field.key, label=f"{item.label} {number}")
        found.append(read_value(Reader(reader.problems, {}, reader.read_record, number), own, one, who))
    return tuple(found)


_ZERO = re.compile(r"\b0: ([^;.]+)")
"""What the help of a number says about 0: “0: until the table stops”."""


def _number_text(field: Field, value: Any) -> str:
    """Return a number as people write it; 0 in the words of the field's help, if that explains 0."""
    zero = _ZERO.search(field.help) if type(value) is int and value == 0 else None
    return zero[1] if zero else figure(value) if type(value) is int else str(value)


def _rows_text(field: Field, value: Any) -> str:
    """List rows, each as a sentence; those of a trick as played cards: ``Ann 10♥, Bob 7♥``."""
    text, between = (_play_text, ", ") if is_trick(field) else (row_text, "; ")
    return between.join(text(field, row) if isinstance(row, Mapping) else quoted(row) for row in _items(value))


def _play_text(field: Field, row: Mapping[str, Any]) -> str:
    """Describe a played card: ``Ann 10♥``."""
    return " ".join(value_text(column, row.get(column.key)) for column in field.columns)


def _object_text(field: Field, value: Any) -> str:
    """List the parts of an object, each after its label."""
    if not isinstance(value, Mapping):
        return quoted(value)
    parts = ((part, value[part.key]) for part in field.columns if part.key in value)
    return ", ".join(f"{part.label}: {value_text(part, own)}" for part, own in parts)


def _list_text(field: Field, value: Any) -> str:
    """List the values of a list; those that are counted with their numbers: ``Trick 1: …``."""
    [item] = field.columns
    texts = [value_text(item, one) for one in _items(value)]
    if KINDS[item.type].is_counted:
        return "; ".join(f"{item.label} {number}: {text}" for number, text in enumerate(texts, start=1))
    return ", ".join(texts)


def _list_schema(field: Field, with_bounds: bool, columns: SchemaOfColumns) -> Schema:
    """Return the schema of a list; items may be null if the field has “nobody” as an answer."""
    [item] = field.columns
    one = KINDS[item.type].schema(item, with_bounds, columns)
    return {"type": "array", "items": any_of((one, {"type": "null"})) if item.nobody else one}


def _items(value: Any) -> Sequence[Any]:
    """Return the items of a list; a value that is no list counts as the only item."""
    return value if isinstance(value, list | tuple) else (value,)


# The table.

_NUMBER = Kind(
    read=read_number, text=_number_text, empty=0,
    schema=lambda field, with_bounds, _: {"type": "integer", **(_bounds(field) if with_bounds else {"minimum": 0})},
    is_number=True, extremes=lambda field: [end for end in (field.bounds.least, field.bounds.most) if end is not None],
)  # fmt: skip

KINDS: Mapping[Type, Kind] = {
    "count": _NUMBER,
    # points can be negative, so that there is no minimum for all tables
    "points": replace(
        _NUMBER,
        schema=lambda field, with_bounds, _: {"type": "integer", **(_bounds(field) if with_bounds else {})},
    ),
    "chips": _NUMBER,
    "flag": Kind(
        read=read_flag, text=lambda _, value: "yes" if value else "no", schema=lambda *_: {"type": "boolean"},
        empty=False, null_text="no", extremes=lambda _: (True, False),
    ),
    "choice": Kind(read=read_choice, text=_choice_text, schema=_choice_schema),
    "choices": Kind(
        read=read_choices, text=lambda field, value: ", ".join(_choice_text(field, one) for one in _items(value)),
        schema=lambda *of: {"type": "array", "items": _choice_schema(*of)}, limits=("least", "most"), is_list=True,
        tidy=lambda field, value: [choice.value for choice in field.choices if choice.value in value],
    ),
    "player": Kind(
        read=read_player, text=lambda _, value: str(value), schema=_text_schema, is_name=True, tidy=_tidy_text,
    ),
    "players": Kind(
        read=read_players, text=lambda _, value: ", ".join(map(str, _items(value))), schema=_texts_schema,
        limits=("least", "most", "repeats", "ordered"), is_list=True, is_name=True, list_of=" of names",
    ),
    "card": Kind(read=read_card, text=_card_text, schema=_text_schema, tidy=_tidy_text),
    "cards": Kind(
        read=read_cards, text=lambda field, value: " ".join(_card_text(field, card) for card in _items(value)),
        schema=_texts_schema, limits=("least", "most"), is_list=True, list_of=" of cards", is_counted=True,
        check_all=check_copies,
    ),
    "rows": Kind(
        read=_read_rows, text=_rows_text, limits=("least", "most"), is_list=True, list_of=" of rows", is_counted=True,
        schema=lambda field, _, columns: {"type": "array", "items": columns(field.columns)}, holds="columns",
    ),
    "object": Kind(
        read=lambda reader, field, value, who: reader.read_columns(
            field, value, reader.label(field, who), reader.row, who
        ),
        text=_object_text, schema=lambda field, _, columns: columns(field.columns), fills_in_default=False,
        is_counted=True, holds="columns",
    ),
    "list": Kind(
        read=_read_list, text=_list_text, schema=_list_schema, limits=("least", "most"), is_list=True,
        is_counted=True, holds="items",
    ),
    "text": Kind(
        read=read_text, text=_letters_text, schema=_text_schema, limits=("least", "most"), is_free=True,
        tidy=_tidy_text,
    ),
}  # fmt: skip
"""The kind of each type of field."""


# Functions for fields of any kind.


def read_value(reader: Reader, field: Field, value: Any, who: str | None = None) -> Any:
    """Read a raw value: return it in the type that records have, and add its problems to the reader."""
    kind = KINDS[field.type]
    if value is None and field.nobody:
        return None
    if kind.is_list and not isinstance(value, list):
        reader.refuse_with_label(field, f"give a list{kind.list_of}.", who)
        return ()
    return kind.read(reader, field, value, who)


def is_list_of_names(field: Field) -> bool:
    """Return whether the values of a field are lists of players or sides."""
    kind = KINDS[field.type]
    return kind.is_list and kind.is_name


def default_of(field: Field) -> Any:
    """Return the value of a field if none is given, as JSON."""
    if field.default is not None:
        return list(field.default) if isinstance(field.default, tuple) else field.default
    kind = KINDS[field.type]
    if kind.is_list:
        return []
    return None if field.nobody else kind.empty


def with_defaults(fields: Iterable[Field], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value for each field by key: the given one, or else its default."""
    return {field.key: values.get(field.key, default_of(field)) for field in fields}


def value_text(field: Field, value: Any) -> str:
    """Describe a value for people: ``yes``, ``10♥ K♠``, ``Ann, Bob``; if a field has one per player, a single one."""
    if value is None:
        return field.nobody or KINDS[field.type].null_text
    return "none" if value in ([], (), {}, "") else KINDS[field.type].text(field, value)


def texts_of_all(field: Field, values: object) -> list[tuple[str, str]]:
    """Return each name that has a value, with the value in words; in seat order if the field lists the names."""
    given = values if isinstance(values, Mapping) else {}
    return [(name, value_text(field, given[name])) for name in field.names or given if name in given]


def row_text(field: Field, row: Mapping[str, Any]) -> str:
    """Describe a row by the sentence that the field has for the first column's value; without one, list its values."""
    columns = {column.key: column for column in field.columns}
    texts = {key: value_text(columns[key], value) for key, value in row.items() if key in columns}
    first = row.get(field.columns[0].key)
    template = next((words for key, words in field.hints.sentences if key in ("", str(first))), "")
    if template:
        return re.sub(r"\{(\w+)\}", lambda found: texts.get(found[1], "—"), template)
    return ", ".join(f"{columns[key].label}: {text}" for key, text in texts.items())


def any_of(schemas: Iterable[Schema]) -> Schema:
    """Return a schema that accepts what any of these accepts; everything if there is none. Equal ones are merged."""
    distinct: list[Schema] = []
    for schema in schemas:
        if schema not in distinct:
            distinct.append(schema)
    return {"anyOf": distinct} if len(distinct) > 1 else distinct[0] if distinct else {}


def takes_any_name(field: Field) -> bool:
    """Return whether a field asks for names, or for values by name, but lists no names, so that it accepts any."""
    return not field.names and (field.per != "table" or KINDS[field.type].is_name)


def with_names(field: Field, players: tuple[str, ...], sides: tuple[str, ...]) -> Field:
    """Return the field with players, sides or both as its names, if it lists none; the same for its columns."""
    columns = tuple(with_names(column, players, sides) for column in field.columns)
    if not takes_any_name(field):
        return field.of(columns=columns)
    whose = field.bounds.takes or (field.per if field.per != "table" else "")
    names = {"player": players, "side": sides}.get(whose, tuple(dict.fromkeys((*players, *sides))))
    return field.of(columns=columns, names=names)
