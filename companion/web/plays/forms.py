"""Forms of a play besides the fields of its game: rounds, players, cards trick by trick, and the referee's effects."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from wtforms import BooleanField
from wtforms.validators import DataRequired, ValidationError

from companion.core.play.adjustments import MOST_ADJUSTED
from companion.web.support.form_base import MultiCheckboxField, RevisionForm, SelectField, StringField, WholeField
from companion.web.support.parsing import names_by_index, parse_whole, split_names

MOST_EFFECTS = 100
MOST_POINTS = 9_999_999


class RoundForm(RevisionForm):
    """The form of a round, besides its entry."""

    more = StringField()  # the button that shows the page again
    despite = StringField()  # the mark of the cards, if the contradiction was shown

    @property
    def is_shown_again(self) -> bool:
        """Whether the form is to be shown again instead of being saved."""
        return bool(self.more.raw_data)


class DraftForm(RevisionForm):
    """The form for what is entered before the hand: who plays, the bids, and whether they are locked."""

    slot = StringField()
    who = BooleanField()  # whether the form is about who plays
    present = MultiCheckboxField("Who plays this round")
    lock = StringField()
    mark = StringField()  # the mark of the draft that the page showed

    def absent(self, names: Sequence[str]) -> list[str]:
        """Return the players who sit out the coming round."""
        present = names_by_index(names, self.present.data)
        return [name for name in names if name not in present]


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

    @property
    def who_joins(self) -> list[str]:
        """Everybody who joins, ticked or typed."""
        return [*self.joins.data, *split_names(self.others.data)]


class ObjectionForm(RevisionForm):
    """The form of an objection to a round."""

    words = StringField("Something wrong here? Say what")


class DismissForm(RevisionForm):
    """The button that dismisses an objection."""

    contest = WholeField(most=99_999)  # the revision of the edit that wrote the objection


class SecretForm(RevisionForm):
    """The form for secret bids, or the button that takes one back; the bids are fields of the game."""

    slot = StringField()
    instead = BooleanField()  # whether a scorer bids for a player with a phone
    back = StringField()  # the index of the player whose bid is taken back


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


class TrickForm(RevisionForm):
    """The form of a step trick by trick: a card played or taken back, a trump named, a trick ended."""

    slot = StringField()
    do = StringField()
    player = StringField()
    card = StringField()
    typed = StringField("Any other card")
    same = BooleanField("The card still belongs to the trick before")
    trump = StringField()
    call = StringField()
    when = StringField()  # "now", if trump changes during the hand

    @property
    def typed_card(self) -> str:
        """The card that was typed, to be shown in its input again."""
        return "" if self.do.data == "trump" else self.typed.data


class EffectsForm(RevisionForm):
    """The effects of a verdict, each with a name, points and a reason."""

    player = MultiCheckboxField()
    points = MultiCheckboxField()
    reason = MultiCheckboxField()

    def validate_player(self, field: MultiCheckboxField) -> None:
        """Refuse effects without a name, points or a reason, or too many of them."""
        columns = (field.data, self.points.data, self.reason.data)
        if not field.data or len({len(column) for column in columns}) > 1 or len(field.data) > MOST_EFFECTS:
            raise ValidationError("A correction needs a name, points and a reason.")

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The effects as rows of ``adjust`` (player, points, reason); the core validates them like a typed entry."""
        points = [parse_whole(text, least=-MOST_POINTS, most=MOST_POINTS) for text in self.points.data]
        return [
            {"player": player, "points": text if number is None else number, "reason": reason}
            for player, text, number, reason in zip(
                self.player.data, self.points.data, points, self.reason.data, strict=True
            )
        ]


class PutEffectsForm(EffectsForm):
    """The button that puts the effects of a verdict on the sheet."""

    where = StringField()
    situation = StringField()  # the situation, for effects that are marks in the round
    question = StringField()  # the situation whose page has the button
    asked = StringField()  # the facts of that page
    back = StringField()
    decided = StringField()  # the question of the ruling to record, if the table does what is usual
    rule = MultiCheckboxField()  # ids of paragraphs


class RemoveEffectForm(EffectsForm):
    """The button that removes an effect from the coming round."""

    field = StringField()
    buy = BooleanField()
    in_play = BooleanField()


class BuyForm(RevisionForm):
    """The form with which somebody buys chips: a button for each player, and the number."""

    player = StringField(validators=[DataRequired("Tap whoever buys.")])  # the index of the player
    points = StringField("Chips")

    def validate_points(self, field: StringField) -> None:
        """Refuse text that is no number of chips."""
        if not self.chips:
            raise ValidationError(f"Type how many chips are bought, from 1 to {MOST_ADJUSTED:,}.")

    @property
    def chips(self) -> int:
        """How many chips are bought; 0 if the text is no number."""
        return parse_whole(self.points.data, least=1, most=MOST_ADJUSTED) or 0
