"""Kinds of fields: one record for each type with everything that depends on the type.

A kind reads raw JSON, describes a value, and describes it as a schema. Kinds that hold other fields (rows, objects,
lists) use the kinds of those. The web decides how a page asks for them.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.cards.decks import Deck
from companion.core.entry.fields import Field, Type, Value, is_trick, label_with
from companion.core.entry.problems import ONE_WAS_ANOTHER, Problem, Problems
from companion.core.words import counted, figure, listed, shown

Schema = dict[str, Any]
ReadRecord = Callable[[Sequence[Field], Mapping[str, Any]], tuple[Any, Problems]]
SchemaOfColumns = Callable[[Sequence[Field]], Schema]


class Reader:
    """Reads the fields of one object; problems go to a shared list."""

    __slots__ = ("answers", "problems", "record", "row")

    def __init__(
        self, problems: Problems, answers: Mapping[str, Any], record: ReadRecord, row: int | None = None
    ) -> None:
        self.problems = problems
        self.answers = answers
        """The whole object, as raw JSON."""

        self.record = record
        """Reads an object inside this one."""

        self.row = row

    def label(self, field: Field, who: str | None = None) -> str:
        """Return the label of a field with these answers, with the name for which it is asked."""
        label = label_with(field, self.answers)
        return f"{label} ({who})" if who else label

    def refuse(self, field: Field, message: str, who: str | None = None) -> None:
        """Add a problem as a whole sentence."""
        self.problems.append(Problem(field.key, message, who, self.row))

    def wrong(self, field: Field, said: str, who: str | None = None) -> None:
        """Add a problem that follows the label of its field."""
        self.refuse(field, f"{self.label(field, who)}: {said}", who)

    def check_amount(self, field: Field, found: Sequence[object], noun: str, who: str | None) -> None:
        """Add a problem if a list has too few or too many items."""
        least, most = field.bounds.least, field.bounds.most
        if len(found) < least:
            limit = f"{'exactly' if least == most else 'at least'} {counted(least, noun)}"
            self.wrong(field, f"{limit}, not {len(found)}.", who)
        elif most is not None and len(found) > most:
            limit = f"{'exactly' if least == most else 'at most'} {counted(most, noun)}"
            self.wrong(field, f"{limit}, not {len(found)}.", who)

    def columns(self, field: Field, value: object, label: str, row: int | None, who: str | None) -> Any:
        """Read one object by the columns of a field; its problems begin with the field's label."""
        if not isinstance(value, dict):
            self.problems.append(Problem(field.key, f"{label}: {shown(value)} is not an object.", who, row))
            return self.record((), {})[0]
        record, problems = self.record(field.columns, value)
        for problem in problems:
            self.problems.append(Problem(field.key, f"{label}: {problem.message}", problem.name or who, row))
        return record


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """Everything that depends on the type of a field."""

    read: Callable[[Reader, Field, Any, str | None], Any]
    """Converts raw JSON to the type of a record, even after a problem; the last argument is the name for which it is
    asked."""

    text: Callable[[Field, Any], str]
    """Describes a raw value that is neither null nor empty."""

    schema: Callable[[Field, bool, SchemaOfColumns], Schema]
    """Returns the JSON schema of a value, with its bounds or for all tables, given a function that describes columns.
    """

    empty: Any = None
    """The default value, as JSON; lists default to an empty one."""

    unsaid: str = "—"
    """The text for null if it is no answer."""

    limits: tuple[str, ...] = ()
    """The bounds that the API shows for a list or a text."""

    is_number: bool = False
    is_list: bool = False
    """Whether a value is a list."""

    is_free: bool = False
    """Whether the table types words of its own."""

    is_filled: bool = True
    """Whether names that gave no answer get the default."""

    is_counted: bool = False
    """Whether an item of a list is shown with its number: ``Trick 1: …``."""

    is_name: bool = False
    """Whether a value is a name, or names."""

    holds: Literal["", "columns", "items"] = ""
    """Whether a value, or each item of a list, is an object of the columns, or a value of the single column."""

    check_all: Callable[[Reader, Field, Iterable[Any]], None] = lambda _reader, _field, _values: None
    """Adds problems with the values of all names together."""

    ends: Callable[[Field], Sequence[Any]] = lambda field: [choice.value for choice in field.choices]
    """The extreme values, for examples and tests; empty if there are none."""

    tidied: Callable[[Field, Any], Any] = lambda _field, value: value
    """Converts a valid raw value to its stored form, so that equal answers compare as equal."""


