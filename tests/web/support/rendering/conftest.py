"""Drawings that templates make."""

from collections.abc import Iterator

import pytest
from flask import Flask


@pytest.fixture(scope="module")
def in_app(app: Flask) -> Iterator[None]:
    """Let the tests of a module draw with the templates of the app."""
    with app.app_context():
        yield
