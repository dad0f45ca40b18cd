"""A database that is busy, damaged or on a full or read-only disk: pages load, and nothing typed is lost."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask_sqlalchemy.session import Session
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from companion.store.access import devices, members
from companion.store.access.roles import Member
from companion.store.database.base import db
from companion.store.database.runtime import runtime
from companion.store.database.trouble import DatabaseBusyError
from companion.store.plays.edits import commands
from tests.database import embedded_only, new_app
from tests.store.database.disks import damage, fill, held, read_only, small_disk
from tests.web.forms.forms_of_pages import sent_by
from tests.web.house.versions import proposed
from tests.web.pages import words
from tests.web.phones import Club, Phone, Table
from tests.web.rulings.book import recorded

pytestmark = embedded_only

NAME = "Zoë <b>“Ace”</b> שלום"
"""Text for fields that accept any."""


class Evening:
    """A club with a play on a small disk of its own."""

    def __init__(self, app: Flask, folder: Path) -> None:
        self.app = app
        self.folder = folder
        self.database = folder / "companion.sqlite3"
        self.club = Club(app).gather()
        self.table = self.club.start("raise-the-stakes", ["Ann", "Bob", "Cyd"])
        self.table.write({"tricks": {"Ann": 5}})
        self.version = proposed(self.club)
        self.ruling = recorded(self.club)
        self.link = self.club.organiser.get(f"{self.club.url}/devices").text

    def forget_visits(self) -> None:
        """Forget which visits were stored."""
        with self.app.app_context():
            runtime().seen.clear()

    def count(self) -> dict[str, int]:
        """Return how many rows the tables have, and how often plays were written to."""
        with self.app.app_context(), db.engine.connect() as connection:
            names = ("play", "player", "event", "draft", "club")
            statements = [*(f"select count(*) from {name}" for name in names), "select sum(mark) from play"]
            return {statement: connection.exec_driver_sql(statement).scalar_one() for statement in statements}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with small_disk(tmp_path / "disk"), new_app(tmp_path / "disk") as app:
        with app.app_context():
            runtime().patience = 0.2
        yield Evening(app, tmp_path / "disk")


@contextmanager
def busy(evening: Evening) -> Iterator[None]:
    with held(evening.database):
        yield


@contextmanager
def full(evening: Evening) -> Iterator[None]:
    ballast = fill(evening.folder)
    try:
        yield
    finally:
        ballast.unlink()


@contextmanager
def locked(evening: Evening) -> Iterator[None]:
    with evening.app.app_context():
        db.engine.dispose()
    with read_only(evening.folder):
        yield
    with evening.app.app_context():
        db.engine.dispose()


TROUBLE: dict[str, tuple[Callable[[Evening], AbstractContextManager[None]], str, str]] = {
    "busy": (busy, "another program is using it", "5"),
    "full": (full, "is full", "60"),
    "read-only": (locked, "read-only", "60"),
}
each_trouble = pytest.mark.parametrize("trouble", TROUBLE)


def typed(page: str) -> list[str]:
    """Return the values of all inputs, texts and lists of a page, hidden ones too."""
    values = re.findall(r'<input\b[^>]*\bvalue="([^"]*)"', page) + re.findall(
        r"<textarea[^>]*>(.*?)</textarea>", page, re.S
    )
    return [unescape(value).strip() for value in values]


@each_trouble
def test_pages_load_during_trouble(trouble: str, evening: Evening) -> None:
    club, table = evening.club, evening.table
    pages = ["/", club.url, f"{club.url}/plays", table.url, f"{table.url}/changes", f"{table.url}/rounds/1"]
    pages += [f"{table.url}/tricks", f"{club.url}/house", f"{club.url}/rulings", evening.ruling, "/rules/rage"]
    with TROUBLE[trouble][0](evening):
        evening.forget_visits()
        for phone in (club.viewer, club.scorer):
            for page in pages:
                assert phone.get(page).status_code == 200, page
    evening.forget_visits()
    assert club.viewer.get(table.url).status_code == 200
    with evening.app.app_context():
        assert len(devices.devices(member(evening))) == 3
        db.session.remove()


def member(evening: Evening) -> Member:
    found = members.member(evening.club.organiser.token, evening.club.key)
    assert found is not None
    return found


Sent = tuple[Phone, str, dict[str, Any], str]
"""Phone, path and form of each write, and text that its refusal must contain."""


def round_(evening: Evening) -> Sent:
    form = {"tricks.0": "4", "tricks.1": "1", "adjust.0.player": "0", "adjust.0.points": "1", "adjust.0.reason": NAME}
    return evening.club.scorer, f"{evening.table.url}/rounds", {**evening.table.carried(), **form}, NAME


def correction(evening: Evening) -> Sent:
    phone, _, form, text = round_(evening)
    return phone, f"{evening.table.url}/rounds/1/edit", form, text


def new_play(evening: Evening) -> Sent:
    form = {
        "game": "rage",
        "seat.0": "Ann",
        "seat.1": NAME,
        "stake.kind": "fixed",
        "stake.amount": "7",
    }
    return evening.club.scorer, f"{evening.club.url}/plays/new", form, NAME


def newcomer(evening: Evening) -> Sent:
    return evening.club.scorer, f"{evening.table.url}/players", {**evening.table.carried(), "name": NAME}, NAME


def proposal(evening: Evening) -> Sent:
    form = {"target": "25", "amendment.0.text": NAME, "note": "since May"}
    return evening.club.scorer, f"{evening.club.url}/house/raise-the-stakes/new", form, NAME


def agreement(evening: Evening) -> Sent:
    url = f"{evening.club.url}/house/raise-the-stakes/{evening.version.key}/agree"
    return evening.club.organiser, url, {"agreed": "Ann", "others": NAME}, NAME


def withdrawal(evening: Evening) -> Sent:
    url = f"{evening.club.url}/house/raise-the-stakes/{evening.version.key}/withdraw"
    return evening.club.organiser, url, {"reason": NAME}, NAME


def ruling(evening: Evening) -> Sent:
    form = {"game": "rage", "question": "Late?", "decision": NAME, "agreed": "Ann", "others": "Yves"}
    return evening.club.scorer, f"{evening.club.url}/rulings/new", form, NAME


def ruling_withdrawn(evening: Evening) -> Sent:
    return evening.club.scorer, f"{evening.ruling}/withdraw", {"reason": NAME}, NAME


def card(evening: Evening) -> Sent:
    cards, phone = f"{evening.table.url}/tricks", evening.club.scorer
    phone.post(cards, {**carried(evening), "do": "trump", "trump": "green", "when": "start"})
    return phone, cards, {**carried(evening), "typed": "red 7"}, "red 7"


def carried(evening: Evening) -> dict[str, str]:
    """Return the hidden values of the cards' forms."""
    page = evening.club.scorer.get(f"{evening.table.url}/tricks").text
    return {name: re.findall(rf'name="{name}" value="([^"]*)"', page)[0] for name in ("base", "slot", "client_id")}


