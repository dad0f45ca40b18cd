"""The forms of house rules: proposing them, agreeing, withdrawing, and taking over what another club plays."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from wtforms import BooleanField
from wtforms.form import Form
from wtforms.validators import ValidationError

from companion.core.problems import Problem
from companion.store.plays.play_lists import recent_players
from companion.web.access.guard import here
from companion.web.house.pages import CHIPS
from companion.web.house.sharing import BadLinkError, Shared, payload_in, shared_in
from companion.web.support.form_base import (
    DayField,
    IdempotentForm,
    InputRowsField,
    MultiCheckboxField,
    PageForm,
    StringField,
    TextAreaField,
    choices_of,
    split_names,
)


class AmendmentForm(Form):
    """A written rule: a row of a proposal."""

    Meta = PageForm.Meta

    text = TextAreaField("Rule")
    rule = StringField("Changes paragraph")


class ProposalForm(IdempotentForm):
    """What is proposed beside the options: written rules, from when on, and a note."""

    ruling = StringField()  # the key of the ruling that it makes a house rule
    more = BooleanField("Add another rule")
    amendment = InputRowsField(AmendmentForm, "Written rules")
    holds_from = DayField("Holds from")
    note = TextAreaField("Note")

    @property
    def written(self) -> list[AmendmentForm]:
        """The rows in which a rule is written; an emptied one is dropped."""
        rows: list[AmendmentForm] = [entry.form for entry in self.amendment.entries]
        return [row for row in rows if row.text.data]

    @property
    def ruling_key(self) -> str:
        """The key of the ruling that it makes a house rule, as one can be looked for."""
        return self.ruling.data[:40]

    def blame(self, problems: Iterable[Problem]) -> None:
        """Put what was refused beside the field, or in the row, that it is about."""
        for problem in problems:
            if problem.row is None:
                super().blame([problem])
            else:
                row = self.written[problem.row - 1]
                field = row.rule if problem.field == "paragraph" else row.text
                field.errors = [*field.errors, problem.message]


class AgreeForm(PageForm):
    """Who agreed to a proposal."""

    spots: ClassVar[Mapping[str, str]] = {"names": "others"}

    agreed = MultiCheckboxField("Who agrees", choices=lambda: choices_of(recent_players(here().club_id)[:CHIPS]))
    others = StringField("Others")

    @property
    def names(self) -> list[str]:
        """All who agreed, tapped or typed."""
        return [*self.agreed.data, *split_names(self.others.data)]

    @property
    def text(self) -> str:
        """All that was typed, to be read where there is no form any more to have it in."""
        return ", ".join(filter(None, (*self.agreed.data, self.others.data)))


class WithdrawVersionForm(PageForm):
    """Why house rules are withdrawn."""

    reason = StringField("Why")
    coming = BooleanField()  # they are agreed for a day to come

    @property
    def text(self) -> str:
        """What was typed, to be read where there is no form any more to have it in."""
        return self.reason.data


class LookForm(PageForm):
    """A link that somebody pasted, to look at the house rules in it."""

    link = StringField("Adopt from a link")
    payload = ""
    """What the link carries, once it was looked at."""

    def validate_link(self, field: StringField) -> None:
        """Refuse a link whose house rules cannot be read, or not played here."""
        try:
            self.payload = payload_in(field.data)
            shared_in(self.payload)
        except BadLinkError as fault:
            raise ValidationError(str(fault)) from None


class AdoptForm(IdempotentForm):
    """House rules of another club, as its link carries them, to be proposed here."""

    payload = StringField()
    found: Shared
    """What the payload carries, once it was looked at."""

    def validate_payload(self, field: StringField) -> None:
        """Refuse house rules that cannot be read, or not played here."""
        try:
            self.found = shared_in(field.data)
        except BadLinkError as fault:
            raise ValidationError(str(fault)) from None
