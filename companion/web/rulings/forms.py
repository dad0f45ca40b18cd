"""Forms of the rulings book: recording and withdrawing a ruling, and filters."""

from collections.abc import Mapping
from typing import ClassVar

from wtforms import BooleanField
from wtforms.validators import ValidationError

from companion.core.play.adjustments import MOST_ADJUSTED
from companion.web.support.form_base import (
    IdempotentForm,
    MultiCheckboxField,
    PageForm,
    RadioField,
    RevisionForm,
    SelectField,
    StringField,
    TextAreaField,
    WholeField,
    choices_of,
    game_choices,
)
from companion.web.support.parsing import parse_whole


class RulingForm(IdempotentForm):
    """The form that records a ruling; it can also be filled in from an address."""

    field_names: ClassVar[Mapping[str, str]] = {"rules": "rule", "basis": "", "play": ""}

    more = BooleanField("Another paragraph, or another game")
    play = StringField()
    game = SelectField("Game", choices=game_choices())
    round = WholeField(
        "Round, if it matters", most=999_999, otherwise="Give the round as a number, or leave it out."
    )  # the store checks whether the round exists
    situation = SelectField("Question of the referee")
    question = TextAreaField("Question")
    decision = TextAreaField("Decision")
    rule = MultiCheckboxField("Paragraphs of the rules", filters=[dict.fromkeys, list])
    basis = StringField()  # the basis of the referee's verdict
    agreed = MultiCheckboxField("Who agreed", filters=[dict.fromkeys, list])
    others = StringField("Others")
    fact = MultiCheckboxField()  # label and text of each, with a colon between them
    verdict = StringField()  # the referee's verdict with which the decision began

    @property
    def fact_texts(self) -> list[tuple[str, str]]:
        """The facts in words: label and text of each."""
        return [(label, text) for label, _, text in (line.partition(": ") for line in self.fact.data)]

    @property
    def verdict_text(self) -> str:
        """The verdict of the referee with which the decision began; empty if there was none."""
        if self.verdict.raw_data:
            return self.verdict.data
        # When the form is filled in from an address, the decision is still the verdict.
        return self.decision.data if self.basis.data else ""


class BookForm(PageForm):
    """Filters of the list of rulings."""

    game = SelectField("Game")
    withdrawn = BooleanField("Also withdrawn rulings")


class DecideForm(RulingForm, RevisionForm):
    """The form for a decision of the table in a play: points for a player, a ruling, or both."""

    player = StringField()  # the index of the player
    way = RadioField(choices=choices_of(("loses", "gets")), default="loses")
    points = StringField("Points")
    words = StringField("In words, if you like")

    def validate_points(self, field: StringField) -> None:
        """Refuse points that are no number, a player without points, and a decision without a player and words."""
        if field.data and not self.signed_points:
            raise ValidationError(f"Give the points as a whole number from 1 to {MOST_ADJUSTED:,}.")
        if self.player.data and not self.signed_points:
            raise ValidationError("How many points? If there are none, choose no player.")
        if not self.player.data and not self.words.data:
            raise ValidationError("Tap a player and give the points, or say in words what you decide.")

    def validate_player(self, field: StringField) -> None:
        """Refuse points without a player."""
        if self.points.data and not field.data:
            raise ValidationError("Tap whose points these are.")

    @property
    def signed_points(self) -> int:
        """The points with their sign; 0 if there are none, or if the text is no number."""
        points = parse_whole(self.points.data, least=1, most=MOST_ADJUSTED) or 0
        return points if self.way.data == "gets" else -points


class WithdrawRulingForm(PageForm):
    """The form that withdraws a ruling, with a reason."""

    reason = StringField("Why")
