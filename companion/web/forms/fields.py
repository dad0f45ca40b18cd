"""The fields of the core as fields of WTForms.

Each says by itself how it reads its inputs, how it looks, and which inputs carry its value unseen. What is wrong with
a value is for the core to say: what cannot be read is passed on as it was typed.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from typing import Any, Literal

from wtforms import Field, FieldList
from wtforms.form import BaseForm
from wtforms.utils import unset_value

from companion.core.fields import Choice, is_trick, label_with
from companion.core.fields import Field as Spec
from companion.core.kinds import default_of
from companion.core.sums import read_sum
from companion.web.forms.faults import id_of
from companion.web.forms.typed import trick_from, trick_plays, trick_text
from companion.web.forms.widgets import Macro

MOST_CHIPS = 12
"""Up to this maximum a number is one tap on a chip; above it, it is typed."""

IN_LINE = 7
"""So many chips of a thumb's width stand side by side on a phone."""

MOST_ROWS = 300
"""The most rows that are read."""

NOBODY = "none"
"""What is sent for nobody, where that is an answer."""

NOTHING = unset_value
"""Nothing was written in an input (null can be an answer of its own)."""


def first(formdata: Any, name: str) -> str:
    """Return the first value sent under a name, trimmed; empty where there is none."""
    found = formdata.getlist(name)
    return found[0].strip() if found else ""


def all_of(formdata: Any, name: str) -> list[str]:
    """Return all values sent under a name that are not empty, trimmed."""
    return [value.strip() for value in formdata.getlist(name) if value.strip()]


