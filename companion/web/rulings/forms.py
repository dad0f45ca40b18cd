"""The forms of the rulings book: writing a ruling down, and withdrawing one."""

from collections.abc import Mapping
from typing import ClassVar

from wtforms import BooleanField
from wtforms.validators import ValidationError

from companion.core.adjustments import MOST_ADJUSTED
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
    parse_whole,
    split_names,
)


class RulingForm(IdempotentForm):
    """A ruling as somebody wrote it; its page can be filled in by its address, too."""

    spots: ClassVar[Mapping[str, str]] = {"rules": "rule", "basis": "", "play": ""}

    more = BooleanField("Another paragraph, or another game")
    play = StringField()
    game = SelectField("Game", choices=game_choices())
    round = WholeField(
        "Round, if it matters", most=999_999, otherwise="Give the round as a number, or leave it out."
    )  # which rounds there are, the play knows
    situation = SelectField("Question of the referee")
    question = TextAreaField("Question")
    decision = TextAreaField("Decision")
    rule = MultiCheckboxField("Paragraphs of the rules", filters=[dict.fromkeys, list])
    basis = StringField()  # what the referee's verdict rested on
    agreed = MultiCheckboxField("Who agreed", filters=[dict.fromkeys, list])
    others = StringField("Others")
    facts = TextAreaField("Facts, as the referee was given them")  # as JSON
    asked = StringField()  # the situation that the facts answer
    verdict = StringField()  # what the referee said, where the decision began with that

    @property
    def asked_of(self) -> str:
        """The situation that the facts answer; the one that was chosen where the page does not say."""
        return self.asked.data if self.asked.raw_data else self.situation.data

    @property
    def said(self) -> str:
        """What the referee said; where the page does not say, the decision is as it said it."""
        if self.verdict.raw_data:
            return self.verdict.data
        return self.decision.data if self.basis.data else ""

    @property
    def is_verdict(self) -> bool:
        """Whether the decision is what the referee said, word for word."""
        return self.decision.data.split() == self.said.split()

    @property
    def names(self) -> list[str]:
        """All who agreed, tapped or typed."""
        return [*self.agreed.data, *split_names(self.others.data)]


class BookForm(PageForm):
    """Which rulings are listed."""

    game = SelectField("Game")
    withdrawn = BooleanField("Also withdrawn")


class DecideForm(RulingForm, RevisionForm):
    """What a table decides in a play: points for a player, a ruling, or both."""

    player = StringField()  # the place of the name in the order of seats
    way = RadioField(choices=choices_of(("loses", "gets")), default="loses")
    points = StringField("Points")
    words = StringField("In words, if you like")

    def validate_points(self, field: StringField) -> None:
        """Refuse points without a player, a player without points, and neither of them without words."""
        if field.data and not self.number:
            raise ValidationError(f"Give the points as a whole number from 1 to {MOST_ADJUSTED:,}.")
        if self.player.data and not self.number:
            raise ValidationError("How many points? Without any, tap nobody.")
        if not self.player.data and not self.words.data:
            raise ValidationError("Tap a player and give the points, or say in words what you decide.")

    def validate_player(self, field: StringField) -> None:
        """Refuse points that are nobody's."""
        if self.points.data and not field.data:
            raise ValidationError("Tap whose points these are.")

    @property
    def number(self) -> int:
        """The points with their sign; 0: there are none, or they cannot be read."""
        points = parse_whole(self.points.data, least=1, most=MOST_ADJUSTED) or 0
        return points if self.way.data == "gets" else -points


class WithdrawRulingForm(PageForm):
    """Why a ruling is taken back."""

    reason = StringField("Why")
