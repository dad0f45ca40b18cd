"""Number fields: typed on a keypad, or tapped as chips."""

from collections.abc import Sequence
from typing import Any

from companion.core.entry.fields import Field as Spec
from companion.core.entry.sums import read_sum
from companion.web.forms.table_field import NO_ANSWER, TableField
from companion.web.forms.widgets import Macro

STEPS = (5, 10, 20)
"""Numbers with these steps are tapped in two parts: a key for the hundreds, and one for the ending (05, 10, …)."""

LARGEST_IN_PARTS = 1999
"""The largest number for which the keypad has enough keys of hundreds."""

MOST_CHIPS = 12
"""A number with at most this many steps between minimum and maximum has chips to tap; others are typed."""

CHIPS_IN_LINE = 7
"""How many chips fit in a line on a phone."""


def fits_on_chips(spec: Spec) -> bool:
    """Return whether a number has so few possible values that each gets a chip."""
    least, most, step = spec.bounds.least, spec.bounds.most, spec.bounds.step
    return least >= 0 and most is not None and (most - least) // step <= MOST_CHIPS


class NumberField(TableField):
    """A typed number; a sum such as ``3+6-2`` counts, too."""

    widget = Macro("numbers", "number")

    @property
    def worths(self) -> list[tuple[str, int]]:
        """The label and points of each thing that the script can add to the number."""
        return [(worth.label, worth.points) for worth in self.spec.hints.worths]

    @property
    def step_of_endings(self) -> int:
        """The step between the endings (00, 05, 10) that the keypad offers beside the hundreds; 0: it offers digits."""
        bounds = self.spec.bounds
        is_in_parts = bounds.step in STEPS and bounds.least >= 0 and 100 <= (bounds.most or 0) <= LARGEST_IN_PARTS
        return bounds.step if is_in_parts else 0

    def parse(self, text: str) -> Any:
        """Return the number; text that is no number or sum is returned unchanged."""
        number = read_sum(text)
        return text if number is None else number

    def empty_value(self) -> Any:
        """Return None if the field accepts "none" as an answer, else ``NO_ANSWER``."""
        return None if self.spec.nobody else NO_ANSWER

    def choose_default(self) -> None:
        """Do nothing, because an empty input means the default."""

    @property
    def marker_input(self) -> list[tuple[str, str]]:
        """As in ``TableField``, but only if the field accepts "none" as an answer."""
        return [(f"{self.name}.off", "1")] if self.spec.nobody and self.spec.default is not None else []


class ChipsField(NumberField):
    """A number that is chosen by tapping a chip."""

    widget = Macro("numbers", "chips")

    @property
    def chips(self) -> Sequence[int]:
        """The numbers to tap."""
        return range(self.spec.bounds.least, (self.spec.bounds.most or 0) + 1, self.spec.bounds.step)

    @property
    def folded_chips(self) -> Sequence[int]:
        """The highest numbers, which do not fit in the first line and are shown on demand."""
        return self.chips[CHIPS_IN_LINE - 1 :] if len(self.chips) > CHIPS_IN_LINE and not self.spec.hints.places else ()

    def chip_text(self, number: int) -> str:
        """Return the text on the chip of a number."""
        places = self.spec.hints.places
        if places is None:
            return str(number)
        return places.place.replace("{knock}", f"knock {number}") if number else places.nothing


class UsualNumberField(NumberField):
    """A number with chips for its usual values, and an input for others."""

    widget = Macro("numbers", "usual_number")

    @property
    def chips(self) -> Sequence[Any]:
        """The numbers to tap."""
        return self.spec.hints.usual