def phone_name(evening: Evening) -> Sent:
    return evening.club.scorer, f"{evening.club.url}/device-name", {"label": NAME}, NAME


def club_name(evening: Evening) -> Sent:
    return evening.club.organiser, f"{evening.club.url}/name", {"name": NAME}, NAME


def code(evening: Evening) -> Sent:
    return Phone(evening.app), "/join", {"code": evening.club.codes["scorer"]}, evening.club.codes["scorer"]


def undo(evening: Evening) -> Sent:
    form = evening.table.carried()
    return evening.club.scorer, f"{evening.table.url}/undo", form, form["client_id"]


def note(evening: Evening) -> Sent:
    form = {**evening.table.carried(), "player": "Ann", "points": "-3", "reason": NAME}
    return evening.club.scorer, f"{evening.table.url}/referee/put", form, NAME


FORMS = (round_, correction, new_play, newcomer, proposal, agreement, withdrawal, ruling, ruling_withdrawn, card,
         phone_name, club_name, code, undo, note)  # fmt: skip


@each_trouble
def test_a_failed_save_comes_back_with_everything_typed(trouble: str, evening: Evening) -> None:
    strikes, said, wait = TROUBLE[trouble]
    sent = {form.__name__: form(evening) for form in FORMS}
    for phone, *_ in sent.values():
        assert phone.csrf
    before = evening.count()
    with strikes(evening):
        for name, (phone, url, form, text) in sent.items():
            answer = phone.post(url, form)
            assert answer.status_code == 503, name
            assert answer.headers["Retry-After"] == wait, name
            assert said in words(answer.text), name
            assert answer.text.count('role="alert"') == 1, name
            assert text in typed(answer.text), name
            assert 'method="post"' in answer.text, name
    assert evening.count() == before


