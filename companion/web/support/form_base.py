"""What the forms of pages share: their base classes, fields and validators, and parsing of short texts."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import date
from typing import Any, ClassVar, Self, TypeVar

import wtforms
from flask import g, request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, DateField, FieldList, FormField, IntegerField, SelectMultipleField
from wtforms.form import Form
from wtforms.meta import DefaultMeta
from wtforms.validators import ValidationError
from wtforms.widgets import CheckboxInput, TextInput

from companion.core.entry.names import NAME_LENGTH, name_fault
from companion.core.entry.problems import Problem
from companion.core.statistics.numbers_json import read_day
from companion.core.words import quoted
from companion.games import SLUGS, all_games
from companion.store.log.write_results import Refused, Stale
from companion.web.access.guard import new_client_id
from companion.web.support.faults import Fault
from companion.web.support.parsing import parse_whole, split_names

T = TypeVar("T")

MOST_OFFERED = 24
"""How many people a form offers for tapping."""

MOST_ROWS = 300
"""How many rows of a form are read at most."""

_SUBMIT_METHODS = ("POST", "PUT", "PATCH", "DELETE")


class FormRefusedError(Exception):
    """Ends a view whose form was refused (422) or not submitted (200): the response is the page of ``show_again``."""


def show_again(page: Callable[[], str]) -> None:
    """Set how to render the submitted form again, if it is refused or cannot be saved."""
    g.show_again = page


class PageForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF ships no types
    """Base of the forms of pages."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]  # for the same reason
        """Settings for WTForms."""

        csrf = False  # CSRFProtect checks every request before its view
        get_translations = DefaultMeta.get_translations  # none: Flask-WTF's needs an app

    field_names: ClassVar[Mapping[str, str]] = {}
    """The names of fields by the names that the store uses in problems, if they differ."""

    def __init__(self, sent: MultiDict[str, str] | None = None, *, blank: bool = False, **values: Any) -> None:
        """``sent``: read instead of the body; ``values``: initial values of fields, unless the body is read.

        ``blank``: ignore the body of the request, for a form that is shown beside or instead of the submitted one.
        """
        if sent is None and not blank and request.method in _SUBMIT_METHODS:
            sent, values = request.form, {}  # FlaskForm would also read files and JSON
        super().__init__(sent, **values)

    @classmethod
    def sent_or_blank(cls, sent: "PageForm | None", **values: Any) -> Self:
        """Return the submitted form if it is of this class, else one with these values, for a page of several forms."""
        return sent if isinstance(sent, cls) else cls(blank=True, **values)

    @property
    def sent(self) -> MultiDict[str, str]:
        """All submitted values, for those parts of the page that are made from a game's fields."""
        return request.form

    def check(self, page: Callable[[], str]) -> None:
        """Validate the form. ``page``: see ``show_again``; it is also the response to a GET.

        :raises FormRefusedError: it was not submitted, or is invalid; the messages are beside the fields.
        """
        show_again(page)
        if not self.validate_on_submit():
            raise FormRefusedError

    def accept(self, outcome: T | Refused | Stale | list[Problem] | str, otherwise: str = "") -> T:
        """Return what the store has written, or what was read from a field.

        :raises FormRefusedError: it was refused; the messages are beside the fields, or beside the field ``otherwise``.
        """
        if isinstance(outcome, str):
            raise self.refusal(otherwise, outcome)
        if isinstance(outcome, Refused | Stale | list):
            self.show_problems(outcome if isinstance(outcome, list) else outcome.problems, otherwise)
            raise FormRefusedError
        return outcome

    def refusal(self, name: str, *messages: str) -> FormRefusedError:
        """Put messages beside a field, like ``refuse``, and return the exception to raise."""
        self.refuse(name, *messages)
        return FormRefusedError()

    def refuse(self, name: str, *messages: str) -> None:
        """Put messages beside a field, or above the form if it has no such field."""
        if name in self:
            self[name].errors = [*self[name].errors, *messages]
        else:
            self.form_errors.extend(messages)

    def faults(self, ids: Mapping[str, str] | None = None) -> list[Fault]:
        """Return the errors beside fields in the order of the page, each with the element to look at.

        ``ids``: the ids of these elements by the names of fields, in the order of the page. All other fields come last,
        with their own ids.
        """
        ids = ids or {}
        places = {name: place for place, name in enumerate(ids)}
        fields = sorted(self, key=lambda field: places.get(field.name, len(places)))
        return [Fault(str(error), ids.get(field.name, field.id)) for field in fields for error in field.errors]

    def show_problems(self, problems: Iterable[Problem], otherwise: str = "") -> None:
        """Put the store's problems beside the fields that they are about, or beside the field ``otherwise``."""
        for problem in problems:
            name = self.field_names.get(problem.field, problem.field)
            self.refuse(name if name in self else otherwise, problem.message)