# Numbers.


def _read_number(reader: Reader, field: Field, value: Any, who: str | None) -> int:
    if type(value) is not int:
        reader.wrong(field, f"{shown(value)} is not a whole number.", who)
        return 0
    least, most, step = field.bounds.least, field.bounds.most, field.bounds.step
    if value < least:
        reader.wrong(field, f"{shown(value)} is too low, {least:,} is the least.", who)
    elif most is not None and value > most:
        reader.wrong(field, f"{shown(value)} is too high, {most:,} is the most.", who)
    elif step != 1 and value % step:
        reader.wrong(field, f"{shown(value)} is not a multiple of {step}.", who)
    return value


def _bounds(field: Field) -> Schema:
    bounds = {"minimum": field.bounds.least}
    if field.bounds.most is not None:
        bounds["maximum"] = field.bounds.most
    if field.bounds.step != 1:
        bounds["multipleOf"] = field.bounds.step
    return bounds


# Yes or no.


def _read_flag(reader: Reader, field: Field, value: Any, who: str | None) -> bool:
    if not isinstance(value, bool):
        reader.wrong(field, f"say yes or no (true or false), not {shown(value)}.", who)
    return value is True


# Choices.


def _read_choice(reader: Reader, field: Field, value: Any, who: str | None) -> Value:
    for choice in field.choices:
        if choice.value == value and type(choice.value) is type(value):
            return choice.value
    known = listed([str(choice.value) for choice in field.choices], "or")
    reader.wrong(field, f"{shown(value)} is not one of {known}.", who)
    return ""


def _read_choices(reader: Reader, field: Field, value: Any, who: str | None) -> tuple[Value, ...]:
    if not isinstance(value, list):
        reader.wrong(field, "give a list.", who)
        return ()
    found = tuple(_read_choice(reader, field, item, who) for item in value)
    if len(set(found)) < len(found):
        reader.wrong(field, "the same one is there twice.", who)
    return found


def _choice_text(field: Field, value: Any) -> str:
    return next((choice.label for choice in field.choices if choice.value == value), shown(value))


def _choice_schema(field: Field, exact: bool, _: SchemaOfColumns) -> Schema:
    kinds = {"integer" if isinstance(choice.value, int) else "string" for choice in field.choices}
    schema = any_of({"type": kind} for kind in sorted(kinds))
    return {**schema, "enum": [choice.value for choice in field.choices]} if exact else schema


# Texts.


def _read_text(reader: Reader, field: Field, value: object, who: str | None) -> str:
    if not isinstance(value, str):
        reader.wrong(field, f"{shown(value)} is not a text.", who)
        return ""
    text = value.strip()
    if not text and field.default != "":
        reader.refuse(field, f"{reader.label(field, who)} is empty.", who)
    elif field.bounds.most is not None and len(text) > field.bounds.most:
        reader.refuse(field, f"{reader.label(field, who)} is longer than {field.bounds.most} letters.", who)
    elif not can_be_shown(text):
        reader.refuse(field, f"{reader.label(field, who)} has letters that cannot be shown.", who)
    return text


def can_be_shown(text: str) -> bool:
    """Return whether a text has no control characters and no lone surrogates."""
    return text.isprintable() or not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text)


