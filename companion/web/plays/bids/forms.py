"""The form of secret bids."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from wtforms import BooleanField
from wtforms.validators import DataRequired, ValidationError

from companion.core.play.adjustments import MOST_ADJUSTED
from companion.web.support.form_base import MultiCheckboxField, RevisionForm, SelectField, StringField, WholeField
from companion.web.support.parsing import names_by_index, parse_whole, split_names


class SecretForm(RevisionForm):
    """The form for secret bids, or the button that takes one back; the bids are fields of the game."""

    slot = StringField()
    instead = BooleanField()  # whether a scorer bids for a player with a phone
    back = StringField()  # the index of the player whose bid is taken back
