"""The URLs of the app by their methods."""

from collections.abc import Iterator

from flask import Flask
from werkzeug.routing import Rule


def rules(app: Flask, method: str) -> Iterator[Rule]:
    """Return the URL rules of the pages that accept a method."""
    for rule in app.url_map.iter_rules():
        if method in (rule.methods or ()) and not rule.rule.startswith(("/api/", "/static/")):
            yield rule
