"""The form of secret bids."""

from wtforms import BooleanField

from companion.web.support.form_base import RevisionForm, StringField


class SecretForm(RevisionForm):
    """The form for secret bids, or the button that takes one back; the bids are fields of the game."""

    slot = StringField()  # that of the round that the page showed
    instead = BooleanField()  # whether a scorer bids for a player with a phone
    back = StringField()  # the index of the player whose bid is taken back
