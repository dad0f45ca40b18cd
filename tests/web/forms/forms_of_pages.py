"""Reading the values that the forms of a page would send from its HTML."""

import re
from html.parser import HTMLParser

TOKENS = re.compile(r'(name="(?:csrf_token|client_id)"\s+value=")[^"]*|"client_id": "[^"]*"')


def without_tokens(page: str) -> str:
    """Return a page without its random values: in one of some hundred pages they hold any name of three letters."""
    return TOKENS.sub(r"\1", page)


class _Inputs(HTMLParser):
    """Collects what a browser without JavaScript would send of one form."""

    def __init__(self, form: str, action: str) -> None:
        super().__init__()
        self.form, self.action = form, action
        self.inside = False
        self.select = ""
        self.chosen = False
        self.found: dict[str, list[str]] = {}

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attributes = {key: value or "" for key, value in given}
        if tag == "form":
            self.inside = self.form == attributes.get("id") if self.form else self.action == attributes.get("action")
        if not self.inside:
            return
        ticked = attributes.get("type") not in ("radio", "checkbox") or "checked" in attributes
        if tag == "input" and ticked:
            self.found.setdefault(attributes["name"], []).append(attributes.get("value", ""))
        elif tag == "select":
            self.select = attributes["name"]
        elif tag == "textarea":
            self.select, self.chosen = attributes["name"], True
        elif tag == "option" and "selected" in attributes and "value" in attributes:
            self.found.setdefault(self.select, []).append(attributes["value"])
        elif tag == "option":
            self.chosen = "selected" in attributes

    def handle_data(self, data: str) -> None:
        if self.chosen:
            self.found.setdefault(self.select, []).append(data)
            self.chosen = False

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self.chosen:  # an empty one
            self.handle_data("")
        if tag == "form":
            self.inside = False


def sent_by(page: str, form: str = "", action: str = "") -> dict[str, list[str]]:
    """Return what an untouched form of a page would send. ``form``: its id; ``action``: its address."""
    parser = _Inputs(form, action)
    parser.feed(page)
    assert parser.found
    return parser.found
