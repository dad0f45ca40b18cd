"""WTForms fields for the fields of the core.

Each class decides how its inputs are read and rendered, and which hidden inputs carry its value. The core validates
the values: unreadable text is passed on as it was typed.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from typing import Any, Literal

from wtforms import Field, FieldList
from wtforms.form import BaseForm
from wtforms.utils import unset_value

from companion.core.entry.fields import Choice
from companion.core.entry.fields import Field as Spec
from companion.core.entry.kinds import default_of
from companion.core.entry.labels import is_trick, label_with
from companion.core.entry.sums import read_sum
from companion.web.forms.faults import id_of
from companion.web.forms.trick_notation import trick_from, trick_plays, trick_text
from companion.web.forms.widgets import Macro
from companion.web.support.parsing import parse_whole

MOST_CHIPS = 12
"""A number with at most this many steps between minimum and maximum has chips to tap; others are typed."""

IN_LINE = 7
"""How many chips fit in a line on a phone."""

MOST_ROWS = 300
"""How many rows are read at most."""

NOBODY = "none"
"""What is sent for "nobody", if that is an answer."""

NOTHING = unset_value
"""Sentinel: an input was left empty (None can be an answer)."""


def first_value(formdata: Any, name: str) -> str:
    """Return the first value sent under a name, trimmed; empty if there is none."""
    found = formdata.getlist(name)
    return found[0].strip() if found else ""


def all_values(formdata: Any, name: str) -> list[str]:
    """Return all values sent under a name, trimmed, without empty ones."""
    return [value.strip() for value in formdata.getlist(name) if value.strip()]


class TableField(Field):
    """A field for one field of the core, asked of the table or of one player. This base class is a plain text input."""

    widget = Macro("text")

    data: Any
    """The raw value, as in the entry; None if nothing is chosen, or if "nobody" is."""

    has_form = False
    """Whether the page explains the notation to type."""

    names_people = False
    """Whether the options to tap are players."""

    parts: Sequence["TableField"] = ()
    """The fields of its inputs, if there are several."""

    def __init__(self, spec: Spec, *, who: str = "", **more: Any) -> None:
        super().__init__(label=spec.label, **more)
        self.id = id_of(self.name)
        self.spec = spec
        self.who = who
        """The player or side that is asked; empty for the table."""

        self.given = False
        """Whether there is an answer, which may be "nobody"."""

        self.caption = spec.label
        """The label, which can depend on other answers."""

        self.alone = False
        """Whether it is the only field of its player in the section: then the player's name is its label."""

        self.unless = ""
        """The input and value with which this field is not asked; empty if there is none."""

        self.note = ""
        """A note beside the input, such as the bid beside the tricks."""

        self.shows_nobody = False
        """Whether "nobody" is shown as chosen because it is the default."""

        self.helps: Literal["here", "above", "elsewhere"] = "here"
        """Where its help is shown: with the field, or at the top of the section, which the first player's field refers
        to."""

    @classmethod
    def variant(cls, spec: Spec) -> type["TableField"]:
        """Return the class to use for this field of the core, for types that can be asked in several ways."""
        return cls

    # Reading.

    def process(self, formdata: Any, data: Any = NOTHING, extra_filters: Any = None) -> None:
        """Set the value from the submitted form if there is one, else from ``data``."""
        value = data if formdata is None else self.read(formdata)
        self.given = value is not NOTHING
        self.data = value if self.given else None

    def read(self, formdata: Any) -> Any:
        """Return the submitted raw value.

        If the input is empty and its twin was sent, the input was emptied.
        """
        text = first_value(formdata, self.name)
        if not text:
            return self.emptied() if f"{self.name}.off" in formdata else NOTHING
        return None if text == NOBODY and self.spec.nobody else self.parse(text)

    def parse(self, text: str) -> Any:
        """Return the raw value of a text."""
        return text

    def emptied(self) -> Any:
        """Return the raw value that an emptied input means."""
        return NOTHING

    # Hidden inputs.

    @property
    def inputs(self) -> list[tuple[str, str]]:
        """Name and value of the hidden inputs that carry the value."""
        if self.data is None:
            return [(self.name, NOBODY)] if self.spec.nobody else []
        return self.value_inputs()

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return name and value of the hidden inputs that carry a value other than None."""
        return [(self.name, self.sent(self.data))]

    def sent(self, value: Any) -> str:
        """Return a value as its input sends it."""
        return str(value)

    @property
    def twin(self) -> list[tuple[str, str]]:
        """The hidden input that tells "emptied" from "not sent", for fields that are not empty by default."""
        return [(f"{self.name}.off", "1")] if self.spec.default else []

    # Rendering.

    def _value(self) -> str:
        """Return the text of the input."""
        return "" if self.data is None else str(self.data)

    @property
    def nobody(self) -> bool:
        """Whether "nobody" was chosen."""
        return self.given and self.data is None and bool(self.spec.nobody)

    @property
    def is_used(self) -> bool:
        """Whether it contains anything that must not be folded away: an error, or a value other than the default."""
        empty = self.data in (None, False, [], {}, "", 0)
        return bool(self.errors) or self.nobody or (not empty and self.data != default_of(self.spec))

    def show_default(self) -> None:
        """Show the default as chosen, unless the answer affects the score and has to be tapped."""
        if self.data is None and not (self.nobody or self.spec.required or self.spec.asking.tapped):
            self.choose_default()

    def choose_default(self) -> None:
        """Show the default as chosen."""
        self.shows_nobody = bool(self.spec.nobody)

    @property
    def labels(self) -> dict[str, Any]:
        """The labels that depend on the answer to another field, for the script; empty if it has only one."""
        by, labels = self.spec.asking.named_by
        return {"by": by, "labels": {"": self.spec.label, **dict(labels)}} if by else {}

    @property
    def row_hints(self) -> dict[str, Any]:
        """The rules by which the script fills in a column of a row; empty if there are none."""
        prefill = self.spec.hints.prefill
        if prefill is None:
            return {}
        mostly = [[key, str(value), self.sent(answer)] for key, value, answer in prefill.mostly]
        found = {"keeps": prefill.keeps, "other": prefill.other_than, "mostly": mostly}
        return {key: value for key, value in found.items() if value}

    @property
    def turns(self) -> dict[str, Any]:
        """Who begins if all players are asked on one pad in turn, for the script; empty if each is asked separately."""
        turns = self.spec.hints.turns
        if turns is None:
            return {}
        names, first = self.spec.names, turns.first
        place = str(names.index(first)) if first in names else first
        return {"by": turns.led_by, "first": place, "what": self.spec.label}

    @property
    def described_by(self) -> list[str]:
        """The ids of the elements that describe the input: its errors, its notation and its help."""
        found = [f"{self.id}-problem{number}" for number in range(1, len(self.errors) + 1)]
        if self.has_form:
            found.append(f"{self.id}-form")
        if self.spec.help and self.helps != "elsewhere":
            found.append(f"{self.id}-hint")
        return found


class TextField(TableField):
    """A short text."""

    @property
    def tapped(self) -> dict[str, Any]:
        """The letters from which the text is composed by tapping, for the script; empty if it is typed."""
        return asdict(self.spec.hints.letters) if self.spec.hints.letters else {}

    def emptied(self) -> Any:
        """Return an empty text, which replaces the default."""
        return ""

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return the input with the text; also its twin if the text is empty."""
        return super().value_inputs() if self.data else [*super().value_inputs(), *self.twin]


