"""A bare app for comparison: it inserts one row and renders pages of 10 and 30 KB, on the same server and settings."""

import argparse
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from flask import Flask, render_template, request
from flask_sqlalchemy import SQLAlchemy
from jinja2 import DictLoader
from sqlalchemy import event
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from companion.commands.server import listen, run
from companion.settings import load_settings

HEAD = (
    "<!doctype html>\n<html lang=en><head><title>{{ title }}</title></head><body><h1>{{ title }}</h1>\n<table>\n"
    "{% for row in rows %}<tr><th>{{ row.number }}</th>"
    "{% for points in row.points %}<td>{{ points }}</td>{% endfor %}</tr>\n{% endfor %}</table>\n"
)
"""A table of ten rounds and four players."""

TEXT = "<p>A page of text as it comes, with nothing in it to be worked out.</p>\n"
PAGES = {name: HEAD + TEXT * lines + "</body></html>\n" for name, lines in (("page", 130), ("long", 415))}
"""The table, and text up to 10 KB or 30 KB."""

ROWS = [{"number": number, "points": [number, 10, 0, 12]} for number in range(1, 11)]


class Base(DeclarativeBase):
    """Base of the one model."""


db = SQLAlchemy(model_class=Base)


class Entry(Base):
    """A row of the bare app."""

    __tablename__ = "entry"
    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str]
    at: Mapped[datetime]


def create_bare(instance: Path) -> Flask:
    """Create the bare app; its database waits for the disk as Companion's does."""
    app = Flask("bare")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{instance / 'bare.sqlite3'}"
    app.jinja_loader = DictLoader(PAGES)
    db.init_app(app)
    app.add_url_rule("/entry", view_func=insert, methods=["POST"])
    app.add_url_rule("/<any(page, long):name>", view_func=page)
    with app.app_context():
        event.listen(db.engine, "connect", _prepare)
        db.create_all()
    return app


def _prepare(connection: Any, _: object) -> None:
    for pragma in ("journal_mode=WAL", "foreign_keys=ON", "synchronous=FULL", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def insert() -> str:
    """Insert one row."""
    db.session.add(Entry(text=request.form["text"], at=datetime.now(UTC)))
    db.session.commit()
    return "ok"


def page(name: str) -> str:
    """Render the page of 10 KB, ``page``, or of 30 KB, ``long``."""
    return render_template(name, title="Bare", rows=ROWS)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--instance", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    given = parser.parse_args()
    settings = load_settings({}, instance=given.instance, host="127.0.0.1", port=given.port)
    run(create_bare(given.instance), listen(settings.host, settings.port), settings)
