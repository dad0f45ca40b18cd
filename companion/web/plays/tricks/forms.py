"""The form of a step trick by trick."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from wtforms import BooleanField
from wtforms.validators import DataRequired, ValidationError

from companion.core.play.adjustments import MOST_ADJUSTED
from companion.web.support.form_base import MultiCheckboxField, RevisionForm, SelectField, StringField, WholeField
from companion.web.support.parsing import names_by_index, parse_whole, split_names


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