# Numbers.


class NumberField(TableField):
    """A number that is typed, if need be as a sum: ``3+6-2``."""

    widget = Macro("number")

    @classmethod
    def variant(cls, spec: Spec) -> type[TableField]:
        """Return the class with chips to tap for a count with few possible or usual values."""
        if spec.hints.usual:
            return UsualNumberField
        few = spec.bounds.most is not None and (spec.bounds.most - spec.bounds.least) // spec.bounds.step <= MOST_CHIPS
        return ChipsField if few and spec.bounds.least >= 0 and spec.type == "count" else cls

    @property
    def worths(self) -> list[tuple[str, int]]:
        """Labels and points from which the script counts the number up."""
        return [(worth.label, worth.points) for worth in self.spec.hints.worths]

    def parse(self, text: str) -> Any:
        """Return the number; text that is no number or sum is returned unchanged."""
        number = read_sum(text)
        return text if number is None else number

    def emptied(self) -> Any:
        """Return None if the field accepts "none" as an answer."""
        return None if self.spec.nobody else NOTHING

    def choose_default(self) -> None:
        """Do nothing, because an empty input means the default."""

    @property
    def twin(self) -> list[tuple[str, str]]:
        """The input that tells "emptied" from "not sent", for fields that start with a number but may be none."""
        return [(f"{self.name}.off", "1")] if self.spec.nobody and self.spec.default is not None else []


