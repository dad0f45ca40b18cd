"""Reading what somebody wrote down: raw JSON against fields, into a record with typed access."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from companion.core.fields import NUMBERS, Field, Value, default_of, label_with
from companion.core.problems import Problem, Problems
from companion.core.words import counted, listed, shown

NAME_LENGTH = 40
"""The most letters in a player's name, after trimming."""


MOST_NAMES = 100
"""Beyond this many names nobody looks at each."""


class Record:
    """An entry, a row of it, or the options: values by key, each already of its field's type.

    What was not given has its default, so every key of the fields can be asked for.
    """

    __slots__ = ("_given", "_values")

    def __init__(self, values: Mapping[str, Any], given: Mapping[str, tuple[str, ...]]) -> None:
        self._values = values
        self._given = given

    def has(self, key: str) -> bool:
        """Whether the table wrote something under this key."""
        return key in self._given

    def given(self, key: str) -> tuple[str, ...]:
        """The names for which something was written, in seat order (fields per player or side)."""
        return self._given.get(key, ())

    def number(self, key: str) -> int:
        """A count, points or chips."""
        return cast(int, self._values[key])

    def number_or_none(self, key: str) -> int | None:
        """A number that may be left open."""
        return cast("int | None", self._values[key])

    def flag(self, key: str) -> bool:
        """A flag; one that may be left open is false while it is."""
        return bool(self._values[key])

    def flag_or_none(self, key: str) -> bool | None:
        """A flag that may be left open."""
        return cast("bool | None", self._values[key])

    def word(self, key: str) -> str:
        """A choice whose values are texts, or a text; empty where nothing was chosen."""
        return self._values[key] or ""

    def value(self, key: str) -> Value | None:
        """A choice, text or whole number, or None."""
        return cast("Value | None", self._values[key])

    def name(self, key: str) -> str | None:
        """A player or side, or None for nobody."""
        return cast("str | None", self._values[key])

    def who(self, key: str) -> str:
        """A player or side that is always given.

        :raises LookupError: nobody is.
        """
        name = self._values[key]
        if name is None:
            raise LookupError(f"nobody is given as {key}")
        return cast(str, name)

    def names(self, key: str) -> tuple[str, ...]:
        """A list of players."""
        return cast("tuple[str, ...]", self._values[key])

    def words(self, key: str) -> tuple[Value, ...]:
        """A list of choices."""
        return cast("tuple[Value, ...]", self._values[key])

    def card(self, key: str) -> str | None:
        """A card, or None."""
        return cast("str | None", self._values[key])

    def cards(self, key: str) -> tuple[str, ...]:
        """A list of cards."""
        return cast("tuple[str, ...]", self._values[key])

    def rows(self, key: str) -> tuple["Record", ...]:
        """A list of rows."""
        return cast("tuple[Record, ...]", self._values[key])

    def several(self, key: str) -> tuple[Any, ...]:
        """The items of a ``list``, each as the type of its items has it."""
        return cast("tuple[Any, ...]", self._values[key])

    def numbers(self, key: str) -> Mapping[str, int]:
        """Name to number, for all who are asked, in seat order."""
        return cast("Mapping[str, int]", self._values[key])

    def values(self, key: str) -> Mapping[str, Value | None]:
        """Name to choice, for all who are asked, in seat order."""
        return cast("Mapping[str, Value | None]", self._values[key])

    def hands(self, key: str) -> Mapping[str, tuple[str, ...]]:
        """Name to cards, for all who are asked, in seat order; not given: no cards."""
        return cast("Mapping[str, tuple[str, ...]]", self._values[key])

    def records(self, key: str) -> Mapping[str, "Record"]:
        """Name to the parts of an ``object`` field, for all who gave them, in seat order."""
        return cast("Mapping[str, Record]", self._values[key])


EMPTY = Record({}, {})


def is_absent(value: object) -> bool:
    """Whether a value counts as not given: null, an empty list or an empty object."""
    return value is None or (isinstance(value, list | dict) and not value)


def read_record(fields: Sequence[Field], raw: Mapping[str, Any]) -> tuple[Record, Problems]:
    """The record that raw JSON means under these fields, and all problems with its form.

    Where there are problems the record is not to be used.
    """
    problems: Problems = []
    values: dict[str, Any] = {}
    given: dict[str, tuple[str, ...]] = {}
    known = 0
    for field in fields:
        key = field.key
        if key in raw:
            known += 1
            if field.per == "table" and _is_plain(field, raw[key]):
                values[key] = raw[key]
                given[key] = ()
                continue
        named = field.of(label=label_with(field, raw)) if field.named_by[0] else field
        _Reader(named, problems).read(raw, values, given)
    if known < len(raw):
        keys = {field.key for field in fields}
        unknown = [shown(key) for key in raw if key not in keys]
        problems = [*(Problem(key, f"There is nothing called “{key}” here.") for key in unknown), *problems]
    return Record(values, given), problems


