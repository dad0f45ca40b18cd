"""Jinja's environment for all pages."""

from collections.abc import MutableMapping
from typing import Any

from flask.templating import Environment

from companion.web.support.suits import PageTemplate


class PageEnvironment(Environment):
    """Templates that share the globals of the app, none with any of its own."""

    template_class = PageTemplate

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return the globals of a template.

        Jinja compares them for each import. A plain dict takes a tenth of the time that its usual ``ChainMap`` takes.
        """
        return super().make_globals(d) if d else self.globals