def _trimmed(text: str | None = None) -> str:
    """Return a text without whitespace around it; empty for None."""
    return (text or "").strip()


def _trimmed_each(texts: Iterable[str] | None) -> list[str]:
    """Return texts without whitespace around them, and without empty ones."""
    return [text for text in map(str.strip, texts or ()) if text]


class StringField(wtforms.StringField):
    """A text without whitespace around it; empty if none was sent."""

    data: str

    def __init__(self, label: str | None = None, validators: Any = None, filters: Iterable[Any] = (), **more: Any):
        super().__init__(label, validators, (_trimmed, *filters), **more)


class HiddenField(StringField, wtforms.HiddenField):
    """A text in a hidden input."""


class SearchField(StringField, wtforms.SearchField):
    """A text in an input for a search."""


class TextAreaField(StringField, wtforms.TextAreaField):
    """A text of several lines."""


class SelectField(wtforms.SelectField):
    """One of several values; whether it is one of the choices is left to the form's validators."""

    data: str

    def __init__(self, label: str | None = None, validators: Any = None, **more: Any) -> None:
        super().__init__(label, validators, filters=[_trimmed], validate_choice=False, **more)


class RadioField(SelectField, wtforms.RadioField):
    """One of several values, all of them in view; otherwise like ``SelectField``."""


class MultiCheckboxField(SelectMultipleField):
    """Any number of ticked values."""

    option_widget = CheckboxInput()
    data: list[str]

    def __init__(self, label: str | None = None, filters: Iterable[Any] = (), **more: Any) -> None:
        super().__init__(label, filters=(_trimmed_each, *filters), validate_choice=False, **more)


class ParsedField(wtforms.Field):
    """Base of fields that parse a typed text; None if nothing was typed, or if it is invalid."""

    otherwise: str
    """The error message for an invalid text, with ``{}`` for the text; empty: it is ignored."""

    def parse(self, text: str) -> Any:
        """Return the value of a text; None if it is invalid."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Set the submitted value.

        :raises ValueError: the text is invalid.
        """
        text = _trimmed(*valuelist[:1])
        self.raw_data = [text]
        self.data = self.parse(text) if text else None
        if text and self.data is None and self.otherwise:
            raise ValueError(self.otherwise.format(quoted(text)))


class WholeField(ParsedField, IntegerField):
    """A whole number in plain digits; None if there is none, or if it is too large."""

    widget = TextInput()

    def __init__(self, label: str = "", *, most: int, otherwise: str = "", **more: Any) -> None:
        """``otherwise``: the error message for other text; empty: such text is ignored."""
        super().__init__(label, **more)
        self.most, self.otherwise = most, otherwise

    def parse(self, text: str) -> int | None:
        """Return the number of a text; None if it is none, or too large."""
        return parse_whole(text, most=self.most)


class DayField(ParsedField, DateField):
    """A day as browsers send it, ``2026-05-02``; None if nothing was typed."""

    otherwise = "{} is no day of the calendar."

    def parse(self, text: str) -> date | None:
        """Return the day of a text; None if it is none of the calendar."""
        return read_day(text)