class ChipsField(NumberField):
    """A number that is chosen by tapping a chip."""

    widget = Macro("chips")

    @property
    def chips(self) -> Sequence[int]:
        """The numbers to tap."""
        return range(self.spec.bounds.least, (self.spec.bounds.most or 0) + 1, self.spec.bounds.step)

    @property
    def rest(self) -> Sequence[int]:
        """The highest numbers, which do not fit in the first line and are shown on demand."""
        return self.chips[IN_LINE - 1 :] if len(self.chips) > IN_LINE and not self.spec.hints.places else ()

    def told(self, number: int) -> str:
        """Return the text on a chip."""
        places = self.spec.hints.places
        if places is None:
            return str(number)
        return places.place.replace("{knock}", f"knock {number}") if number else places.nothing


class UsualNumberField(NumberField):
    """A number with chips for its usual values, and an input for others."""

    widget = Macro("few")

    @property
    def chips(self) -> Sequence[Any]:
        """The numbers to tap."""
        return self.spec.hints.usual


# Options to tap.

Options = Iterable[tuple[object, str, bool]]
"""What can be tapped: the value as it is sent, its label, and whether it is chosen."""


class OptionsField(TableField):
    """A field with options to tap."""

    def choices(self) -> Sequence[tuple[Any, str, str]]:
        """Return value, label and sent text of each option."""
        return [(one.value, one.label, str(one.value)) for one in self.spec.choices]

    def parse(self, text: str) -> Any:
        """Return the value of an option; other text is returned unchanged."""
        return next((value for value, _, sent in self.choices() if sent == text), text)

    def sent(self, value: Any) -> str:
        """Return the text that is sent for an option; another value is returned as text."""
        return next((sent for one, _, sent in self.choices() if one == value), str(value))


class NamesField(OptionsField):
    """A field with the names as options; they are sent as index, so that any name is possible."""

    names_people = True

    def choices(self) -> Sequence[tuple[Any, str, str]]:
        """Return value, label and sent text of each name."""
        return [(name, name, str(number)) for number, name in enumerate(self.spec.names)]


class RadiosField(OptionsField):
    """A choice of one option by tapping it."""

    widget = Macro("radios")

    @property
    def options(self) -> Options:
        """The options; "nobody" is the last one if it is an answer."""
        yield from ((sent, label, self.data == value) for value, label, sent in self.choices())
        if self.spec.nobody and not self.spec.asking.either:
            yield NOBODY, self.spec.nobody, self.nobody or self.shows_nobody


class ChoiceField(RadiosField):
    """One choice from the field's list."""

    def choose_default(self) -> None:
        """Choose the default if there is one."""
        self.data = self.spec.default
        self.shows_nobody = self.data is None and bool(self.spec.nobody)


class PlayerField(NamesField, RadiosField):
    """One of the names."""