def _letters_text(field: Field, value: Any) -> str:
    """Return the text itself, or the symbols of a text made of letters."""
    made_of = field.hints.letters
    if made_of is None:
        return str(value)
    signs, between = dict(made_of.letters), made_of.between
    return between.join(signs.get(part.strip().upper(), part) for part in str(value).split(between))


def _text_schema(_field: Field, _exact: bool, _columns: SchemaOfColumns) -> Schema:
    """Return the schema of a name, a card in any notation, or a text: it is trimmed before it is measured."""
    return {"type": "string"}


def _texts_schema(_field: Field, _exact: bool, _columns: SchemaOfColumns) -> Schema:
    return {"type": "array", "items": {"type": "string"}}


def _trimmed(_: Field, value: Any) -> Any:
    return value.strip()


# Names.


def _read_player(reader: Reader, field: Field, value: Any, who: str | None) -> str | None:
    if isinstance(value, str):
        if value in field.names:
            return value
        if value.strip() in field.names:
            return value.strip()
    known = f"one of {listed(field.names, 'or')}" if field.names else "a name"
    reader.wrong(field, f"{shown(value)} is not {known}.", who)
    return None


def _read_players(reader: Reader, field: Field, value: Any, who: str | None) -> tuple[str, ...]:
    if not isinstance(value, list):
        reader.wrong(field, "give a list of names.", who)
        return ()
    found = tuple(name for name in (_read_player(reader, field, item, who) for item in value) if name is not None)
    if not field.bounds.repeats and len(set(found)) < len(found):
        twice = next(name for name in found if found.count(name) > 1)
        reader.refuse(field, f"{reader.label(field, who)}: {twice} is named twice.", twice)
    reader.check_amount(field, found, "name", who)
    return found


# Cards.


def _deck(field: Field) -> Deck:
    assert field.deck is not None, "a card field has a deck"  # noqa: S101 - a fault of the game, never of an entry
    return field.deck


def _read_card(reader: Reader, field: Field, value: Any, who: str | None) -> str:
    deck = _deck(field)
    found = deck.read(value) if isinstance(value, str) else None
    hint = "" if found in deck or not isinstance(value, str) else deck.hint(found or value)
    if found is None:
        reader.wrong(field, _with_hint(f"{shown(value)} is not a card.", hint), who)
        return ""
    if found not in deck:
        reader.wrong(field, _with_hint(f"{found} is not in {deck.name}.", hint), who)
    return found


def _with_hint(text: str, hint: str) -> str:
    """Return a message with its hint, if there is one."""
    return f"{text} {hint}" if hint else text


def _read_cards(reader: Reader, field: Field, value: Any, who: str | None) -> tuple[str, ...]:
    if not isinstance(value, list):
        reader.wrong(field, "give a list of cards.", who)
        return ()
    before = len(reader.problems)
    copies = _deck(field).copies
    found = tuple(value)
    if not all(
        type(card) is str and card in copies for card in found
    ):  # otherwise they are in the deck's notation already
        found = tuple(_read_card(reader, field, item, who) for item in value)
    if len(reader.problems) == before:
        reader.check_amount(field, found, "card", who)
        if field.per == "table":
            _check_copies(reader, field, [found])
    return found


def _check_copies(reader: Reader, field: Field, hands: Iterable[Iterable[str] | None]) -> None:
    """Check that all hands together have no card more often than the deck."""
    deck = _deck(field)
    for card in deck.too_many(card for hand in hands if hand for card in hand if card in deck):
        there = deck.often(card)
        often = "once" if there == 1 else f"{there} times"
        reader.wrong(field, f"{card} is there too often; the deck has it {often}. {ONE_WAS_ANOTHER}")


def _card_text(field: Field, value: Any) -> str:
    return _deck(field).face(value).text if isinstance(value, str) else str(value)


# Rows, objects and lists of one kind.


