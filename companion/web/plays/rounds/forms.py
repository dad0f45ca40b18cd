"""Forms of a round besides its entry, and of objections to it."""

from companion.web.support.form_base import RevisionForm, StringField, WholeField


class RoundForm(RevisionForm):
    """The form of a round, besides its entry."""

    more = StringField()  # the button that shows the page again
    despite = StringField()  # the mark of the cards that the entry contradicts, once the page has said so

    @property
    def is_shown_again(self) -> bool:
        """Whether the form is to be shown again instead of being saved."""
        return bool(self.more.raw_data)


class ObjectionForm(RevisionForm):
    """The form of an objection to a round."""

    words = StringField("Something wrong here? Say what")


class DismissForm(RevisionForm):
    """The button that dismisses an objection."""

    contest = WholeField(most=99_999)  # the revision of the edit that wrote the objection