class TableField(Field):
    """A field of the core, asked of the table or of one player: one text, as it is typed."""

    widget = Macro("text")

    data: Any
    """The raw value, as in the entry; None: nothing chosen yet, or nobody."""

    has_form = False
    """Whether the page says how it is typed."""

    names_people = False
    """Whether people are what is tapped."""

    parts: Sequence["TableField"] = ()
    """What it consists of, where that is more than one input."""

    def __init__(self, spec: Spec, *, who: str = "", **more: Any) -> None:
        super().__init__(label=spec.label, **more)
        self.id = id_of(self.name)
        self.spec = spec
        self.who = who
        """The player or side that is asked."""

        self.given = False
        """Whether something was written, nobody as an answer of its own among it."""

        self.caption = spec.label
        """What it is called, given what else was answered."""

        self.alone = False
        """Whether it is all that its player is asked in its section: the name then is its label."""

        self.unless = ""
        """The input, and what it sends, with which this is not asked; empty: there is none."""

        self.note = ""
        """What is worth knowing beside it: the bid next to the tricks."""

        self.stands = False
        """Whether nobody stands there as chosen, because that is what nothing chosen means."""

        self.helps: Literal["here", "above", "elsewhere"] = "here"
        """Where its help stands: with it, or at the head of its section, once for everybody; there it belongs to the
        first who is asked."""

    @classmethod
    def variant(cls, spec: Spec) -> type["TableField"]:
        """Return the class for a field of this type, where there is more than one way to ask for it."""
        return cls

    # Reading.

    def process(self, formdata: Any, data: Any = NOTHING, extra_filters: Any = None) -> None:
        """Take the value from what was sent, else from what is known."""
        value = data if formdata is None else self.read(formdata)
        self.given = value is not NOTHING
        self.data = value if self.given else None

    def read(self, formdata: Any) -> Any:
        """Return the raw value that was sent.

        An emptied input whose twin tells that something stood in it means none.
        """
        text = first(formdata, self.name)
        if not text:
            return self.emptied() if f"{self.name}.off" in formdata else NOTHING
        return None if text == NOBODY and self.spec.nobody else self.parse(text)

    def parse(self, text: str) -> Any:
        """Return the raw value of one text."""
        return text

    def emptied(self) -> Any:
        """Return the raw value of an input that was emptied."""
        return NOTHING

    # Carrying.

    @property
    def inputs(self) -> list[tuple[str, str]]:
        """The inputs that carry the value unseen: name and text."""
        if self.data is None:
            return [(self.name, NOBODY)] if self.spec.nobody else []
        return self.carried()

    def carried(self) -> list[tuple[str, str]]:
        """Return the same for a value that is not null."""
        return [(self.name, self.sent(self.data))]

    def sent(self, value: Any) -> str:
        """Return a value as its input sends it."""
        return str(value)

    @property
    def twin(self) -> list[tuple[str, str]]:
        """The input that tells that another was there, where an emptied one is not left to its default."""
        return [(f"{self.name}.off", "1")] if self.spec.default else []

    # Showing.

    def _value(self) -> str:
        """Return what stands in the input."""
        return "" if self.data is None else str(self.data)

    @property
    def nobody(self) -> bool:
        """Whether nobody was chosen, as an answer of its own."""
        return self.given and self.data is None and bool(self.spec.nobody)

    @property
    def is_used(self) -> bool:
        """Whether there is something in it that should not be folded away."""
        empty = self.data in (None, False, [], {}, "", 0)
        return bool(self.errors) or self.nobody or (not empty and self.data != default_of(self.spec))

    def tell_default(self) -> None:
        """Choose on the page what nothing chosen means, but for what scores: that is tapped."""
        if self.data is None and not (self.nobody or self.spec.required or self.spec.asking.tapped):
            self.choose_default()

    def choose_default(self) -> None:
        """Choose it, whatever scores."""
        self.stands = bool(self.spec.nobody)

    @property
    def labels(self) -> dict[str, Any]:
        """What it is called with each answer to another, as the page's script reads it; empty: always the same."""
        by, labels = self.spec.asking.named_by
        return {"by": by, "labels": {"": self.spec.label, **dict(labels)}} if by else {}

    @property
    def row_hints(self) -> dict[str, Any]:
        """How a column helps to write a row, as the page's script reads it; empty: it does not."""
        prefill = self.spec.hints.prefill
        if prefill is None:
            return {}
        mostly = [[key, str(value), self.sent(answer)] for key, value, answer in prefill.mostly]
        found = {"keeps": prefill.keeps, "other": prefill.other_than, "mostly": mostly}
        return {key: value for key, value in found.items() if value}

    @property
    def turns(self) -> dict[str, Any]:
        """Who is first where all are asked on one pad, as the page's script reads it; empty: each is asked alone."""
        turns = self.spec.hints.turns
        if turns is None:
            return {}
        return {"by": turns.led_by, "first": place_of(self.spec, turns.first), "what": self.spec.label}

    @property
    def described_by(self) -> list[str]:
        """The ids of what describes it on the page: what is wrong, how to write it, its help."""
        found = [f"{self.id}-problem{number}" for number in range(1, len(self.errors) + 1)]
        if self.has_form:
            found.append(f"{self.id}-form")
        if self.spec.help and self.helps != "elsewhere":
            found.append(f"{self.id}-hint")
        return found


class TextField(TableField):
    """A short text of the table's own."""

    @property
    def tapped(self) -> dict[str, Any]:
        """The letters that make it, as the page's script reads them; empty: it is typed."""
        return asdict(self.spec.hints.letters) if self.spec.hints.letters else {}

    def emptied(self) -> Any:
        """Return an empty text, where another one stood."""
        return ""

    def carried(self) -> list[tuple[str, str]]:
        """Return the text, or the word that it was emptied."""
        return super().carried() if self.data else [*super().carried(), *self.twin]


# Numbers.