def _read_rows(reader: Reader, field: Field, value: Any, who: str | None) -> tuple[Any, ...]:
    if not isinstance(value, list):
        reader.wrong(field, "give a list of rows.", who)
        return ()
    reader.check_amount(field, value, "row", who)
    label = reader.label(field, who)
    return tuple(
        reader.columns(field, item, f"{label}, row {number}", number, None)
        for number, item in enumerate(value[: field.bounds.most], start=1)
    )


def _read_list(reader: Reader, field: Field, value: Any, who: str | None) -> tuple[Any, ...]:
    [item] = field.columns
    if not isinstance(value, list):
        reader.wrong(field, "give a list.", who)
        return ()
    reader.check_amount(field, value, "item", who)
    found = []
    for number, one in enumerate(value[: field.bounds.most], start=1):
        own = item.of(key=field.key, label=f"{item.label} {number}")
        found.append(read_value(Reader(reader.problems, {}, reader.record, number), own, one, who))
    return tuple(found)


def _rows_text(field: Field, value: Any) -> str:
    text, between = (_play_text, ", ") if is_trick(field) else (sentence, "; ")
    return between.join(text(field, row) if isinstance(row, Mapping) else shown(row) for row in _items(value))


def _play_text(field: Field, row: Mapping[str, Any]) -> str:
    """Describe a played card: ``Ann 10♥``."""
    return " ".join(value_text(column, row.get(column.key)) for column in field.columns)


def _object_text(field: Field, value: Any) -> str:
    if not isinstance(value, Mapping):
        return shown(value)
    parts = ((part, value[part.key]) for part in field.columns if part.key in value)
    return ", ".join(f"{part.label}: {value_text(part, own)}" for part, own in parts)


def _list_text(field: Field, value: Any) -> str:
    [item] = field.columns
    texts = [value_text(item, one) for one in _items(value)]
    if KINDS[item.type].is_counted:
        return "; ".join(f"{item.label} {number}: {text}" for number, text in enumerate(texts, start=1))
    return ", ".join(texts)


def _list_schema(field: Field, exact: bool, columns: SchemaOfColumns) -> Schema:
    [item] = field.columns
    one = KINDS[item.type].schema(item, exact, columns)
    return {"type": "array", "items": any_of((one, {"type": "null"})) if item.nobody else one}


def _items(value: Any) -> Sequence[Any]:
    """Return the items of a list; a value that is no list counts as the only item."""
    return value if isinstance(value, list | tuple) else (value,)


# The table.

_NUMBER = Kind(
    read=_read_number, text=lambda _, value: figure(value) if type(value) is int else str(value), empty=0,
    schema=lambda field, exact, _: {"type": "integer", **(_bounds(field) if exact else {"minimum": 0})},
    is_number=True, ends=lambda field: [end for end in (field.bounds.least, field.bounds.most) if end is not None],
)  # fmt: skip

