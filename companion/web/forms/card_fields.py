"""Card fields: cards picked from a deck, and tricks in the order in which their cards fell."""

import re
from typing import Any

from companion.core.entry.fields import Field as Spec
from companion.web.forms.table_field import NO_ANSWER, TableField, all_values, first_value
from companion.web.forms.trick_notation import parse_trick, trick_plays, trick_text
from companion.web.forms.widgets import Macro


class CardField(TableField):
    """One card of a deck."""

    widget = Macro("cards", "cards")

    def read(self, formdata: Any) -> Any:
        """Return the card; without one, None if the box for no card is ticked, else ``NO_ANSWER``."""
        none = bool(self.spec.nobody) and f"{self.name}.none" in formdata and not first_value(formdata, self.name)
        return None if none else super().read(formdata)


class CardsField(TableField):
    """Cards of a deck, typed with blanks or commas between them."""

    widget = Macro("cards", "cards")

    def read(self, formdata: Any) -> Any:
        """Return the cards; without any, an empty list if the box for no cards is ticked, else ``NO_ANSWER``."""
        cards = re.split(r"[\s,;]+", " ".join(all_values(formdata, self.name)))
        empty = (self.spec.bounds.keeps_empty or self.spec.per != "table") and f"{self.name}.none" in formdata
        return [card for card in cards if card] or ([] if empty else NO_ANSWER)

    def value_inputs(self) -> list[tuple[str, str]]:
        """Return the name and value of the input with the cards, or of the box that says there are none."""
        if isinstance(self.data, list) and not self.data:
            return [(f"{self.name}.none", "1")]
        return super().value_inputs()

    def text_to_send(self, value: Any) -> str:
        """Return the cards as typed, or with blanks between them."""
        return value if isinstance(value, str) else " ".join(value)


class TricksField(TableField):
    """A trick as text, in the order of play: ``Ann red-7, Bob red-3``; or several tricks, a line for each."""

    widget = Macro("cards", "tricks")
    explains_notation = True

    @property
    def several(self) -> bool:
        """Whether the field is for several tricks, with a line for each."""
        return self.spec.type == "list"

    @property
    def trick_spec(self) -> Spec:
        """The field whose rows are the cards of one trick."""
        return self.spec.columns[0] if self.several else self.spec

    def read(self, formdata: Any) -> Any:
        """Return the trick as rows of player and card, or a list of such tricks; ``NO_ANSWER`` if the text is empty."""
        text = first_value(formdata, self.name)
        if not self.several:
            return parse_trick(self.trick_spec, text) or NO_ANSWER
        return [parse_trick(self.trick_spec, line) for line in text.splitlines() if line.strip()] or NO_ANSWER

    @property
    def tricks(self) -> list[Any]:
        """The rows of each trick."""
        if self.several:
            return self.data if isinstance(self.data, list) else []
        return [self.data] if self.data else []

    @property
    def card_plays(self) -> list[list[tuple[str, str]]]:
        """Player and card in the order of play, in a list for each trick."""
        return [trick_plays(self.trick_spec, rows) for rows in self.tricks]

    def _value(self) -> str:
        """Return the text of the tricks, a line for each."""
        return "\n".join(map(trick_text, self.tricks))