class NumberField(TableField):
    """A number that may be typed as a sum: ``3+6-2``."""

    widget = Macro("number")

    @classmethod
    def variant(cls, spec: Spec) -> type[TableField]:
        """Return chips to tap where a count has few values, or a few that are usual."""
        if spec.hints.usual:
            return UsualNumberField
        few = spec.bounds.most is not None and (spec.bounds.most - spec.bounds.least) // spec.bounds.step <= MOST_CHIPS
        return ChipsField if few and spec.bounds.least >= 0 and spec.type == "count" else cls

    @property
    def worths(self) -> list[tuple[str, int]]:
        """What it is counted up of, as the page's script reads it."""
        return [(worth.label, worth.points) for worth in self.spec.hints.worths]

    def parse(self, text: str) -> Any:
        """Return the sum."""
        number = read_sum(text)
        return text if number is None else number

    def emptied(self) -> Any:
        """Return no number, where that is an answer."""
        return None if self.spec.nobody else NOTHING

    def choose_default(self) -> None:
        """Nothing: an empty input says it."""

    @property
    def twin(self) -> list[tuple[str, str]]:
        """The twin where another number than none stands in it at first."""
        return [(f"{self.name}.off", "1")] if self.spec.nobody and self.spec.default is not None else []


class ChipsField(NumberField):
    """A number that is one tap on a chip."""

    widget = Macro("chips")

    @property
    def chips(self) -> Sequence[int]:
        """The numbers to tap."""
        return range(self.spec.bounds.least, (self.spec.bounds.most or 0) + 1, self.spec.bounds.step)

    @property
    def rest(self) -> Sequence[int]:
        """Those of them that stand behind one more chip, the highest: what does not fit in a line."""
        return self.chips[IN_LINE - 1 :] if len(self.chips) > IN_LINE and not self.spec.hints.places else ()

    def told(self, number: int) -> str:
        """Return what a chip says."""
        places = self.spec.hints.places
        if places is None:
            return str(number)
        return places.place.replace("{knock}", f"knock {number}") if number else places.nothing


class UsualNumberField(NumberField):
    """A number that mostly is one of a few, each a chip, and is typed where it is not."""

    widget = Macro("few")

    @property
    def chips(self) -> Sequence[Any]:
        """The numbers to tap."""
        return self.spec.hints.usual


# One of a few, or any of them.

Options = Iterable[tuple[object, str, bool]]
"""What can be tapped: the value as it is sent, its label, and whether it is chosen."""


class RadiosField(TableField):
    """One tap out of a few."""

    widget = Macro("radios")

    @property
    def options(self) -> Options:
        """What can be tapped, nobody last where that is an answer."""
        yield from self.answers()
        if self.spec.nobody and not self.spec.asking.either:
            yield NOBODY, self.spec.nobody, self.nobody or self.stands

    def answers(self) -> Options:
        """Return what can be tapped but for nobody."""
        return ()


class ChoiceField(RadiosField):
    """One of a list."""

    def parse(self, text: str) -> Any:
        """Return the value of the choice."""
        return chosen(self.spec, text)

    def answers(self) -> Options:
        """Return the choices."""
        return ((one.value, one.label, self.data == one.value) for one in self.spec.choices)

    def choose_default(self) -> None:
        """Choose the default if there is one."""
        self.data = self.spec.default
        self.stands = self.data is None and bool(self.spec.nobody)


class PlayerField(RadiosField):
    """One of the names, sent as its number, so that any name can be played under."""

    names_people = True

    def parse(self, text: str) -> Any:
        """Return the name."""
        return named(self.spec, text)

    def sent(self, value: Any) -> str:
        """Return the number of a name."""
        return place_of(self.spec, value)

    def answers(self) -> Options:
        """Return the names."""
        return ((number, name, self.data == name) for number, name in enumerate(self.spec.names))


class FlagField(TableField):
    """A box to tick. Not ticked it sends nothing; its twin ``….off`` tells that it was there."""

    widget = Macro("flag")

    @classmethod
    def variant(cls, spec: Spec) -> type[TableField]:
        """Yes and no to tap, where not saying is something else than no."""
        return YesNoField if spec.nobody or spec.required else cls

    def read(self, formdata: Any) -> Any:
        """Ticked or not; what is not ticked at first means nothing while it is not."""
        if first(formdata, self.name):
            return True
        return False if default_of(self.spec) and f"{self.name}.off" in formdata else NOTHING

    def carried(self) -> list[tuple[str, str]]:
        """Return the box or its twin."""
        if isinstance(self.data, bool):
            return [(self.name, "1")] if self.data else self.twin
        return super().carried()


