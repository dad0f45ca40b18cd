"""What the forms of all pages have in common: their base, and the kinds of fields that several of them have.

A form of an area stands in ``forms.py`` of that area, with its fields, bounds and sentences. Its fields are those of
WTForms, and the macros of ``forms/_forms.html`` draw them. The parts of a page that are made of a game's own fields are
read by ``companion.web.forms``.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

import wtforms
from flask import g, request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, DateField, FieldList, FormField, IntegerField, SelectMultipleField
from wtforms.form import Form
from wtforms.validators import ValidationError
from wtforms.widgets import CheckboxInput, TextInput

from companion.core.entry import NAME_LENGTH, name_fault
from companion.core.problems import Problem
from companion.core.words import shown
from companion.games import SLUGS, all_games
from companion.store.log.results import Refused, Stale
from companion.web.access.guard import new_client_id
from companion.web.forms import MOST_ROWS

if TYPE_CHECKING:

    class StringField(wtforms.StringField):
        """A field of WTForms; in a ``PageForm`` its text is never None."""

        data: str

    class HiddenField(StringField):
        """The same, unseen."""

    class SearchField(StringField):
        """The same, for a search."""

    class TextAreaField(StringField):
        """The same, in several lines."""

    class SelectField(wtforms.SelectField):
        """The same, one of several."""

        data: str

    class RadioField(SelectField):
        """The same, each to be seen."""

else:
    from wtforms import HiddenField, RadioField, SearchField, SelectField, StringField, TextAreaField  # noqa: F401 # for forms

T = TypeVar("T")

_WHOLE = re.compile(r"-?[0-9]{1,9}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_SENDS = ("POST", "PUT", "PATCH", "DELETE")


def parse_whole(text: str, *, most: int, least: int = 0) -> int | None:
    """Return the whole number that a text is in plain digits, if it is none too high or low; else None."""
    number = int(text) if _WHOLE.fullmatch(text) else None
    return number if number is not None and least <= number <= most else None


def name_by_index(names: Sequence[str], text: str) -> str:
    """Return the name whose place in the row was sent; what is no place stays as it was sent, to be refused."""
    place = parse_whole(text, most=len(names) - 1)
    return text if place is None else names[place]


class FormRefusedError(Exception):
    """A submitted form is not accepted: the page of ``show_again`` is the response, with status 422."""


def show_again(page: Callable[[], str]) -> None:
    """Set how to render the submitted form again, if it is refused or cannot be saved."""
    g.show_again = page


def _trimmed(text: str | None = None) -> str:
    return (text or "").strip()


def _trimmed_each(texts: Iterable[str] | None) -> list[str]:
    return [text for text in map(str.strip, texts or ()) if text]


class PageForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF ships no types
    """A form of a page: what was sent of it, what is wrong, and what stands in it again."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]  # for the same reason
        """How it is read."""

        csrf = False  # CSRFProtect has checked the token of every request before any view begins

        def bind_field(self, form: Any, unbound_field: Any, options: dict[str, Any]) -> Any:
            """Have every text trimmed, and empty where nothing was sent; what may be chosen, validators say."""
            kind = unbound_field.field_class
            if issubclass(kind, wtforms.StringField | SelectField):
                trim = _trimmed_each if issubclass(kind, SelectMultipleField) else _trimmed
                options = {**options, "filters": [trim, *unbound_field.kwargs.get("filters", ())]}
            if issubclass(kind, SelectField):
                options["validate_choice"] = False
            return unbound_field.bind(form=form, **options)

    spots: ClassVar[Mapping[str, str]] = {}
    """What the club's books call otherwise than the form: by their word the name of the field."""

    def __init__(self, sent: MultiDict[str, str] | None = None, *, blank: bool = False, **values: Any) -> None:
        """``sent``: what to read instead of the body of the request; ``values``: what stands in it at first.

        ``blank``: to be shown beside the form that was sent, or instead of it, so nothing is read.
        """
        if sent is None and not blank and request.method in _SENDS:
            sent = request.form  # FlaskForm by itself would take files and JSON for texts, too
        super().__init__(sent, **values)

    @property
    def sent(self) -> MultiDict[str, str]:
        """All that was sent, for the parts of the page that are made of a game's fields."""
        return request.form

    def check(self) -> None:
        """Validate the form.

        :raises FormRefusedError: a validator has put a message beside a field.
        """
        if not self.validate_on_submit():
            raise FormRefusedError

    def accept(self, outcome: T | Refused | Stale | list[Problem]) -> T:
        """Return what the store has written.

        :raises FormRefusedError: it was refused; the messages are beside the fields.
        """
        if isinstance(outcome, Refused | Stale | list):
            self.blame(outcome if isinstance(outcome, list) else outcome.problems)
            raise FormRefusedError
        return outcome

    def refused(self, name: str, *messages: str) -> FormRefusedError:
        """Put messages beside a field, as ``refuse`` does, and return the exception to raise."""
        self.refuse(name, *messages)
        return FormRefusedError()

    def refuse(self, name: str, *messages: str) -> None:
        """Put sentences beside a field, or above the form where it has no such field."""
        if name in self:
            self[name].errors = [*self[name].errors, *messages]
        else:
            self.form_errors.extend(messages)

    def blame(self, problems: Iterable[Problem]) -> None:
        """Put what the club's books refused beside the fields that it is about."""
        for problem in problems:
            self.refuse(self.spots.get(problem.field, problem.field), problem.message)


