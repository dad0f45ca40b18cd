"""The base of all WTForms fields that stand for a field of the core, and the plain text field.

Each class decides how its inputs are read and rendered, and which hidden inputs carry its value. The core validates
the values: unreadable text is passed on as it was typed.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Literal

from wtforms import Field
from wtforms.utils import unset_value

from companion.core.entry.fields import Field as Spec
from companion.core.entry.kinds import default_of
from companion.web.forms.widgets import Macro
from companion.web.support.faults import input_id

NOBODY = "none"
"""What is sent for "nobody", if that is an answer."""

NO_ANSWER = unset_value
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

    widget = Macro("lists", "text")

    data: Any
    """The raw value, as in the entry; None if nothing is chosen, or if "nobody" is."""

    explains_notation = False
    """Whether the page explains the notation to type."""

    parts: Sequence["TableField"] = ()
    """The fields of its inputs, if there are several."""

    given = False
    """Whether there is an answer, which may be "nobody"."""

    alone = False
    """Whether it is the only field of its player in the section: then the player's name is its label."""

    unless = ""
    """The input and the value that exempt the player from this field: ``went_out 2``; empty if there is none."""

    note = ""
    """A note beside the input, such as the bid beside the tricks."""

    shows_nobody = False
    """Whether "nobody" is shown as chosen because it is the default."""

    helps: Literal["here", "above", "elsewhere"] = "here"
    """Where its help is shown: with the field, or above the section, where the first player’s field refers to it."""

    def __init__(self, spec: Spec, *, who: str = "", **more: Any) -> None:
        super().__init__(label=spec.label, **more)
        self.id = input_id(self.name)
        self.spec = spec
        self.who = who
        """The player or side that is asked; empty for the table."""

        self.caption = spec.label
        """The label, which can depend on other answers."""

    @property
    def names_people(self) -> bool:
        """Whether the options to tap are players."""
        return self.spec.type in ("player", "players")

    # Reading.

    def process(self, formdata: Any, data: Any = NO_ANSWER, extra_filters: Any = None) -> None:
        """Set the value from the submitted form if there is one, else from ``data``."""
        value = data if formdata is None else self.read(formdata)
        self.given = value is not NO_ANSWER
        self.data = value if self.given else None

    def read(self, formdata: Any) -> Any:
        """Return the submitted raw value; ``NO_ANSWER`` if the input is empty.

        If its marker input was sent, the input was emptied, so ``empty_value`` is returned instead.
        """
        text = first_value(formdata, self.name)
        if not text:
            return self.empty_value() if f"{self.name}.off" in formdata else NO_ANSWER
        return None if text == NOBODY and self.spec.nobody else self.parse(text)

    def parse(self, text: str) -> Any:
        """Return the raw value of a text that was sent: the text itself, but for fields that override this."""
        return text

    def empty_value(self) -> Any:
        """Return the raw value for an input that was emptied."""
        return NO_ANSWER

    # Hidden inputs.

    @property
    def inputs(self) -> list[tuple[str, str]]:
        """Name and value of the hidden inputs that carry the value."""
        if self.data is None:
            return [(self.name, NOBODY)] if self.spec.nobody else []
        return self.value_inputs()

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return name and value of the hidden inputs that carry a value other than None."""
        return [(self.name, self._value())]

    def text_to_send(self, value: Any) -> str:
        """Return a value as its input sends it."""
        return str(value)

    @property
    def marker_input(self) -> list[tuple[str, str]]:
        """The hidden input ``….off`` beside a field with a default: with it, an empty input counts as emptied."""
        return [(f"{self.name}.off", "1")] if self.spec.default else []

    # Rendering.

    def _value(self) -> str:
        """Return the text of the input."""
        return "" if self.data is None else self.text_to_send(self.data)

    @property
    def is_nobody(self) -> bool:
        """Whether "nobody" was chosen."""
        return self.given and self.data is None and bool(self.spec.nobody)

    @property
    def is_used(self) -> bool:
        """Whether it contains anything that must not be folded away: an error, or a value other than the default."""
        empty = self.data in (None, False, [], {}, "", 0)
        return bool(self.errors) or self.is_nobody or (not empty and self.data != default_of(self.spec))

    def show_default(self) -> None:
        """Show the default as chosen, if there is no answer and none is required or has to be tapped."""
        if self.data is None and not (self.is_nobody or self.spec.required or self.spec.asking.tapped):
            self.choose_default()

    def choose_default(self) -> None:
        """Show what a new form has chosen: here “nobody”, if the field offers that; subclasses show their default."""
        self.shows_nobody = bool(self.spec.nobody)

    @property
    def labels(self) -> dict[str, Any]:
        """The labels by the answer to another field, whose key is ``by``, for the script; empty if it has only one."""
        by, labels = self.spec.asking.named_by
        return {"by": by, "labels": {"": self.spec.label, **dict(labels)}} if by else {}

    @property
    def row_hints(self) -> dict[str, Any]:
        """The rules by which the script fills in a column of a row, as in ``Prefill``; empty if there are none."""
        prefill = self.spec.hints.prefill
        if prefill is None:
            return {}
        mostly = [[key, str(value), self.text_to_send(answer)] for key, value, answer in prefill.mostly]
        found = {"other": prefill.other_than, "mostly": mostly}
        return {key: value for key, value in found.items() if value}

    @property
    def turns(self) -> dict[str, Any]:
        """What the script needs for one pad that asks all players in turn; empty if each player has an input.

        ``by``: the key of the field that says who is first; ``first``: the index of that player, if it is known
        already; ``what``: the label.
        """
        turns = self.spec.hints.turns
        if turns is None:
            return {}
        names, first = self.spec.names, turns.first
        index = str(names.index(first)) if first in names else first
        return {"by": turns.led_by, "first": index, "what": self.spec.label}

    @property
    def described_by(self) -> list[str]:
        """The ids of the elements that describe the input: its errors, its notation and its help."""
        found = [f"{self.id}-problem{number}" for number in range(1, len(self.errors) + 1)]
        if self.explains_notation:
            found.append(f"{self.id}-form")
        if self.spec.help and self.helps != "elsewhere":
            found.append(f"{self.id}-hint")
        return found


class TextField(TableField):
    """A short text."""

    @property
    def letters_to_tap(self) -> dict[str, Any]:
        """The letters from which the text is composed by tapping, for the script; empty if it is typed."""
        return asdict(self.spec.hints.letters) if self.spec.hints.letters else {}

    def empty_value(self) -> Any:
        """Return an empty text, which replaces the default."""
        return ""

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return the input with the text; also its marker input if the text is empty."""
        return super().value_inputs() if self.data else [*super().value_inputs(), *self.marker_input]