class YesNoField(RadiosField):
    """Yes or no, each tapped."""

    def read(self, formdata: Any) -> Any:
        """Return the answer; nothing where there is none. Nobody is not said by a tap, but by leaving both."""
        return {"yes": True, "no": False}.get(first(formdata, self.name), NOTHING)

    def sent(self, value: Any) -> str:
        """``yes`` or ``no``."""
        return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

    def answers(self) -> Options:
        """Return both."""
        return ("yes", "Yes", self.data is True), ("no", "No", self.data is False)


class CheckboxesField(TableField):
    """Any of a few, each a box."""

    widget = Macro("boxes")

    def read(self, formdata: Any) -> Any:
        """Return all that are ticked."""
        texts = all_of(formdata, self.name)
        if texts:
            return [self.parse(text) for text in texts]
        return self.emptied() if f"{self.name}.off" in formdata else NOTHING

    def carried(self) -> list[tuple[str, str]]:
        """Return an input for each."""
        if not isinstance(self.data, list):
            return super().carried()
        return [(self.name, self.sent(one)) for one in self.data] or self.twin

    @property
    def options(self) -> Options:
        """What can be ticked."""
        return ()


class ChoicesField(CheckboxesField):
    """Any of a list."""

    def parse(self, text: str) -> Any:
        """Return the value of a choice."""
        return chosen(self.spec, text)

    def emptied(self) -> Any:
        """None of them, where some stood there."""
        return []

    @property
    def options(self) -> Options:
        """The choices."""
        return ((one.value, one.label, one.value in (self.data or ())) for one in self.spec.choices)


class PlayersField(CheckboxesField):
    """Any of the names."""

    names_people = True

    @classmethod
    def variant(cls, spec: Spec) -> type[TableField]:
        """One after the other where their order or a repeat means something."""
        return SequenceField if spec.bounds.repeats or spec.bounds.ordered else cls

    def parse(self, text: str) -> Any:
        """Return a name."""
        return named(self.spec, text)

    def sent(self, value: Any) -> str:
        """Return the number of a name."""
        return place_of(self.spec, value)

    @property
    def options(self) -> Options:
        """The names."""
        return ((number, name, name in (self.data or ())) for number, name in enumerate(self.spec.names))


class SequenceField(PlayersField):
    """Players in order."""

    widget = Macro("sequence")


def chosen(spec: Spec, text: str) -> Any:
    """Return the value of the choice that is sent as this text."""
    return next((choice.value for choice in spec.choices if str(choice.value) == text), text)


def named(spec: Spec, text: str) -> str:
    """Return the name that is sent as this number."""
    if text.isascii() and text.isdigit() and len(text) < 4 and int(text) < len(spec.names):
        return spec.names[int(text)]
    return text


def place_of(spec: Spec, value: Any) -> str:
    """Return the number as which a name is sent."""
    return str(spec.names.index(value)) if value in spec.names else str(value)


# Cards.


class CardField(TableField):
    """A card of a deck."""

    widget = Macro("cards")


class CardsField(TableField):
    """Cards of a deck, with blanks or commas between them."""

    widget = Macro("cards")

    def read(self, formdata: Any) -> Any:
        """Return the cards; that there are none is said by a box, where it is an answer."""
        cards = re.split(r"[\s,;]+", " ".join(all_of(formdata, self.name)))
        empty = (self.spec.bounds.keeps_empty or self.spec.per != "table") and f"{self.name}.none" in formdata
        return [card for card in cards if card] or ([] if empty else NOTHING)

    def carried(self) -> list[tuple[str, str]]:
        """One text, or the box."""
        if isinstance(self.data, list) and not self.data:
            return [(f"{self.name}.none", "1")]
        return [(self.name, self._value())]

    def _value(self) -> str:
        return self.data if isinstance(self.data, str) else " ".join(self.data or ())


