"""The forms of a play: what its buttons carry, who plays and sits down, cards as they fall, the referee's effects.

What a round itself is asked comes from the fields of its game.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from wtforms import BooleanField
from wtforms.validators import DataRequired, ValidationError

from companion.core.adjustments import MOST_ADJUSTED
from companion.web.support.form_base import (
    MultiCheckboxField,
    RevisionForm,
    SelectField,
    StringField,
    WholeField,
    parse_whole,
    split_names,
)

MOST_EFFECTS = 100
MOST_POINTS = 9_999_999


class RoundForm(RevisionForm):
    """A round to be written down or corrected, beside its entry."""

    more = StringField()  # a button that shows the page again, and which
    despite = StringField()  # the mark of the cards that say otherwise, to whom that was told

    @property
    def is_shown_again(self) -> bool:
        """Whether nothing is to be written down yet."""
        return bool(self.more.raw_data)


class DraftForm(RevisionForm):
    """What is put down of the coming round before it is played: who plays, and whether it is locked."""

    slot = StringField()
    who = BooleanField()  # it is about who plays
    present = MultiCheckboxField("Who plays this round")
    lock = StringField()
    mark = StringField()  # how the draft stood on the page that sent it

    def absent(self, names: Sequence[str]) -> list[str]:
        """Return who sits the coming round out."""
        present = {parse_whole(text, most=len(names) - 1) for text in self.present.data}
        return [name for number, name in enumerate(names) if number not in present]


class AgainForm(RevisionForm):
    """The same game once more: who stays, who joins."""

    who = BooleanField()  # it says who stays; a button alone means all
    stays = MultiCheckboxField("Who stays?")
    joins = MultiCheckboxField("Somebody joins")
    others = StringField("Others")
    change = BooleanField()  # nothing is started: more is to be changed first

    def stays_of(self, names: Sequence[str]) -> list[str] | None:
        """Return who of those who played stays; None: all of them."""
        there = {parse_whole(text, most=len(names) - 1) for text in self.stays.data}
        return [name for number, name in enumerate(names) if number in there] if self.who.data else None

    @property
    def joining(self) -> list[str]:
        """Who joins, ticked or typed."""
        return [*self.joins.data, *split_names(self.others.data)]


class ContestForm(RevisionForm):
    """What is said to be wrong with a round."""

    words = StringField("Something wrong here? Say what")


class DismissForm(RevisionForm):
    """What was said to be wrong with a round is dismissed."""

    contest = WholeField(most=99_999)  # the revision that says so


class SecretForm(RevisionForm):
    """Secret bids, or one that is taken back; what is bid are inputs of the game's own fields."""

    slot = StringField()
    instead = BooleanField()  # a scorer bids for somebody whose phone is at the table
    back = StringField()  # the place of the name whose bid is taken back


class SitDownForm(RevisionForm):
    """Somebody sits down at a play that is under way."""

    name = StringField("Somebody sits down")


class TakeSeatForm(RevisionForm):
    """Somebody takes over a seat: a button for everybody of the club, or a name that is typed."""

    spots: ClassVar[Mapping[str, str]] = {"player": "name", "players": "name", "round": "since"}

    name = StringField("Somebody else")
    tapped = StringField()
    since = SelectField("From round")  # the slot of the first round that is theirs

    @property
    def wish(self) -> str:
        """Who is to sit there."""
        return self.tapped.data or self.name.data


class TrickForm(RevisionForm):
    """What the table does with the cards of a round: one is played or taken back, a trump named, a trick ended."""

    slot = StringField()
    do = StringField()
    player = StringField()
    card = StringField()
    typed = StringField("Any other card")
    same = BooleanField("The card still belongs to the trick before")
    trump = StringField()
    when = StringField()  # from when on another trump counts

    @property
    def typed_card(self) -> str:
        """The card that was typed, to stand in its field again."""
        return "" if self.do.data == "trump" else self.typed.data


class EffectsForm(RevisionForm):
    """What a verdict gives or takes: for each a name, points and a reason."""

    player = MultiCheckboxField()
    points = MultiCheckboxField()
    reason = MultiCheckboxField()

    def validate_player(self, field: MultiCheckboxField) -> None:
        """Refuse what is not as many names as points and reasons."""
        columns = (field.data, self.points.data, self.reason.data)
        if not field.data or len({len(column) for column in columns}) > 1 or len(field.data) > MOST_EFFECTS:
            raise ValidationError("A correction needs a name, points and a reason.")

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The adjustments as rows of ``adjust``; the core reads them as strictly as an entry."""
        points = [parse_whole(text, least=-MOST_POINTS, most=MOST_POINTS) for text in self.points.data]
        return [
            {"player": player, "points": text if number is None else number, "reason": reason}
            for player, text, number, reason in zip(
                self.player.data, self.points.data, points, self.reason.data, strict=True
            )
        ]


class PutForm(EffectsForm):
    """What a verdict gives or takes is put on the sheet."""

    where = StringField()
    situation = StringField()  # the question whose players are named in the round itself
    question = StringField()  # the question whose page sent it
    asked = StringField()  # the facts of that page
    back = StringField()
    decided = StringField()  # what happened, where the table does what is usual and the book has to say so
    rule = MultiCheckboxField()  # the paragraphs that this is about


class DropForm(EffectsForm):
    """What was put on the sheet for the coming round is taken out."""

    field = StringField()
    buy = BooleanField()
    in_play = BooleanField()


class BuyForm(RevisionForm):
    """Somebody buys chips: a button for each, and how many."""

    player = StringField(validators=[DataRequired("Tap the name of who buys.")])  # the place of the name in the seats
    points = StringField("Chips")

    def validate_points(self, field: StringField) -> None:
        """Refuse what is no number of chips."""
        if not self.chips:
            raise ValidationError(f"Type how many chips are bought, from 1 to {MOST_ADJUSTED:,}.")

    @property
    def chips(self) -> int:
        """How many are bought; 0: that cannot be read."""
        return parse_whole(self.points.data, least=1, most=MOST_ADJUSTED) or 0
