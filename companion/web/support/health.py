"""Whether the app runs and whether it takes requests, for whatever watches over its processes."""

from flask import Blueprint, Response
from sqlalchemy import select

from companion.store.database.reading import reading
from companion.store.database.runtime import runtime

health = Blueprint("health", __name__)


def _told(word: str, status: int = 200) -> Response:
    return Response(f"{word}\n", status, {"Cache-Control": "no-store"}, content_type="text/plain; charset=utf-8")


@health.get("/healthz")
def alive() -> Response:
    """Answer that the process runs, without a look at the database."""
    return _told("ok")


@health.get("/readyz")
def ready() -> Response:
    """Answer whether the process takes requests: its database answers, and it was not told to stop."""
    if runtime().stopping.is_set():
        return _told("stopping", 503)
    reading().execute(select(1))  # a database that is away is answered with 503 by the error page
    return _told("ok")