class TrickField(TableField):
    """The cards of a trick as they fell: ``Ann red-7, Bob red-3``."""

    widget = Macro("falls")
    has_form = True
    several = False
    """Whether there is a line for each of several tricks."""

    @property
    def trick(self) -> Spec:
        """The rows of one trick."""
        return self.spec

    def read(self, formdata: Any) -> Any:
        """Return the rows of the trick."""
        return trick_from(self.trick, first(formdata, self.name)) or NOTHING

    def carried(self) -> list[tuple[str, str]]:
        """Return the text."""
        return [(self.name, self._value())]

    @property
    def plays(self) -> list[list[tuple[str, str]]]:
        """Trick by trick who played which card: the text, as it was read."""
        return [trick_plays(self.trick, self.data)] if self.data else []

    def _value(self) -> str:
        return trick_text(self.data)


class TricksField(TrickField):
    """The cards of several tricks, a line for each."""

    several = True

    @property
    def trick(self) -> Spec:
        """The rows of one trick."""
        return self.spec.columns[0]

    def read(self, formdata: Any) -> Any:
        """Return the rows of each trick."""
        lines = first(formdata, self.name).splitlines()
        return [trick_from(self.trick, line) for line in lines if line.strip()] or NOTHING

    @property
    def plays(self) -> list[list[tuple[str, str]]]:
        """The same, a list for each line."""
        return [trick_plays(self.trick, rows) for rows in self.data] if isinstance(self.data, list) else []

    def _value(self) -> str:
        return "\n".join(map(trick_text, self.data)) if isinstance(self.data, list) else ""


# What consists of several inputs.


