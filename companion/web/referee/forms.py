"""Forms that put the effects of a verdict on the sheet, or remove them."""

from typing import Any

from wtforms import BooleanField
from wtforms.validators import ValidationError

from companion.web.support.form_base import MultiCheckboxField, RevisionForm, StringField
from companion.web.support.parsing import parse_whole

MOST_EFFECTS = 100
MOST_POINTS = 9_999_999


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

    where = StringField()  # "last" for the last round; otherwise the coming one
    situation = StringField()  # the situation, for effects that are marks in the round
    question = StringField()  # the situation whose page has the button
    asked = StringField()  # the facts of that page
    back = StringField()  # "tricks" to return to the page trick by trick; otherwise to the sheet
    decided = StringField()  # the question of the ruling to record, if the table does what is usual
    rule = MultiCheckboxField()  # ids of paragraphs


class RemoveEffectForm(EffectsForm):
    """The button that removes an effect from the coming round."""

    field = StringField()  # the field of the round in which the player is marked; empty: the effect is points
    buy = BooleanField()  # whether the points are chips bought
    in_play = BooleanField()  # whether they count before the round's own points