@each_trouble
def test_the_page_that_came_back_saves_once_after_the_trouble(trouble: str, evening: Evening) -> None:
    phone, url, form, _ = round_(evening)
    other, undo_url, undo_form, _ = undo(evening)
    with TROUBLE[trouble][0](evening):
        page = phone.post(url, form).text
        bare = other.post(undo_url, undo_form).text
    again = sent_by(page, "entry")
    assert phone.post(url, again).status_code == 303
    assert evening.table.state.slots[-1].entry["adjust"][0]["reason"] == NAME
    assert evening.table.state.slots[-1].entry["tricks"]["Ann"] == 4
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', bare))
    assert hidden["client_id"] == undo_form["client_id"], "sent twice it counts once"
    assert other.post(undo_url, {**hidden, "base": evening.table.state.revision}).status_code == 303
    assert len(evening.table.state.slots) == 1


def test_a_club_cannot_be_started_on_a_full_disk_and_the_page_says_why(evening: Evening) -> None:
    phone = Phone(evening.app)
    assert phone.csrf
    with full(evening):
        answer = phone.post("/clubs")
        assert answer.status_code == 503
        assert "disk" in words(answer.text)
    assert phone.post("/clubs").status_code == 302


def test_a_damaged_database_explains_how_to_restore_a_backup(evening: Evening) -> None:
    assert evening.club.scorer.csrf
    with evening.app.app_context():
        db.session.remove()
        db.engine.dispose()
    damage(evening.database)
    for answer in (evening.club.viewer.get("/"), evening.club.scorer.post(*round_of_a_damaged(evening))):
        assert answer.status_code == 503
        assert "damaged" in words(answer.text)
        assert "companion restore" in words(answer.text)
    evening.database.unlink()


def round_of_a_damaged(evening: Evening) -> tuple[str, Mapping[str, Any]]:
    return f"{evening.table.url}/rounds", {"base": 2, "client_id": "tap", "tricks.0": "5"}


def test_another_exception_is_still_an_internal_error(evening: Evening) -> None:
    evening.app.config["PROPAGATE_EXCEPTIONS"] = False
    with evening.app.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE draft")
    answer = evening.club.scorer.get(f"{evening.table.url}/tricks")
    assert answer.status_code == 500


def test_a_visit_that_could_not_be_stored_is_stored_a_minute_later(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.forget_visits()
    moment = 10_000.0
    monkeypatch.setattr(members.time, "monotonic", lambda: moment)
    viewer = evening.club.viewer
    was = seen_at(evening)
    with busy(evening):
        assert viewer.get(evening.table.url).status_code == 200
    assert viewer.get(evening.table.url).status_code == 200
    assert seen_at(evening) == was, "not at every tap"
    moment += members.SEEN_AGAIN
    assert viewer.get(evening.table.url).status_code == 200
    assert seen_at(evening) > was


def seen_at(evening: Evening) -> Any:
    with evening.app.app_context(), db.engine.connect() as connection:
        return connection.exec_driver_sql("select max(seen_at) from device").scalar_one()


def test_a_response_is_sent_although_its_connection_is_lost_afterwards(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def close(_: Session) -> None:
        raise OperationalError("ROLLBACK", {}, Exception("server closed the connection unexpectedly"))

    monkeypatch.setattr(Session, "close", close)
    assert table.phone.get(table.url).status_code == 200


def test_a_form_comes_back_although_the_connection_was_lost_half_way(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tell(*_: Any, **__: Any) -> None:
        db.session.execute(text("select 1"))
        db.session.connection().invalidate()
        raise DatabaseBusyError

    monkeypatch.setattr(commands, "edit_details", tell)
    answer = table.post("/remark", {"remark": "Played by candlelight."})
    assert answer.status_code == 503
    assert "Played by candlelight." in answer.text
    assert 'id="fault"' in answer.text