class Columns(BaseForm):
    """Fields that belong together, each asked once: the parts of an object, or the columns of a row.

    The fields are held by name and not as attributes: a game may call one ``data`` or ``errors``.
    """

    _fields: dict[str, TableField]  # type: ignore[assignment] # the stubs allow any field, here all are of the table

    def __init__(
        self, specs: Iterable[Spec], formdata: Any = None, data: Mapping[str, Any] | None = None, prefix: str = ""
    ) -> None:
        self.specs = tuple(specs)
        super().__init__([pair for spec in self.specs for pair in self.inputs_for(spec)], prefix)
        self.process(formdata, data=self.by_input(data or {}) if formdata is None else None)
        answers = (self.entry() if formdata is not None else data) or {}
        for spec in self.specs:
            if spec.asking.named_by[0] and spec.key in self._fields:
                self._fields[spec.key].caption = label_with(spec, answers)

    def inputs_for(self, spec: Spec) -> Iterable[tuple[str, Any]]:
        """Yield the fields that ask for one field of the core, by name."""
        yield spec.key, field_of(spec)

    def by_input(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Raw values by the names of the fields that show them."""
        return values

    def __iter__(self) -> Iterator[TableField]:
        return iter(self._fields.values())

    def entry(self) -> dict[str, Any]:
        """Return the raw values of all in which something was written."""
        return {name: one.data for name, one in self._fields.items() if one.given}


class PartsField(TableField):
    """One object with its parts, or one row with its columns."""

    widget = Macro("parts")
    form: Columns

    def process(self, formdata: Any, data: Any = NOTHING, extra_filters: Any = None) -> None:
        """Take the values of all parts."""
        own = data if isinstance(data, dict) else None
        self.form = Columns(self.spec.columns, formdata, own, f"{self.name}.")
        value = data if formdata is None else self.form.entry() or NOTHING
        self.given = value is not NOTHING
        self.data = value if self.given else None

    @property
    def parts(self) -> Sequence[TableField]:  # type: ignore[override] # worked out, where others are given them
        """A field for each part."""
        return list(self.form)

    def carried(self) -> list[tuple[str, str]]:
        """Return the inputs of all parts that are given."""
        return [pair for part in self.form if part.given for pair in part.inputs]


class ListField(TableField, FieldList):  # type: ignore[type-arg]  # generic in its stubs alone
    """A list with a field for each, which no number in a name can break, and a blank one at the end."""

    most: int
    """Of so many one takes notice."""

    def __init__(self, spec: Spec, **more: Any) -> None:
        super().__init__(spec, unbound_field=self.one_of(spec), separator=".", **more)

    def one_of(self, spec: Spec) -> Any:
        """Return the field for each, unbound."""
        return field_of(spec.columns[0].of(required=False))

    def process(self, formdata: Any, data: Any = NOTHING, extra_filters: Any = None) -> None:
        """Take all in which something was written, numbered anew from 0."""
        known = data if isinstance(data, list | tuple) else ()
        if formdata is not None:
            FieldList.process(self, formdata)
            known = [one.data for one in self.entries if self.is_kept(one)]
            data = known or NOTHING
        FieldList.process(self, None, known)
        self.given = data is not NOTHING

    def is_kept(self, one: TableField) -> bool:
        """Return whether there is anything in one of them."""
        return one.given

    def _extract_indices(self, prefix: str, formdata: Iterable[str]) -> Iterator[int]:
        found = set()
        for name in formdata:
            if name.startswith(f"{prefix}."):
                number = name[len(prefix) + 1 :].partition(".")[0]
                if number.isascii() and number.isdigit() and len(number) < 6:
                    found.add(int(number))
        yield from sorted(found)[: self.most]

    @cached_property
    def shown(self) -> list[TableField]:
        """All of them and the blank one."""
        found = [*self.entries, self.append_entry()]
        self.entries.pop()
        for number, one in enumerate(found, start=1):
            self.call(one, number)
        return found

    def call(self, one: TableField, number: int) -> None:
        """Give one of them the name that it is called by, where it has one."""

    def carried(self) -> list[tuple[str, str]]:
        """Return the inputs of all."""
        return [pair for one in self.entries for pair in one.inputs]


class ItemsField(ListField):
    """Values of one kind: melds, numbers."""

    widget = Macro("items")
    most = 110

    @classmethod
    def variant(cls, spec: Spec) -> type[TableField]:
        """Return tricks are lines of a text."""
        return TricksField if is_trick(spec.columns[0]) else cls

    def call(self, one: TableField, number: int) -> None:
        """By its number."""
        one.caption = f"{one.spec.label} {number}"


class RowsField(ListField):
    """Rows of the same columns."""

    widget = Macro("rows")
    most = MOST_ROWS

    @classmethod
    def variant(cls, spec: Spec) -> type[TableField]:
        """Return the cards of a trick as they fell are one text."""
        return TrickField if is_trick(spec) else cls

    def one_of(self, spec: Spec) -> Any:
        """Return a row."""
        return PartsField(spec)

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """The kinds of rows that have a button each, as they are sent, with their labels."""
        return [(str(one.value), one.label) for one in kinds_of_rows(self.spec)]

    @property
    def shares(self) -> dict[str, Any]:
        """How the rows share out what was given, as the page's script reads it; empty: they do not."""
        rule = self.spec.hints.shares
        if rule is None:
            return {}
        order = [self.spec.columns[1].names.index(name) for name in rule.order]
        return {**asdict(rule), "order": order}

    def is_kept(self, one: TableField) -> bool:
        """Return whether more than boxes stand in a row: a box is ticked by itself where that is its default."""
        return one.given and any(value is not True and value is not False for value in one.data.values())


def kinds_of_rows(spec: Spec) -> tuple[Choice, ...]:
    """Return the kinds of which rows are, where each reads by itself."""
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
"""The class of field that asks for each type of the core's fields."""


def class_for(spec: Spec) -> type[TableField]:
    """Return the class of field that asks for a field of the core."""
    return TYPES[spec.type].variant(spec)


def field_of(spec: Spec, who: str = "") -> Any:
    """Return the field that asks for a field of the core, unbound, as a form takes it."""
    return class_for(spec)(spec, who=who)
