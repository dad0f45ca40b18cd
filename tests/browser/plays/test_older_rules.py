"""A finished play after an update of its game, on a phone: its sheet, and the page before a correction is saved."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask
from playwright.sync_api import Browser, expect
from werkzeug.serving import make_server

from companion.store.access import members
from companion.store.database.base import db
from companion.store.plays import starting
from companion.store.plays.edits import commands
from companion.store.plays.play_state import PlayState
from companion.web.access.cookies import DEVICE_COOKIE
from tests.browser.look import check, check_pages
from tests.browser.phone import Phone, new_phone
from tests.database import new_app
from tests.older import SLUG, play_by, version


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """An app in this process, whose game a test can change."""
    with new_app(tmp_path) as app:
        yield app


@pytest.fixture(params=[True, False], ids=["script", "plain"])
def phone(app: Flask, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Phone]:
    """A phone that talks to that app, with scripts or without."""
    server = make_server("127.0.0.1", 0, app, threaded=True)  # one that can be told to stop from another thread
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    context = new_phone(browser, f"http://127.0.0.1:{server.server_port}", java_script_enabled=request.param)
    phone = Phone(context, script=request.param)
    yield phone
    context.close()
    server.shutdown()
    thread.join()
    server.server_close()
    assert not phone.faults


def test_a_correction_of_an_old_play_asks_first(app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    club = phone.start_club().split("?")[0].removesuffix("/whose")
    token = next(one["value"].split(".")[1] for one in phone.context.cookies() if one["name"] == DEVICE_COOKIE)
    with app.app_context():
        play_by(monkeypatch, version(1))
        member = members.member(token, club.rsplit("/", 1)[1])
        assert member is not None
        names, options = ["Bartholomew", "Bob"], {"bonus": 3}
        started = starting.start_play(member, slug=SLUG, players=names, dealer=None, options=options, client_id="start")
        assert isinstance(started, PlayState)
        entry = {"made": {"Bartholomew": 17, "Bob": 2}}
        commands.save_round(member, started, base=1, slot=None, entry=entry, client_id="round")
        play_by(monkeypatch, version(2, worth=2))
        db.session.remove()
    sheet = f"{club}/plays/{started.key}"
    phone.page.goto(sheet)
    assert phone.totals() == {"Bartholomew": "20", "Bob": "5"}
    expect(phone.page.locator("main")).to_contain_text("Scored by version 1 of the rules, under which it ended.")
    if phone.script:
        check_pages(phone, [sheet])
    phone.page.goto(f"{sheet}/rounds/1/edit")
    phone.type("taken.0", 18)
    phone.page.locator(".save").click()
    heading = phone.page.get_by_role("heading", name="By today's rules?")
    expect(heading).to_be_visible()
    expect(phone.page.get_by_role("row", name="Bartholomew 20")).to_have_text("Bartholomew2039")
    if phone.script:
        check(phone)
    phone.page.get_by_role("link", name="Leave it as it ended").click()
    expect(phone.page.locator("#play")).to_be_visible()
    assert phone.totals() == {"Bartholomew": "20", "Bob": "5"}
    phone.page.goto(f"{sheet}/rounds/1/edit")
    expect(phone.page.locator("input[name='taken.0']")).to_have_value("17")
    phone.type("taken.0", 18)
    phone.page.locator(".save").click()
    phone.page.get_by_role("button", name="Score it all by today's rules").click()
    expect(phone.page.locator("#play")).to_be_visible()
    assert phone.totals() == {"Bartholomew": "39", "Bob": "7"}
    expect(phone.page.locator("#unsent")).to_be_hidden()
    expect(phone.page.locator("main")).not_to_contain_text("Scored by version 1")
