"""Forms of a play besides the fields of its game: the draft of the coming round, seats, chips, playing again."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from wtforms import BooleanField
from wtforms.validators import DataRequired, ValidationError

from companion.core.play.adjustments import MOST_ADJUSTED
from companion.web.support.form_base import MultiCheckboxField, RevisionForm, SelectField, StringField
from companion.web.support.parsing import names_by_index, parse_whole

MOST_SEATS = 12
"""The most seats that a form has."""


class DraftForm(RevisionForm):
    """The form for what is entered before the hand: who plays, the bids, and whether they are locked."""

    slot = StringField()  # that of the round that the page showed
    who = BooleanField()  # whether the form is about who plays
    present = MultiCheckboxField("Who plays this round")
    lock = StringField()  # "on" or "off"; empty: the lock stays as it is
    mark = StringField()  # the mark of the draft that the page showed

    def absent(self, names: Sequence[str]) -> list[str]:
        """Return the players who sit out the coming round."""
        present = names_by_index(names, self.present.data)
        return [name for name in names if name not in present]


class SitDownForm(RevisionForm):
    """The form for a new player during a play."""

    name = StringField("Somebody sits down")


class TakeSeatForm(RevisionForm):
    """The form with which somebody takes over a seat: a button for each known person, and an input for others."""

    field_names: ClassVar[Mapping[str, str]] = {"player": "name", "players": "name", "round": "since"}

    name = StringField("Somebody else")
    tapped = StringField()
    since = SelectField("From round")  # the slot of their first round

    @property
    def new_name(self) -> str:
        """The name of the person who takes over the seat."""
        return self.tapped.data or self.name.data


class BuyForm(RevisionForm):
    """The form with which somebody buys chips: a button for each player, and the number."""

    player = StringField(validators=[DataRequired("Tap who buys the chips.")])  # the index of the player
    points = StringField("Chips")

    def validate_points(self, field: StringField) -> None:
        """Refuse text that is no number of chips."""
        if not self.chips:
            raise ValidationError(f"Type how many chips are bought, from 1 to {MOST_ADJUSTED:,}.")

    @property
    def chips(self) -> int:
        """How many chips are bought; 0 if the text is no number."""
        return parse_whole(self.points.data, least=1, most=MOST_ADJUSTED) or 0


class PlayAgainForm(RevisionForm):
    """The form that plays the same game again: who stays and who joins."""

    who = BooleanField()  # whether the form says who stays; otherwise all do
    stays = MultiCheckboxField("Who stays?")
    joins = MultiCheckboxField("Somebody joins")
    others = StringField("Others")
    change = BooleanField()  # show the form for a new play instead of starting it

    def who_stays(self, names: Sequence[str]) -> list[str] | None:
        """Return which of the last players stay; None for all of them."""
        return names_by_index(names, self.stays.data) if self.who.data else None
