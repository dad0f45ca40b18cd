"""WTForms widgets that are macros of templates in ``forms/``, one template for each kind of input."""

from typing import Any, Literal

from flask import current_app
from markupsafe import Markup
from wtforms import Field

Kind = Literal["numbers", "choices", "cards", "lists"]
"""The kinds of inputs: ``numbers`` are in ``forms/_numbers.html``."""


class Macro:
    """A widget that calls the macro of this name with the field."""

    def __init__(self, kind: Kind, name: str) -> None:
        self.template = f"forms/_{kind}.html"
        self.name = name

    def __call__(self, field: Field, **_: Any) -> Markup:
        """Return the field as HTML."""
        module = current_app.jinja_env.get_template(self.template).module
        return Markup(getattr(module, self.name)(field))  # noqa: S704  # a macro has escaped what it was given
