"""Choice fields: options, names and flags to tap."""

from collections.abc import Iterable, Sequence
from typing import Any

from companion.core.entry.kinds import default_of
from companion.web.forms.table_field import NO_ANSWER, NOBODY, TableField, all_values, first_value
from companion.web.forms.widgets import Macro

Options = Iterable[tuple[object, str, bool]]
"""What can be tapped: the value as it is sent, its label, and whether it is chosen."""


class OptionsField(TableField):
    """A field with options to tap. Names are sent as index, so that any name is possible."""

    def choices(self) -> Sequence[tuple[Any, str, str]]:
        """Return the value of each option, its label, and the text that is sent for it."""
        if self.names_people:
            return [(name, name, str(number)) for number, name in enumerate(self.spec.names)]
        return [(choice.value, choice.label, str(choice.value)) for choice in self.spec.choices]

    def parse(self, text: str) -> Any:
        """Return the value of the option for which a text is sent; other text is returned unchanged."""
        return next((value for value, _, sent in self.choices() if sent == text), text)

    def text_to_send(self, value: Any) -> str:
        """Return the text that is sent for the option with a value; another value is returned as text."""
        return next((sent for known, _, sent in self.choices() if known == value), str(value))


class RadiosField(OptionsField):
    """A choice of one option by tapping it."""

    widget = Macro("choices", "radios")

    @property
    def options(self) -> Options:
        """The options. "Nobody" is the last one if it is an answer, but never in a field with ``either``."""
        yield from ((sent, label, self.data == value) for value, label, sent in self.choices())
        if self.spec.nobody and not self.spec.asking.either:
            yield NOBODY, self.spec.nobody, self.is_nobody or self.shows_nobody


class ChoiceField(RadiosField):
    """One choice from the field's list, or one of the names."""

    def choose_default(self) -> None:
        """Show the default as chosen; without one “nobody”, if the field offers that."""
        self.data = self.spec.default
        self.shows_nobody = self.data is None and bool(self.spec.nobody)


class FlagField(TableField):
    """A box to tick. Browsers send nothing for an empty box; its marker input ``….off`` says that the box was shown."""

    widget = Macro("choices", "checkbox")

    def read(self, formdata: Any) -> Any:
        """Return True for a ticked box, False if it is ticked by default and was unticked, else ``NO_ANSWER``."""
        if first_value(formdata, self.name):
            return True
        return False if default_of(self.spec) and f"{self.name}.off" in formdata else NO_ANSWER

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return name and value of a hidden input for the box; its marker input if it is not ticked."""
        if isinstance(self.data, bool):
            return [(self.name, "1")] if self.data else self.marker_input
        return super().value_inputs()


class YesNoField(RadiosField):
    """Yes or no, as two buttons."""

    def choices(self) -> Sequence[tuple[Any, str, str]]:
        """Return the value of both answers, their labels, and the texts that are sent."""
        return [(True, "Yes", "yes"), (False, "No", "no")]

    def read(self, formdata: Any) -> Any:
        """Return the answer, or ``NO_ANSWER``; there is no button for "nobody"."""
        return {"yes": True, "no": False}.get(first_value(formdata, self.name), NO_ANSWER)


class ChoicesField(OptionsField):
    """Any number of choices from the field's list, or of the names, each with a box to tick."""

    widget = Macro("choices", "checkboxes")

    @property
    def options(self) -> Options:
        """The options, each chosen if it is ticked."""
        return ((sent, label, value in (self.data or ())) for value, label, sent in self.choices())

    def read(self, formdata: Any) -> Any:
        """Return all ticked values.

        Without any, return an empty list, which replaces the default, if the marker input was sent, else ``NO_ANSWER``.
        """
        texts = all_values(formdata, self.name)
        if texts:
            return [self.parse(text) for text in texts]
        return [] if f"{self.name}.off" in formdata else NO_ANSWER

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return name and value of a hidden input for each chosen value; the marker input if none is chosen."""
        if not isinstance(self.data, list):
            return super().value_inputs()
        return [(self.name, self.text_to_send(value)) for value in self.data] or self.marker_input


class SequenceField(ChoicesField):
    """Players in the order in which they are tapped."""

    widget = Macro("choices", "sequence")
