"""The forms of house rules: proposing them, agreeing, withdrawing, and taking over what another club plays."""

import re
from collections.abc import Iterable, Mapping
from datetime import date
from typing import ClassVar

from wtforms import Field
from wtforms.form import Form
from wtforms.validators import ValidationError

from companion.core.problems import Problem
from companion.core.words import shown
from companion.web.house.sharing import BadLinkError, Shared, payload_in, shared_in
from companion.web.support.form_base import (
    FormRowsField,
    PageForm,
    SentField,
    TapField,
    TextsField,
    TypedField,
    names_typed,
)

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class DayField(TypedField):
    """A day of the calendar, ``2026-05-02``; none where nothing was typed."""

    day: date | None = None

    def pre_validate(self, form: object) -> None:
        """Refuse what is no day."""
        if not self.data:
            return
        try:
            self.day = date.fromisoformat(self.data) if _DAY.fullmatch(self.data) else None
        except ValueError:
            self.day = None
        if self.day is None:
            raise ValidationError(f"{shown(self.data)} is no day of the calendar.")


class AmendmentForm(Form):
    """A written rule: a row of a proposal."""

    text = TypedField("Rule")
    rule = TypedField("Changes paragraph")


class ProposalForm(PageForm):
    """What is proposed beside the options: written rules, from when on, and a note."""

    client_id = TapField()
    ruling = TypedField()  # the key of the ruling that it makes a house rule
    more = SentField("Add another rule")
    amendment = FormRowsField(AmendmentForm, "Written rules")
    holds_from = DayField("Holds from")
    note = TypedField("Note")

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
                _add(row.rule if problem.field == "paragraph" else row.text, problem.message)


def _add(field: Field, message: str) -> None:
    field.errors = [*field.errors, message]


class AgreeForm(PageForm):
    """Who agreed to a proposal."""

    spots: ClassVar[Mapping[str, str]] = {"names": "others"}

    agreed = TextsField("Who agrees")
    others = TypedField("Others")

    @property
    def names(self) -> list[str]:
        """All who agreed, tapped or typed."""
        return [*self.agreed.data, *names_typed(self.others.data)]

    @property
    def text(self) -> str:
        """All that was typed, to be read where there is no form any more to have it in."""
        return ", ".join(filter(None, (*self.agreed.data, self.others.data)))


class WithdrawVersionForm(PageForm):
    """Why house rules are withdrawn."""

    reason = TypedField("Why")
    coming = SentField()  # they are agreed for a day to come

    @property
    def text(self) -> str:
        """What was typed, to be read where there is no form any more to have it in."""
        return self.reason.data


class LookForm(PageForm):
    """A link that somebody pasted, to look at the house rules in it."""

    link = TypedField("Adopt from a link")
    payload = ""
    """What the link carries, once it was looked at."""

    def validate_link(self, field: TypedField) -> None:
        """Refuse a link whose house rules cannot be read, or not played here."""
        try:
            self.payload = payload_in(field.data)
            shared_in(self.payload)
        except BadLinkError as fault:
            raise ValidationError(str(fault)) from None


class AdoptForm(PageForm):
    """House rules of another club, as its link carries them, to be proposed here."""

    client_id = TapField()
    payload = TypedField()
    found: Shared
    """What the payload carries, once it was looked at."""

    def validate_payload(self, field: TypedField) -> None:
        """Refuse house rules that cannot be read, or not played here."""
        try:
            self.found = shared_in(field.data)
        except BadLinkError as fault:
            raise ValidationError(str(fault)) from None
