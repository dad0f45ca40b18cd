"""The form of a step trick by trick."""

from wtforms import BooleanField

from companion.web.support.form_base import RevisionForm, StringField


class TrickForm(RevisionForm):
    """The form of a step trick by trick: a card played or taken back, a trump named, a trick ended."""

    slot = StringField()  # that of the round that the page showed
    do = StringField()  # the step; empty: play a card
    player = StringField()  # the index of the player; empty: whose turn it is
    card = StringField()  # the card that was tapped
    typed = StringField("Any other card")
    same = BooleanField("The card still belongs to the trick before")
    trump = StringField()
    call = StringField()
    when = StringField()  # "now", if trump changes during the hand

    @property
    def typed_card(self) -> str:
        """The card that was typed, to be shown in its input again."""
        return "" if self.do.data == "trump" else self.typed.data