class FlagField(TableField):
    """A box to tick. Browsers send nothing for an empty box; its twin ``….off`` tells that the box was on the page."""

    widget = Macro("flag")

    @classmethod
    def variant(cls, spec: Spec) -> type[TableField]:
        """Return ``YesNoField`` if no answer is different from "no"; else this class."""
        return YesNoField if spec.nobody or spec.required else cls

    def read(self, formdata: Any) -> Any:
        """Return True for a ticked box, False for one that was unticked, and otherwise no answer."""
        if first_value(formdata, self.name):
            return True
        return False if default_of(self.spec) and f"{self.name}.off" in formdata else NOTHING

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return the input of the box, or its twin if it is not ticked."""
        if isinstance(self.data, bool):
            return [(self.name, "1")] if self.data else self.twin
        return super().value_inputs()


class YesNoField(RadiosField):
    """Yes or no, as two buttons."""

    def choices(self) -> Sequence[tuple[Any, str, str]]:
        """Return value, label and sent text of both answers."""
        return [(True, "Yes", "yes"), (False, "No", "no")]

    def read(self, formdata: Any) -> Any:
        """Return the answer, or nothing; there is no button for "nobody"."""
        return {"yes": True, "no": False}.get(first_value(formdata, self.name), NOTHING)


class CheckboxesField(OptionsField):
    """A choice of any number of options, each with a box to tick."""

    widget = Macro("boxes")

    @property
    def options(self) -> Options:
        """The options."""
        return ((sent, label, value in (self.data or ())) for value, label, sent in self.choices())

    def read(self, formdata: Any) -> Any:
        """Return all ticked values."""
        texts = all_values(formdata, self.name)
        if texts:
            return [self.parse(text) for text in texts]
        return self.emptied() if f"{self.name}.off" in formdata else NOTHING

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return an input for each value."""
        if not isinstance(self.data, list):
            return super().value_inputs()
        return [(self.name, self.sent(one)) for one in self.data] or self.twin


class ChoicesField(CheckboxesField):
    """Any number of choices from the field's list."""

    def emptied(self) -> Any:
        """Return an empty list, which replaces the default."""
        return []


class PlayersField(NamesField, CheckboxesField):
    """Any number of the names."""

    @classmethod
    def variant(cls, spec: Spec) -> type[TableField]:
        """Return ``SequenceField``, to tap players in turn, if order or repeats matter; else this class."""
        return SequenceField if spec.bounds.repeats or spec.bounds.ordered else cls


class SequenceField(PlayersField):
    """Players in the order in which they are tapped."""

    widget = Macro("sequence")


# Cards.


class CardField(TableField):
    """One card of a deck."""

    widget = Macro("cards")


class CardsField(TableField):
    """Cards of a deck, typed with blanks or commas between them."""

    widget = Macro("cards")

    def read(self, formdata: Any) -> Any:
        """Return the cards; a box says that there are none, if that is an answer."""
        cards = re.split(r"[\s,;]+", " ".join(all_values(formdata, self.name)))
        empty = (self.spec.bounds.keeps_empty or self.spec.per != "table") and f"{self.name}.none" in formdata
        return [card for card in cards if card] or ([] if empty else NOTHING)

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return the input with the cards, or the box for none."""
        if isinstance(self.data, list) and not self.data:
            return [(f"{self.name}.none", "1")]
        return [(self.name, self._value())]

    def _value(self) -> str:
        return self.data if isinstance(self.data, str) else " ".join(self.data or ())


class TrickField(TableField):
    """The cards of a trick in the order of play: ``Ann red-7, Bob red-3``."""

    widget = Macro("falls")
    has_form = True
    several = False
    """Whether it has a line for each of several tricks."""

    @property
    def trick(self) -> Spec:
        """The field whose rows are the cards of one trick."""
        return self.spec

    def read(self, formdata: Any) -> Any:
        """Return the trick as rows of player and card."""
        return trick_from(self.trick, first_value(formdata, self.name)) or NOTHING

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return the input with the text."""
        return [(self.name, self._value())]

    @property
    def plays(self) -> list[list[tuple[str, str]]]:
        """Player and card in the order of play, in a list for each trick."""
        return [trick_plays(self.trick, self.data)] if self.data else []

    def _value(self) -> str:
        return trick_text(self.data)


