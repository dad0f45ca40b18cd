"""Forms of house rules: proposing, agreeing, withdrawing, and adopting those of another club."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from wtforms import BooleanField
from wtforms.form import Form

from companion.core.entry.problems import Problem
from companion.core.house.house_rules import NOTE_LETTERS, REASON_LETTERS
from companion.store.plays.play_lists import recent_players
from companion.web.access.guard import current_club_id
from companion.web.house.sharing import SharedHouseRules, payload_in_link, read_payload
from companion.web.support.form_base import (
    MOST_OFFERED,
    DayField,
    IdempotentForm,
    InputRowsField,
    MultiCheckboxField,
    PageForm,
    StringField,
    TextAreaField,
    choices_of,
)


class AmendmentForm(Form):
    """One written rule of a proposal."""

    Meta = PageForm.Meta

    text = TextAreaField("Rule")
    rule = StringField("Changes paragraph")


class ProposalForm(IdempotentForm):
    """The fields of a proposal beside the options: written rules, the first day, and a note."""

    ruling = StringField()  # the key of the ruling that becomes a house rule
    more = BooleanField("Add another rule")
    amendment = InputRowsField(AmendmentForm, "Written rules")
    holds_from = DayField("Holds from")
    note = TextAreaField("Note", render_kw={"maxlength": NOTE_LETTERS})

    @property
    def filled_rows(self) -> list[AmendmentForm]:
        """The rows that contain a rule; emptied ones are left out."""
        rows: list[AmendmentForm] = [entry.form for entry in self.amendment.entries]
        return [row for row in rows if row.text.data]

    def show_problems(self, problems: Iterable[Problem], otherwise: str = "") -> None:
        """Put each problem beside its field, or beside the row of its written rule."""
        for problem in problems:
            if problem.row is None:
                super().show_problems([problem], otherwise)
            else:
                row = self.filled_rows[problem.row - 1]
                field = row.rule if problem.field == "paragraph" else row.text
                field.errors = [*field.errors, problem.message]


class AgreeForm(PageForm):
    """The form that records who agreed to a proposal."""

    field_names: ClassVar[Mapping[str, str]] = {"names": "others"}

    agreed = MultiCheckboxField(
        "Who agrees", choices=lambda: choices_of(recent_players(current_club_id())[:MOST_OFFERED])
    )
    others = StringField("Others")

    @property
    def text(self) -> str:
        """All names as text, to be shown if the proposal and its form have disappeared meanwhile."""
        return ", ".join(filter(None, (*self.agreed.data, self.others.data)))


class WithdrawVersionForm(PageForm):
    """The form that withdraws a version of house rules."""

    reason = StringField("Why", render_kw={"maxlength": REASON_LETTERS})
    coming = BooleanField()  # whether the version is agreed for a later day

    @property
    def text(self) -> str:
        """The reason, to be shown if the version and its form have disappeared meanwhile."""
        return self.reason.data


class LinkForm(PageForm):
    """The form for a pasted link to another club's house rules."""

    link = StringField("Adopt from a link")
    payload = ""
    """The last part of the link, which contains the house rules; set by validation."""

    def validate_link(self, field: StringField) -> None:
        """Refuse a link whose house rules are invalid."""
        self.payload = payload_in_link(field.data)
        read_payload(self.payload)


class AdoptForm(IdempotentForm):
    """The form that proposes the house rules of a link in a club of this phone."""

    payload = StringField()
    found: SharedHouseRules
    """The house rules of the link; set by validation."""

    def validate_payload(self, field: StringField) -> None:
        """Refuse invalid house rules."""
        self.found = read_payload(field.data)