def _is_plain(field: Field, value: object) -> bool:
    """Whether a value can be taken as it stands, at a glance; where not, it is read with care."""
    kind = type(value)
    if field.type in NUMBERS:
        if not isinstance(value, int) or kind is bool or value < field.minimum:
            return False
        return (field.maximum is None or value <= field.maximum) and value % field.step == 0
    if field.type == "player":
        return kind is str and value in field.names
    if field.type == "flag":
        return kind is bool
    if field.type == "text":
        return isinstance(value, str) and _is_plain_text(value, field.most)
    return field.type == "choice" and any(
        choice.value == value and type(choice.value) is kind for choice in field.choices
    )


def _is_plain_text(text: str, most: int | None) -> bool:
    """Whether a text is short, of plain letters, and has no blanks around it."""
    if not text or (most is not None and len(text) > most):
        return False
    return text.isascii() and text.isprintable() and " " not in (text[0], text[-1])


class _Reader:
    """Reads one field. Problems go to the shared list."""

    __slots__ = ("field", "problems", "row")

    def __init__(self, field: Field, problems: Problems, row: int | None = None) -> None:
        self.field = field
        self.problems = problems
        self.row = row

    def refuse(self, message: str, name: str | None = None) -> None:
        self.problems.append(Problem(self.field.key, message, name, self.row))

    def read(self, raw: Mapping[str, Any], values: dict[str, Any], given: dict[str, tuple[str, ...]]) -> None:
        field = self.field
        value = raw.get(field.key)
        if is_absent(value) and not (
            (value is not None and field.keeps_empty) or (value is None and field.nobody and field.key in raw)
        ):
            if field.required:
                self.refuse(self._missing())
            values[field.key] = self._default() if field.per == "table" else self._for_all({})
            return
        if field.per == "table":
            values[field.key] = self._one(value, None)
            given[field.key] = ()
        else:
            found = self._by_name(value)
            values[field.key] = self._for_all(found)
            given[field.key] = tuple(found)

    def _missing(self) -> str:
        field = self.field
        if field.per == "table":
            return f"{field.label} is missing."
        if field.names:
            return f"{field.label} is missing for {listed(field.names)}."
        return f"{field.label} is missing."

    def _by_name(self, value: object) -> dict[str, Any]:
        """Name to value for those given, in seat order."""
        field = self.field
        if not isinstance(value, dict):
            self.refuse(f"{field.label}: give one value for each {field.per}, by name.")
            return {}
        found: dict[str, Any] = {}
        for written, item in value.items():
            name = written if written in field.names else written.strip()
            if name in found:
                self.refuse(f"{field.label}: {name} is there twice.", name)
            elif name in field.names:
                if item is not None or field.nobody:
                    found[name] = item if _is_plain(field, item) else self._one(item, name)
            elif name in field.empty_for and (is_absent(item) or item is False or (type(item) is int and not item)):
                continue
            else:
                self.refuse(f"{field.label}: {shown(name)} is not asked for this in this round.")
        missing = [name for name in field.names if name not in found]
        if field.required and missing:
            for name in missing:
                self.refuse(f"{field.label} is missing for {name}.", name)
        if field.type == "cards" and field.deck is not None:
            self._copies(card for cards in found.values() if cards for card in cards)
        return {name: found[name] for name in field.names if name in found}

    def _for_all(self, found: Mapping[str, Any]) -> dict[str, Any]:
        if self.field.type == "object":
            return dict(found)
        default = self._default()
        return {name: found.get(name, default) for name in self.field.names}

    def _default(self) -> Any:
        value = default_of(self.field)
        if self.field.type == "rows" and value:
            return tuple(read_record(self.field.columns, row)[0] for row in value)
        return tuple(value) if isinstance(value, list) else value

    # One value, by type. Each gives something of the right type even after a problem.

    def _one(self, value: object, name: str | None) -> Any:
        field = self.field
        if value is None and field.nobody:
            return None
        if field.type in NUMBERS:
            return self._number(value, name)
        return getattr(self, "_" + field.type)(value, name)

    def _label(self, name: str | None) -> str:
        return f"{self.field.label} ({name})" if name else self.field.label

    def _number(self, value: object, name: str | None) -> int:
        field = self.field
        if type(value) is not int:
            self.refuse(f"{self._label(name)}: {shown(value)} is not a whole number.", name)
            return 0
        if value < field.minimum:
            self.refuse(f"{self._label(name)}: {shown(value)} is too low, {field.minimum:,} is the least.", name)
        elif field.maximum is not None and value > field.maximum:
            self.refuse(f"{self._label(name)}: {shown(value)} is too high, {field.maximum:,} is the most.", name)
        elif field.step != 1 and value % field.step:
            self.refuse(f"{self._label(name)}: {shown(value)} is not a multiple of {field.step}.", name)
        return value

    def _flag(self, value: object, name: str | None) -> bool:
        if not isinstance(value, bool):
            self.refuse(f"{self._label(name)}: say yes or no (true or false), not {shown(value)}.", name)
        return value is True

    def _choice(self, value: object, name: str | None) -> Value:
        for choice in self.field.choices:
            if choice.value == value and type(choice.value) is type(value):
                return choice.value
        known = listed([str(choice.value) for choice in self.field.choices], "or")
        self.refuse(f"{self._label(name)}: {shown(value)} is not one of {known}.", name)
        return ""

    def _choices(self, value: object, name: str | None) -> tuple[Value, ...]:
        if not isinstance(value, list):
            self.refuse(f"{self._label(name)}: give a list.", name)
            return ()
        found = tuple(self._choice(item, name) for item in value)
        if len(set(found)) < len(found):
            self.refuse(f"{self._label(name)}: the same one is there twice.", name)
        return found

    def _text(self, value: object, name: str | None) -> str:
        if not isinstance(value, str):
            self.refuse(f"{self._label(name)}: {shown(value)} is not a text.", name)
            return ""
        value = value.strip()
        if not value and self.field.default != "":
            self.refuse(f"{self._label(name)} is empty.", name)
        elif self.field.most is not None and len(value) > self.field.most:
            self.refuse(f"{self._label(name)} is longer than {self.field.most} letters.", name)
        elif not _can_be_shown(value):
            self.refuse(f"{self._label(name)} has letters that cannot be shown.", name)
        return value

    def _player(self, value: object, name: str | None) -> str | None:
        field = self.field
        if isinstance(value, str):
            if value in field.names:
                return value
            if value.strip() in field.names:
                return value.strip()
        known = f"one of {listed(field.names, 'or')}" if field.names else "a name"
        self.refuse(f"{self._label(name)}: {shown(value)} is not {known}.", name)
        return None

    def _players(self, value: object, name: str | None) -> tuple[str, ...]:
        field = self.field
        if not isinstance(value, list):
            self.refuse(f"{self._label(name)}: give a list of names.", name)
            return ()
        found = tuple(who for who in (self._player(item, name) for item in value) if who is not None)
        if not field.repeats and len(set(found)) < len(found):
            twice = next(who for who in found if found.count(who) > 1)
            self.refuse(f"{self._label(name)}: {twice} is named twice.", twice)
        self._amount(found, "name", name)
        return found

    def _card(self, value: object, name: str | None) -> str:
        deck = self.field.deck
        assert deck is not None, "a card field has a deck"  # noqa: S101 - a fault of the game, never of an entry
        found = deck.read(value) if isinstance(value, str) else None
        if found is None:
            self.refuse(f"{self._label(name)}: {shown(value)} is not a card.", name)
            return ""
        if found not in deck:
            self.refuse(f"{self._label(name)}: {found} is not in {deck.name}.", name)
        return found

    def _cards(self, value: object, name: str | None) -> tuple[str, ...]:
        if not isinstance(value, list):
            self.refuse(f"{self._label(name)}: give a list of cards.", name)
            return ()
        before = len(self.problems)
        found = tuple(value)
        if not self._all_there(found):
            found = tuple(self._card(item, name) for item in value)
        if len(self.problems) == before:
            self._amount(found, "card", name)
            if self.field.per == "table":
                self._copies(found)
        return found

    def _all_there(self, cards: Sequence[object]) -> bool:
        """Whether all of these are cards of the deck, written as the deck writes them."""
        copies: Mapping[str, int] = self.field.deck.copies if self.field.deck is not None else {}
        return all(type(card) is str and card in copies for card in cards)

    def _copies(self, cards: Iterable[str]) -> None:
        deck = self.field.deck
        if deck is None:
            return
        for card in deck.too_many(card for card in cards if card in deck):
            there = deck.often(card)
            often = "once" if there == 1 else f"{there} times"
            self.refuse(f"{self.field.label}: {card} is there too often; the deck has it {often}.")

    def _amount(self, found: Sequence[object], noun: str, name: str | None) -> None:
        field = self.field
        if len(found) < field.least:
            exactly = "exactly" if field.least == field.most else "at least"
            self.refuse(f"{self._label(name)}: {exactly} {counted(field.least, noun)}, not {len(found)}.", name)
        elif field.most is not None and len(found) > field.most:
            exactly = "exactly" if field.least == field.most else "at most"
            self.refuse(f"{self._label(name)}: {exactly} {counted(field.most, noun)}, not {len(found)}.", name)

    def _rows(self, value: object, name: str | None) -> tuple[Record, ...]:
        field = self.field
        if not isinstance(value, list):
            self.refuse(f"{self._label(name)}: give a list of rows.", name)
            return ()
        self._amount(value, "row", name)
        found = []
        for number, item in enumerate(value[: field.most], start=1):
            found.append(self._columns(item, f"{self._label(name)}, row {number}", number))
        return tuple(found)

    def _list(self, value: object, name: str | None) -> tuple[Any, ...]:
        field, [item] = self.field, self.field.columns
        if not isinstance(value, list):
            self.refuse(f"{self._label(name)}: give a list.", name)
            return ()
        self._amount(value, "item", name)
        found = []
        for number, one in enumerate(value[: field.most], start=1):
            reader = _Reader(item.of(key=field.key, label=f"{item.label} {number}"), self.problems, number)
            found.append(reader._one(one, name))
        return tuple(found)

    def _object(self, value: object, name: str | None) -> Record:
        return self._columns(value, self._label(name), self.row, name)

    def _columns(self, value: object, label: str, row: int | None, name: str | None = None) -> Record:
        """One object read by the columns; problems are those of this field, told with its label."""
        if not isinstance(value, dict):
            self.problems.append(Problem(self.field.key, f"{label}: {shown(value)} is not an object.", name, row))
            return EMPTY
        record, problems = read_record(self.field.columns, value)
        for problem in problems:
            message = f"{label}: {problem.message}"
            self.problems.append(Problem(self.field.key, message, problem.name or name, row))
        return record


