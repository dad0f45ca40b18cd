"""Fields with several inputs (objects, rows, lists), and the class of form field for each type of the core's fields."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import cached_property
from typing import Any

from wtforms import FieldList
from wtforms.form import BaseForm

from companion.core.entry.fields import Field as Spec
from companion.core.entry.labels import is_trick, label_given_answers
from companion.web.forms.card_fields import CardField, CardsField, TricksField
from companion.web.forms.choice_fields import (
    ChoiceField,
    ChoicesField,
    FlagField,
    SequenceField,
    YesNoField,
)
from companion.web.forms.number_fields import ChipsField, NumberField, UsualNumberField, fits_on_chips
from companion.web.forms.table_field import NO_ANSWER, TableField, TextField
from companion.web.forms.widgets import Macro
from companion.web.support.form_base import MOST_ROWS
from companion.web.support.parsing import parse_whole


class Columns(BaseForm):
    """A form with one input for each field: the parts of an object, or the columns of a row.

    ``formdata``: the submitted values; ``data``: without those, the raw values to show; ``prefix``: of the inputs'
    names. Fields are kept by name and are no attributes, because a game may call one ``data`` or ``errors``.
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
                self._fields[spec.key].caption = label_given_answers(spec, answers)

    def inputs_for(self, spec: Spec) -> Iterable[tuple[str, Any]]:
        """Yield the name and the unbound field of each input for one field of the core."""
        yield spec.key, unbound_field(spec)

    def values_by_input(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return raw values keyed by the names of their inputs."""
        return values

    def __iter__(self) -> Iterator[TableField]:
        return iter(self._fields.values())

    def entry(self) -> dict[str, Any]:
        """Return the raw values of all fields with an answer."""
        return {name: field.data for name, field in self._fields.items() if field.given}


class PartsField(TableField):
    """One object with its parts, or one row with its columns."""

    widget = Macro("lists", "object_field")
    form: Columns

    def process(self, formdata: Any, data: Any = NO_ANSWER, extra_filters: Any = None) -> None:
        """Set the values of all parts from the submitted form if there is one, else from ``data``."""
        own = data if isinstance(data, dict) else None
        self.form = Columns(self.spec.columns, formdata, own, f"{self.name}.")
        value = data if formdata is None else self.form.entry() or NO_ANSWER
        self.given = value is not NO_ANSWER
        self.data = value if self.given else None

    @property
    def parts(self) -> Sequence[TableField]:  # type: ignore[override] # computed here, set in other classes
        """A field for each part."""
        return list(self.form)

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return the hidden inputs of all parts with an answer."""
        return [pair for part in self.form if part.given for pair in part.inputs]


class ItemsField(TableField, FieldList):  # type: ignore[type-arg]  # generic in the stubs only
    """A list of values, such as melds or numbers: a field for each, and blank ones at the end.

    The numbers in inputs' names may have gaps.
    """

    widget = Macro("lists", "list_field")
    most = 110
    """How many items are read at most."""

    def __init__(self, spec: Spec, **more: Any) -> None:
        super().__init__(spec, unbound_field=self.unbound_item(spec), separator=".", **more)

    def unbound_item(self, spec: Spec) -> Any:
        """Return the unbound field for an item."""
        return unbound_field(spec.columns[0].of(required=False))

    def process(self, formdata: Any, data: Any = NO_ANSWER, extra_filters: Any = None) -> None:
        """Set the items from the submitted form if there is one, else from ``data``; number filled ones from 0."""
        known = data if isinstance(data, list | tuple) else ()
        if formdata is not None:
            FieldList.process(self, formdata)
            known = [item.data for item in self.entries if self.is_filled_in(item)]
            data = known or NO_ANSWER
        FieldList.process(self, None, known)
        self.given = data is not NO_ANSWER

    def is_filled_in(self, item: TableField) -> bool:
        """Return whether an item is not blank."""
        return item.given

    def _extract_indices(self, prefix: str, formdata: Iterable[str]) -> Iterator[int]:
        """Yield the numbers in the names of submitted inputs, in order, at most ``self.most``; WTForms calls this."""
        parts = (name.split(".") for name in formdata if name.startswith(f"{prefix}."))
        numbers = {parse_whole(rest[prefix.count(".") + 1], most=99_999) for rest in parts}
        yield from sorted(number for number in numbers if number is not None)[: self.most]

    @cached_property
    def shown_items(self) -> list[TableField]:
        """All items and the blank ones after them, with their captions."""
        count = len(self.entries)
        for _ in range(self.blank_count()):
            self.append_entry()
        shown = [*self.entries]
        del self.entries[count:]  # blank ones are made like items, but do not count until something is typed
        for number, item in enumerate(shown, start=1):
            item.caption = f"{item.spec.label} {number}"
        return shown

    def blank_count(self) -> int:
        """Return how many blank items are shown: as many as are still needed, or else one if there is room for it."""
        count, bounds = len(self.entries), self.spec.bounds
        return max(bounds.least - count, 1 if bounds.most is None else min(1, bounds.most - count))

    @property
    def has_room(self) -> bool:
        """Whether more items may be added than those shown."""
        return self.spec.bounds.most is None or len(self.shown_items) < self.spec.bounds.most

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return the hidden inputs of all items."""
        return [pair for item in self.entries for pair in item.inputs]


class RowsField(ItemsField):
    """A list of rows with the same columns, and a blank one at the end."""

    widget = Macro("lists", "table_field")
    most = MOST_ROWS

    def unbound_item(self, spec: Spec) -> Any:
        """Return the unbound field for a row."""
        return PartsField(spec)

    def blank_count(self) -> int:
        """Return how many blank rows are shown."""
        return 1

    @property
    def layout(self) -> dict[str, str]:
        """The columns of a betting layout, for the script; empty if there is none."""
        layout = self.spec.hints.layout
        return {"player": layout.who, "stake": layout.stake, "order": layout.on} if layout else {}

    @property
    def shares(self) -> dict[str, Any]:
        """The rule by which rows share out what was paid, for the script; empty if there is none."""
        rule = self.spec.hints.shares
        if rule is None:
            return {}
        _, winner, *_ = self.spec.columns
        order = [winner.names.index(name) for name in rule.order]
        return {**asdict(rule), "order": order}

    def is_filled_in(self, item: TableField) -> bool:
        """Return whether a row contains more than checkboxes, which can be ticked by default."""
        return item.given and any(value is not True and value is not False for value in item.data.values())


FIELD_CLASSES: Mapping[str, type[TableField]] = {
    "count": NumberField,
    "points": NumberField,
    "chips": NumberField,
    "flag": FlagField,
    "choice": ChoiceField,
    "choices": ChoicesField,
    "player": ChoiceField,
    "players": ChoicesField,
    "card": CardField,
    "cards": CardsField,
    "rows": RowsField,
    "object": PartsField,
    "list": ItemsField,
    "text": TextField,
}
"""The form field's class for each type of the core's fields, unless ``field_class_for`` knows a better one."""


def field_class_for(spec: Spec) -> type[TableField]:
    """Return the form field's class for a field of the core; types that can be asked in several ways have several."""
    usual_class = FIELD_CLASSES[spec.type]
    if is_trick(spec) or (spec.type == "list" and is_trick(spec.columns[0])):
        return TricksField
    if spec.type == "players" and (spec.bounds.repeats or spec.bounds.ordered):
        return SequenceField
    if spec.type == "flag" and (spec.nobody or spec.required):
        return YesNoField  # no answer is different from "no"
    if spec.hints.usual and usual_class is NumberField:
        return UsualNumberField
    return ChipsField if spec.type == "count" and fits_on_chips(spec) else usual_class


def unbound_field(spec: Spec, who: str = "") -> Any:
    """Return the unbound form field for a field of the core. ``who``: the player or side that is asked, if any."""
    return field_class_for(spec)(spec, who=who)
