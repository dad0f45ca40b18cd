"""Instances with a club, whose app has stopped."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from companion.store.database.base import db
from tests.database import app_in
from tests.web.phones import Club, Phone


@contextmanager
def opened(folder: Path) -> Iterator[Flask]:
    """Return the app on the instance in a folder."""
    app = app_in(folder)
    yield app
    with app.app_context():
        db.engine.dispose()


class Home:
    """An instance with a club, whose app has stopped."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.key = folder / "secret_key"
        with opened(folder) as app:
            self.club = Club(app).gather()
            self.club.organiser.post(f"{self.club.url}/name", {"name": "The Aces ♠"})
            self.known = self.letting_in()

    def letting_in(self) -> list[str]:
        """Return what lets others in, from the organiser's page: a code for each role, and the recovery link."""
        pages = [self.club.organiser.get(f"{self.club.url}/{path}").text for path in ("invite", "invite?role=viewer")]
        codes = [re.findall(r'class="code-shown">(\w+)<', page)[0] for page in pages]
        return [*codes, re.findall(r"/recover/\w+", self.club.organiser.get(f"{self.club.url}/devices").text)[0]]

    def comes_in(self, app: Flask, known: list[str]) -> list[bool]:
        """Return which of these let a new phone in."""
        posts = [("/join", {"code": known[0]}), ("/join", {"code": known[1]}), (known[2], {})]
        return [Phone(app).post(path, form).status_code == 302 for path, form in posts]

    def again(self, app: Flask) -> None:
        """Return the same phones in the app after a restart."""
        for phone in (self.club.organiser, self.club.scorer, self.club.viewer, self.club.stranger):
            cookies = phone.client._cookies
            phone.app, phone.client = app, app.test_client()
            phone.client._cookies = cookies