class NumberedField(FieldList):  # type: ignore[type-arg]  # generic in the stubs only
    """A fixed number of text inputs, named ``seat.0``, ``seat.1`` and so on; missing ones are empty."""

    def __init__(self, label: str = "", *, count: int, **more: Any) -> None:
        super().__init__(StringField(), label, separator=".", min_entries=count, **more)

    def _extract_indices(self, prefix: str, formdata: Iterable[str]) -> Iterator[int]:
        """Yield the numbers of all inputs, whether submitted or not; WTForms calls this."""
        yield from range(self.min_entries)


class InputRowsField(FieldList):  # type: ignore[type-arg]  # generic in the stubs only
    """Rows of inputs, such as ``payments.2.kind``; the numbers may have gaps."""

    def __init__(self, row: type[Form], label: str = "", **more: Any) -> None:
        super().__init__(FormField(row, separator="."), label, separator=".", max_entries=MOST_ROWS, **more)

    def _extract_indices(self, prefix: str, formdata: Iterable[str]) -> Iterator[int]:
        """Yield the numbers in the names of submitted inputs; WTForms calls this."""
        for name in formdata:
            key, number, column = [*name.split("."), "", ""][:3]
            found = parse_whole(number, most=99_999) if key == prefix and column else None
            if found is not None:
                yield found


class NameValidator:
    """A validator for names."""

    def __init__(self, longest: int = NAME_LENGTH) -> None:
        self.longest = longest

    def __call__(self, form: object, field: StringField) -> None:
        """Refuse an invalid name."""
        fault = name_fault(field.data, self.longest)
        if fault:
            raise ValidationError(f"The name {fault}.")


def storable_id(text: str) -> str:
    """Return an idempotency key that any database can store: the submitted one, or a new one. A filter of the field."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")[:40] or new_client_id()


class IdempotentForm(PageForm):
    """A form that is saved once, however often it is sent."""

    client_id = HiddenField(filters=[storable_id])


class RevisionForm(IdempotentForm):
    """A form that changes something that has revisions, usually a play."""

    base = WholeField(most=999_999_999)
    """The revision that the page showed."""
    by_today = BooleanField()
    """Confirms that a finished play of older rules is scored by today's."""

    @property
    def revision(self) -> int:
        """The revision that the page showed; −1 if the form does not contain it."""
        return -1 if self.base.data is None else self.base.data

    @property
    def edit_args(self) -> dict[str, Any]:
        """Keyword arguments of the store's functions that change a play or a night; ``base`` is the revision."""
        return {"base": self.revision, "client_id": self.client_id.data}

    @property
    def rescore_args(self) -> dict[str, Any]:
        """Keyword arguments of those functions that can also rescore a play of older rules."""
        return {**self.edit_args, "by_today": self.by_today.data}


class SwitchForm(RevisionForm):
    """A button that switches something on or off."""

    to = StringField()

    @property
    def is_on(self) -> bool:
        """Whether it is to be on."""
        return self.to.data == "on"


def names_in(ticked: MultiCheckboxField, typed: StringField) -> list[str]:
    """Return all names that were ticked, or typed with commas between them."""
    return [*ticked.data, *split_names(typed.data)]


def choices_of(names: Iterable[str], *, nobody: str = "") -> dict[str, str]:
    """Return names as choices of a field, without repeats. ``nobody``: the label of an empty choice before them."""
    named = [(name, name) for name in names]
    return dict([("", nobody), *named] if nobody else named)


def game_choices(slugs: Collection[str] = SLUGS, *, any_game: str = "") -> dict[str, str]:
    """Return games as choices of a field, in the catalogue's order. ``any_game``: the label of an empty first one."""
    named = [(game.slug, game.name) for game in all_games() if game.slug in slugs]
    return dict([("", any_game), *named] if any_game else named)