def read_names(
    raw: object, field: str, what: str, longest: int = NAME_LENGTH, *, kept: bool = False
) -> tuple[tuple[str, ...], Problems]:
    """Names of players or sides, trimmed, and the problems with them: each 1 to 40 letters, no two alike.

    ``kept``: they have been played under already, so that they stand even where nobody may choose them any more.
    """
    if not isinstance(raw, list):
        return (), [Problem(field, f"Give the {what} as a list of names.")]
    if len(raw) > MOST_NAMES:
        return (), [Problem(field, f"{len(raw):,} names are far too many.")]
    problems: Problems = []
    names: list[str] = []
    for number, item in enumerate(raw, start=1):
        if not isinstance(item, str):
            problems.append(Problem(field, f"Name {number} is not a text."))
            continue
        name = item.strip()
        fault = name_fault(name, longest, kept=kept)
        if fault:
            problems.append(Problem(field, f"Name {number} {fault}."))
        elif name in names:
            problems.append(Problem(field, f"{name} is there twice; every name must be different.", name))
        names.append(name)
    return tuple(names), problems


UNSEEN = "has only letters that cannot be seen"
"""What is wrong with a text that looks like none, to follow "The name …"."""


def name_fault(name: str, longest: int = NAME_LENGTH, *, kept: bool = False) -> str:
    """What is wrong with a trimmed name, to follow "Name 2 …"; empty where nothing is. ``kept``: see ``read_names``."""
    if not name:
        return "is empty"
    if len(name) > longest:
        return f"is longer than {longest} letters"
    if not _can_be_shown(name):
        return "has letters that cannot be shown"
    return "" if kept or is_seen(name) else UNSEEN


def _can_be_shown(text: str) -> bool:
    """Whether a text has no control characters and no halves of letters."""
    return not any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text)


_BLANK = frozenset("\u115f\u1160\u2065\u2800\u3164\uffa0\U0001d159")
"""Letters and signs by name that no font draws: Hangul fillers, the Braille cell without dots and the like."""


def is_seen(text: str) -> bool:
    """Whether there is something to see of a text: one letter, digit or picture that stands by itself.

    Blanks, joiners, marks of direction, variation selectors and accents without a letter are none.
    """
    return any(map(_is_seen, text))


def _is_seen(letter: str) -> bool:
    category = unicodedata.category(letter)
    if category == "Cn":  # a picture newer than this Python, or a place that is kept empty
        return (
            letter not in _BLANK and not "\ufff0" <= letter <= "\ufff8" and not "\U000e0000" <= letter <= "\U000e0fff"
        )
    return category == "Co" or (category[0] not in "CMZ" and letter not in _BLANK)


def all_cards(records: Iterable[Record], *keys: str) -> Iterator[str]:
    """All cards under these keys of the records, one after the other."""
    for record in records:
        for key in keys:
            yield from record.cards(key)
