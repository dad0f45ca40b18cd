"""An app with an empty database for the tests of the scoring API."""

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from tests.database import app_in


@cache
def api_app() -> Flask:
    """Return the app, which is created at the first call."""
    app = app_in(Path(tempfile.mkdtemp(prefix="companion-")))
    app.config["COMPRESS_MIN_SIZE"] = 2**30  # the fuzzer reads responses itself
    return app


def client() -> FlaskClient:
    """Return a client of the API; exceptions are turned into responses as in production."""
    return api_app().test_client()


def post(address: str, body: Any, **more: Any) -> Any:
    """Return the response to a JSON body, or to raw bytes."""
    given = {"data": body} if isinstance(body, bytes) else {"json": body}
    return client().post(f"/api/v1{address}", **given, **more)
