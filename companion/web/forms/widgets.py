"""WTForms widgets that are macros of the template ``forms/_controls.html``."""

from typing import Any

from flask import current_app
from markupsafe import Markup
from wtforms import Field

TEMPLATE = "forms/_controls.html"


class Macro:
    """A widget that calls the macro of this name with the field."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, field: Field, **_: Any) -> Markup:
        """Return the field as HTML."""
        module = current_app.jinja_env.get_template(TEMPLATE).module
        return Markup(getattr(module, self.name)(field))  # noqa: S704  # a macro has escaped what it was given
