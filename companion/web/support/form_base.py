"""What the forms of all pages have in common: their base, and the kinds of fields that several of them have.

A form of an area stands in the module of that area (``access_forms``, ``house_forms`` …) with its fields, bounds and
sentences. The parts of a page that are made of a game's own fields are read by ``companion.web.forms``.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from flask import request
from flask_wtf import FlaskForm
from werkzeug.datastructures import MultiDict
from wtforms import Field, FieldList, FormField
from wtforms.form import Form
from wtforms.validators import ValidationError

from companion.core.entry import NAME_LENGTH, name_fault
from companion.core.problems import Problem
from companion.web.access.guard import new_client_id
from companion.web.forms import MOST_ROWS

_WHOLE = re.compile(r"-?[0-9]{1,9}")
_SENDS = ("POST", "PUT", "PATCH", "DELETE")

Check = Callable[[Any, Any], object]
"""A validator: looks at a form and one of its fields."""


def whole(text: str, *, most: int, least: int = 0) -> int | None:
    """Return the whole number that a text is in plain digits, if it is none too high or low; else None."""
    number = int(text) if _WHOLE.fullmatch(text) else None
    return number if number is not None and least <= number <= most else None


def name_at(names: Sequence[str], text: str) -> str:
    """Return the name whose place in the row was sent; what is no place stays as it was sent, to be refused."""
    place = whole(text, most=len(names) - 1)
    return text if place is None else names[place]


class PageForm(FlaskForm):  # type: ignore[misc]  # Flask-WTF ships no types
    """A form of a page: what was sent of it, what is wrong, and what stands in it again."""

    class Meta(FlaskForm.Meta):  # type: ignore[misc]  # for the same reason
        """How it is read."""

        csrf = False  # CSRFProtect has checked the token of every request before any view begins

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


class TypedField(Field):
    """What somebody typed, trimmed; empty where nothing was sent."""

    data: str

    def __init__(self, label: str = "", checks: Iterable[Check] = (), *, longest: int = 1000, **more: Any) -> None:
        """``longest``: the most letters of it that stand in the page again."""
        super().__init__(label, list(checks), **more)
        self.longest = longest

    @property
    def again(self) -> str:
        """What stands in the input again: no more than anybody can have meant."""
        return self.data[: self.longest]

    @property
    def was_sent(self) -> bool:
        """Whether there was such an input at all, or such a button pressed."""
        return bool(self.raw_data)

    def process_data(self, value: Any) -> None:
        """Set the value that is shown at first."""
        self.data = value or ""

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Set the value that was sent."""
        self.data = valuelist[0].strip() if valuelist else ""


class TextsField(Field):
    """Texts sent under one name, trimmed and without empty ones; ticked names, say."""

    data: list[str]

    def process_data(self, value: Any) -> None:
        """Set the values that are shown at first."""
        self.data = list(value or ())

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Set the values that were sent."""
        self.data = [text for text in map(str.strip, valuelist) if text]


class ManyField(Field):
    """Inputs of one kind in a row, ``seat.0``, ``seat.1`` …: a trimmed text of each."""

    data: list[str]

    def __init__(self, label: str = "", checks: Iterable[Check] = (), *, count: int, **more: Any) -> None:
        super().__init__(label, list(checks), **more)
        self.count = count

    def process_data(self, value: Any) -> None:
        """Set the values that are shown at first."""
        self.data = list(value or ())

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Set the values that were sent, or are shown at first."""
        super().process(None, data, extra_filters)
        if formdata is not None:
            self.data = [formdata.get(f"{self.name}.{number}", "").strip() for number in range(self.count)]


class WholeField(TypedField):
    """A whole number in digits."""

    def __init__(
        self, label: str = "", checks: Iterable[Check] = (), *, most: int, otherwise: str = "", **more: Any
    ) -> None:
        """``otherwise``: what to say of anything else that was typed; empty: nothing."""
        super().__init__(label, checks, **more)
        self.most = most
        self.otherwise = otherwise

    @property
    def number(self) -> int | None:
        """The number that was sent; None: there is none, or one too high."""
        return whole(self.data, most=self.most)

    def pre_validate(self, form: object) -> None:
        """Refuse what is no such number."""
        if self.otherwise and self.data and self.number is None:
            raise ValidationError(self.otherwise)


class SentField(Field):
    """Whether an input or a button was sent at all, whatever it says."""

    data: bool

    def process_data(self, value: Any) -> None:
        """Set whether it is ticked at first."""
        self.data = bool(value)

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Set whether it was sent."""
        self.data = bool(valuelist)


class TapField(Field):
    """The id of the tap that sent a form, so that the same tap counts once; a new one where it has none."""

    data: str

    def process_formdata(self, valuelist: list[Any]) -> None:
        """Set what was sent, as any database can store it."""
        text = valuelist[0].strip().replace("\0", "\N{REPLACEMENT CHARACTER}") if valuelist else ""
        self.data = text[:40] or new_client_id()


class FormRowsField(FieldList):  # type: ignore[type-arg]  # only the stubs know of what a list is
    """Rows of inputs, ``payments.2.kind``; no number that somebody makes up is more than a row that is not there."""

    def __init__(self, row: type[Form], label: str = "", **more: Any) -> None:
        super().__init__(FormField(row, separator="."), label, separator=".", max_entries=MOST_ROWS, **more)

    def _extract_indices(self, prefix: str, formdata: Iterable[str]) -> Iterator[int]:
        for name in formdata:
            key, number, column = [*name.split("."), "", ""][:3]
            found = whole(number, most=99_999) if key == prefix and column else None
            if found is not None:
                yield found


class Named:
    """A check: a name can be kept and read."""

    def __init__(self, longest: int = NAME_LENGTH, *, or_none: bool = False) -> None:
        self.longest = longest
        self.or_none = or_none

    def __call__(self, form: object, field: TypedField) -> None:
        """Refuse a name with what is wrong with it."""
        fault = "" if self.or_none and not field.data else name_fault(field.data, self.longest)
        if fault:
            raise ValidationError(f"The name {fault}.")


class Filled:
    """A check: something was typed."""

    def __init__(self, message: str) -> None:
        self.message = message

    def __call__(self, form: object, field: TypedField) -> None:
        """Refuse an empty text."""
        if not field.data:
            raise ValidationError(self.message)


class CarriedForm(PageForm):
    """What every form of a play carries, a button alone too: the revision that its sender saw, and the tap."""

    base = WholeField(most=999_999_999)
    client_id = TapField()
    by_today = SentField()  # whoever sent it knows that it scores an old play by today's rules

    @property
    def revision(self) -> int:
        """The revision that the sender saw; -1 where the form does not say."""
        number = self.base.number
        return -1 if number is None else number

    @property
    def carried(self) -> dict[str, Any]:
        """What every change of what was written down says of its sender."""
        return {"base": self.revision, "client_id": self.client_id.data, "by_today": self.by_today.data}


def each_once(texts: Iterable[str]) -> list[str]:
    """Return the same texts without those that came before; a filter of a field."""
    return list(dict.fromkeys(texts))


def names_typed(text: str) -> list[str]:
    """Return the names that somebody typed with commas between them."""
    return re.split(r"[,;\n]", text)