class MultiCheckboxField(SelectMultipleField):
    """Texts that were ticked, none of them empty."""

    option_widget = CheckboxInput()
    data: list[str]


class WholeField(IntegerField):
    """A whole number in plain digits; None where there is none, or one out of bounds."""

    widget = TextInput()

    def __init__(self, label: str = "", *, most: int, otherwise: str = "", **more: Any) -> None:
        """``otherwise``: what to say of anything else that was typed; empty: nothing."""
        super().__init__(label, **more)
        self.most, self.otherwise = most, otherwise

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Set the number that was sent.

        :raises ValueError: something else was.
        """
        text = _trimmed(*valuelist[:1])
        self.raw_data = [text]
        self.data = parse_whole(text, most=self.most)
        if text and self.data is None and self.otherwise:
            raise ValueError(self.otherwise)


class DayField(DateField):
    """A day as browsers send it, ``2026-05-02``; None where nothing was typed."""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Set the day that was sent.

        :raises ValueError: something else was.
        """
        text = _trimmed(*valuelist[:1])
        self.raw_data = [text]
        self.data = None
        if text:
            with suppress(ValueError):
                self.data = date.fromisoformat(text) if _DAY.fullmatch(text) else None
            if self.data is None:
                raise ValueError(f"{shown(text)} is no day of the calendar.")


class NumberedField(FieldList):  # type: ignore[type-arg]  # only the stubs know of what a list is
    """Texts of inputs in a row, ``seat.0``, ``seat.1`` …: one of each place, empty where none was sent."""

    def __init__(self, label: str = "", *, count: int, **more: Any) -> None:
        super().__init__(StringField(), label, separator=".", min_entries=count, **more)

    def _extract_indices(self, prefix: str, formdata: Iterable[str]) -> Iterator[int]:
        yield from range(self.min_entries)


class InputRowsField(FieldList):  # type: ignore[type-arg]  # only the stubs know of what a list is
    """Rows of inputs, ``payments.2.kind``; no number that somebody makes up is more than a row that is not there."""

    def __init__(self, row: type[Form], label: str = "", **more: Any) -> None:
        super().__init__(FormField(row, separator="."), label, separator=".", max_entries=MOST_ROWS, **more)

    def _extract_indices(self, prefix: str, formdata: Iterable[str]) -> Iterator[int]:
        for name in formdata:
            key, number, column = [*name.split("."), "", ""][:3]
            found = parse_whole(number, most=99_999) if key == prefix and column else None
            if found is not None:
                yield found


class Named:
    """A check: a name can be kept and read."""

    def __init__(self, longest: int = NAME_LENGTH, *, or_none: bool = False) -> None:
        self.longest = longest
        self.or_none = or_none

    def __call__(self, form: object, field: StringField) -> None:
        """Refuse a name with what is wrong with it."""
        fault = "" if self.or_none and not field.data else name_fault(field.data, self.longest)
        if fault:
            raise ValidationError(f"The name {fault}.")


def storable_id(text: str) -> str:
    """Return the id of a tap as any database can store it, a new one where it has none; a filter of a field."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}")[:40] or new_client_id()


class IdempotentForm(PageForm):
    """What a form carries that counts once however often it is sent; a button alone, too."""

    client_id = HiddenField(filters=[storable_id])


class RevisionForm(IdempotentForm):
    """What every form of a play carries, a button alone too: the revision that its sender saw, and the tap."""

    base = WholeField(most=999_999_999)
    by_today = BooleanField()  # whoever sent it knows that it scores an old play by today's rules

    @property
    def revision(self) -> int:
        """The revision that the sender saw; -1 where the form does not say."""
        return -1 if self.base.data is None else self.base.data

    @property
    def carried(self) -> dict[str, Any]:
        """What every change of what was written down says of its sender."""
        return {"base": self.revision, "client_id": self.client_id.data, "by_today": self.by_today.data}


class SwitchForm(RevisionForm):
    """Something that is so, or not."""

    to = StringField()

    @property
    def on(self) -> bool:
        """Whether it is to be so."""
        return self.to.data == "on"


def choices_of(names: Iterable[str], *, nobody: str = "") -> dict[str, str]:
    """Return names as the choices of a field, each once; ``nobody``: what stands first, for none of them."""
    named = [(name, name) for name in names]
    return dict([("", nobody), *named] if nobody else named)


def game_choices(slugs: Collection[str] = SLUGS, *, any_game: str = "") -> dict[str, str]:
    """Return games as the choices of a field, in the order of the catalogue; ``any_game``: what stands before them."""
    named = [(game.slug, game.name) for game in all_games() if game.slug in slugs]
    return dict([("", any_game), *named] if any_game else named)


def split_names(text: str) -> list[str]:
    """Return the names that somebody typed with commas between them."""
    return [name for name in map(str.strip, re.split(r"[,;\n]", text)) if name]
