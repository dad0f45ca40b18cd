"""Health checks for process managers and load balancers."""

from flask import Blueprint, Response
from sqlalchemy import select

from companion.store.database.plain_connection import plain_connection
from companion.store.database.runtime import runtime

health = Blueprint("health", __name__)


def _plain_text(word: str, status: int = 200) -> Response:
    """Return a plain-text response that is not cached."""
    return Response(f"{word}\n", status, {"Cache-Control": "no-store"}, content_type="text/plain; charset=utf-8")


@health.get("/healthz")
def alive() -> Response:
    """Answer that the process runs, without using the database."""
    return _plain_text("ok")


@health.get("/readyz")
def ready() -> Response:
    """Answer whether the process accepts requests: its database answers, and it is not shutting down."""
    if runtime().stopping.is_set():
        return _plain_text("stopping", 503)
    plain_connection().execute(select(1))  # an error handler answers 503 if the database is away
    return _plain_text("ok")