class TricksField(TrickField):
    """The cards of several tricks, a line for each."""

    several = True

    @property
    def trick(self) -> Spec:
        """The field whose rows are the cards of one trick."""
        return self.spec.columns[0]

    def read(self, formdata: Any) -> Any:
        """Return the rows of each trick."""
        lines = first_value(formdata, self.name).splitlines()
        return [trick_from(self.trick, line) for line in lines if line.strip()] or NOTHING

    @property
    def plays(self) -> list[list[tuple[str, str]]]:
        """Player and card in the order of play, in a list for each trick."""
        return [trick_plays(self.trick, rows) for rows in self.data] if isinstance(self.data, list) else []

    def _value(self) -> str:
        return "\n".join(map(trick_text, self.data)) if isinstance(self.data, list) else ""


# Fields with several inputs.


class Columns(BaseForm):
    """A form with one input for each field: the parts of an object, or the columns of a row.

    Fields are kept by name and are no attributes, because a game may call one ``data`` or ``errors``.
    """

    _fields: dict[str, TableField]  # type: ignore[assignment] # narrower than in the stubs

    def __init__(
        self, specs: Iterable[Spec], formdata: Any = None, data: Mapping[str, Any] | None = None, prefix: str = ""
    ) -> None:
        self.specs = tuple(specs)
        super().__init__([pair for spec in self.specs for pair in self.inputs_for(spec)], prefix)
        self.process(formdata, data=self.values_by_input(data or {}) if formdata is None else None)
        answers = (self.entry() if formdata is not None else data) or {}
        for spec in self.specs:
            if spec.asking.named_by[0] and spec.key in self._fields:
                self._fields[spec.key].caption = label_with(spec, answers)

    def inputs_for(self, spec: Spec) -> Iterable[tuple[str, Any]]:
        """Yield the name and the unbound field of each input for one field of the core."""
        yield spec.key, field_of(spec)

    def values_by_input(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return raw values keyed by the names of their inputs."""
        return values

    def __iter__(self) -> Iterator[TableField]:
        return iter(self._fields.values())

    def entry(self) -> dict[str, Any]:
        """Return the raw values of all fields with an answer."""
        return {name: one.data for name, one in self._fields.items() if one.given}


class PartsField(TableField):
    """One object with its parts, or one row with its columns."""

    widget = Macro("parts")
    form: Columns

    def process(self, formdata: Any, data: Any = NOTHING, extra_filters: Any = None) -> None:
        """Set the values of all parts from the submitted form if there is one, else from ``data``."""
        own = data if isinstance(data, dict) else None
        self.form = Columns(self.spec.columns, formdata, own, f"{self.name}.")
        value = data if formdata is None else self.form.entry() or NOTHING
        self.given = value is not NOTHING
        self.data = value if self.given else None

    @property
    def parts(self) -> Sequence[TableField]:  # type: ignore[override] # computed here, set in other classes
        """A field for each part."""
        return list(self.form)

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return the hidden inputs of all parts with an answer."""
        return [pair for part in self.form if part.given for pair in part.inputs]


class ListField(TableField, FieldList):  # type: ignore[type-arg]  # generic in the stubs only
    """A list with a field for each item and a blank one at the end; the numbers in inputs' names may have gaps."""

    most: int
    """How many items are read at most."""

    def __init__(self, spec: Spec, **more: Any) -> None:
        super().__init__(spec, unbound_field=self.unbound_item(spec), separator=".", **more)

    def unbound_item(self, spec: Spec) -> Any:
        """Return the unbound field for an item."""
        return field_of(spec.columns[0].of(required=False))

    def process(self, formdata: Any, data: Any = NOTHING, extra_filters: Any = None) -> None:
        """Read all items that are not blank, and number them from 0."""
        known = data if isinstance(data, list | tuple) else ()
        if formdata is not None:
            FieldList.process(self, formdata)
            known = [one.data for one in self.entries if self.is_kept(one)]
            data = known or NOTHING
        FieldList.process(self, None, known)
        self.given = data is not NOTHING

    def is_kept(self, one: TableField) -> bool:
        """Return whether an item is not blank."""
        return one.given

    def _extract_indices(self, prefix: str, formdata: Iterable[str]) -> Iterator[int]:
        parts = (name.split(".") for name in formdata if name.startswith(f"{prefix}."))
        numbers = {parse_whole(rest[prefix.count(".") + 1], most=99_999) for rest in parts}
        yield from sorted(number for number in numbers if number is not None)[: self.most]

    @cached_property
    def shown(self) -> list[TableField]:
        """All items, and a blank one."""
        found = [*self.entries, self.append_entry()]
        self.entries.pop()
        for number, one in enumerate(found, start=1):
            self.set_caption(one, number)
        return found

    def set_caption(self, one: TableField, number: int) -> None:
        """Set the caption of an item, for classes in which items have one."""

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return the hidden inputs of all items."""
        return [pair for one in self.entries for pair in one.inputs]


class ItemsField(ListField):
    """A list of single values, such as melds or numbers."""

    widget = Macro("items")
    most = 110

    @classmethod
    def variant(cls, spec: Spec) -> type[TableField]:
        """Return ``TricksField`` for a list of tricks, which is typed as text; else this class."""
        return TricksField if is_trick(spec.columns[0]) else cls

    def set_caption(self, one: TableField, number: int) -> None:
        """Set the caption: the label and the item's number."""
        one.caption = f"{one.spec.label} {number}"


class RowsField(ListField):
    """A list of rows with the same columns."""

    widget = Macro("rows")
    most = MOST_ROWS

    @classmethod
    def variant(cls, spec: Spec) -> type[TableField]:
        """Return ``TrickField`` for the cards of a trick, which are typed as text; else this class."""
        return TrickField if is_trick(spec) else cls

    def unbound_item(self, spec: Spec) -> Any:
        """Return the unbound field for a row."""
        return PartsField(spec)

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """Value and label of the kinds of rows that have a button each."""
        return [(str(one.value), one.label) for one in kinds_of_rows(self.spec)]

    @property
    def shares(self) -> dict[str, Any]:
        """The rule by which rows share out what was paid, for the script; empty if there is none."""
        rule = self.spec.hints.shares
        if rule is None:
            return {}
        order = [self.spec.columns[1].names.index(name) for name in rule.order]
        return {**asdict(rule), "order": order}

    def is_kept(self, one: TableField) -> bool:
        """Return whether a row contains more than boxes, which can be ticked by default."""
        return one.given and any(value is not True and value is not False for value in one.data.values())


def kinds_of_rows(spec: Spec) -> tuple[Choice, ...]:
    """Return the choices of the first column if each kind of row has a sentence of its own; else nothing."""
    return spec.columns[0].choices if len(spec.hints.sentences) > 1 else ()


TYPES: Mapping[str, type[TableField]] = {
    "count": NumberField,
    "points": NumberField,
    "chips": NumberField,
    "flag": FlagField,
    "choice": ChoiceField,
    "choices": ChoicesField,
    "player": PlayerField,
    "players": PlayersField,
    "card": CardField,
    "cards": CardsField,
    "rows": RowsField,
    "object": PartsField,
    "list": ItemsField,
    "text": TextField,
}
"""The form field's class for each type of the core's fields."""


def class_for(spec: Spec) -> type[TableField]:
    """Return the form field's class for a field of the core."""
    return TYPES[spec.type].variant(spec)


def field_of(spec: Spec, who: str = "") -> Any:
    """Return the unbound form field for a field of the core."""
    return class_for(spec)(spec, who=who)