KINDS: Mapping[Type, Kind] = {
    "count": _NUMBER,
    # points can be negative, so that there is no minimum for all tables
    "points": replace(_NUMBER, schema=lambda field, exact, _: {"type": "integer", **(_bounds(field) if exact else {})}),
    "chips": _NUMBER,
    "flag": Kind(
        read=_read_flag, text=lambda _, value: "yes" if value else "no", schema=lambda *_: {"type": "boolean"},
        empty=False, unsaid="no", ends=lambda _: (True, False),
    ),
    "choice": Kind(read=_read_choice, text=_choice_text, schema=_choice_schema),
    "choices": Kind(
        read=_read_choices, text=lambda field, value: ", ".join(_choice_text(field, one) for one in _items(value)),
        schema=lambda *of: {"type": "array", "items": _choice_schema(*of)}, limits=("least", "most"), is_list=True,
        tidied=lambda field, value: [choice.value for choice in field.choices if choice.value in value],
    ),
    "player": Kind(
        read=_read_player, text=lambda _, value: str(value), schema=_text_schema, is_name=True, tidied=_trimmed,
    ),
    "players": Kind(
        read=_read_players, text=lambda _, value: ", ".join(map(str, _items(value))), schema=_texts_schema,
        limits=("least", "most", "repeats", "ordered"), is_list=True, is_name=True,
    ),
    "card": Kind(read=_read_card, text=_card_text, schema=_text_schema, tidied=_trimmed),
    "cards": Kind(
        read=_read_cards, text=lambda field, value: " ".join(_card_text(field, card) for card in _items(value)),
        schema=_texts_schema, limits=("least", "most"), is_list=True, is_counted=True, check_all=_check_copies,
    ),
    "rows": Kind(
        read=_read_rows, text=_rows_text, limits=("least", "most"), is_list=True, is_counted=True, holds="columns",
        schema=lambda field, _, columns: {"type": "array", "items": columns(field.columns)},
    ),
    "object": Kind(
        read=lambda reader, field, value, who: reader.columns(
            field, value, reader.label(field, who), reader.row, who
        ),
        text=_object_text, schema=lambda field, _, columns: columns(field.columns), is_filled=False, is_counted=True,
        holds="columns",
    ),
    "list": Kind(
        read=_read_list, text=_list_text, schema=_list_schema, limits=("least", "most"), is_list=True,
        is_counted=True, holds="items",
    ),
    "text": Kind(
        read=_read_text, text=_letters_text, schema=_text_schema, limits=("least", "most"), is_free=True,
        tidied=_trimmed,
    ),
}  # fmt: skip
"""Type to kind."""


# Functions for fields of any kind.


def read_value(reader: Reader, field: Field, value: Any, who: str | None = None) -> Any:
    """Return one value in the type of a record, even after a problem."""
    return None if value is None and field.nobody else KINDS[field.type].read(reader, field, value, who)


def is_list_of_names(field: Field) -> bool:
    """Return whether the values of a field are lists of players or sides."""
    kind = KINDS[field.type]
    return kind.is_list and kind.is_name


def default_of(field: Field) -> Any:
    """Return the value of a field that was not given, as JSON."""
    if field.default is not None:
        return list(field.default) if isinstance(field.default, tuple) else field.default
    kind = KINDS[field.type]
    if kind.is_list:
        return []
    return None if field.nobody else kind.empty


def value_text(field: Field, value: Any) -> str:
    """Describe a value for people: ``yes``, ``10♥ K♠``, ``Ann, Bob``; of a field per player, one player's value."""
    if value is None:
        return field.nobody or KINDS[field.type].unsaid
    return "none" if value in ([], (), {}, "") else KINDS[field.type].text(field, value)


def texts_of_all(field: Field, values: object) -> list[tuple[str, str]]:
    """Return each name with a value, and the value in words; in seat order if the field lists the names."""
    given = values if isinstance(values, Mapping) else {}
    return [(name, value_text(field, given[name])) for name in field.names or given if name in given]


def sentence(field: Field, row: Mapping[str, Any]) -> str:
    """Describe a row by the field's own sentence; without one, list its values."""
    columns = {column.key: column for column in field.columns}
    texts = {key: value_text(columns[key], value) for key, value in row.items() if key in columns}
    first = row.get(field.columns[0].key)
    template = next((words for key, words in field.hints.sentences if key in ("", str(first))), "")
    if template:
        return re.sub(r"\{(\w+)\}", lambda found: texts.get(found[1], "—"), template)
    return ", ".join(f"{columns[key].label}: {text}" for key, text in texts.items())


def any_of(schemas: Iterable[Schema]) -> Schema:
    """Return a schema for any of these; equal schemas are merged."""
    distinct: list[Schema] = []
    for schema in schemas:
        if schema not in distinct:
            distinct.append(schema)
    return {"anyOf": distinct} if len(distinct) > 1 else distinct[0] if distinct else {}
