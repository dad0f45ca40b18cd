"""A phone that has joined stays in: over years, wrong clocks, other keys, other ports, HTTPS and back."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from itsdangerous import TimestampSigner
from werkzeug.http import parse_cookie
from werkzeug.test import TestResponse

from companion.store.database.base import clock_at
from companion.web.access.cookies import DEVICE_COOKIE, FIRST_VERSIONS_COOKIE, MOST_TOKENS
from tests.database import app_in, embedded_only
from tests.old_versions import first_version
from tests.old_versions.first_version import KNOWN, ROLES
from tests.web.forms.forms_of_pages import sent_by
from tests.web.phones import Club, Table

TODAY = datetime(2026, 11, 22, 20, tzinfo=UTC)
NAME_AND_VALUE = re.compile(r"([^=;]+)=([^;]*)")


class Browser:
    """A browser with cookies and a clock of its own, which stores, rejects, expires and sends cookies."""

    def __init__(self) -> None:
        self.now = TODAY
        self.kept: dict[str, tuple[str, datetime | None, bool]] = {}
        """For each name the value, until when it is kept (null: as long as the browser runs), and whether for HTTPS."""

        self.given: list[str] = []
        """The names of the cookies that came with the last answer."""

    def open(self, app: Flask, path: str, form: dict[str, str] | None = None, *, https: bool = False) -> TestResponse:
        """Load a page or send a form, with the token that the app's first page carries now."""
        if form is not None and "csrf_token" not in form:
            page = self.open(app, "/", https=https).text
            form = {**form, "csrf_token": re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]}
        known = {name: value for name, (value, until, secure) in self.kept.items() if self._sends(until, secure, https)}
        answer = app.test_client(use_cookies=False).open(
            path, method="GET" if form is None else "POST", data=form, buffered=True,
            base_url="https://cards.example/" if https else "http://cards.example/",
            headers={"Cookie": "; ".join(f"{name}={value}" for name, value in known.items())},
        )  # fmt: skip
        self.given = [self._take(line, https) for line in answer.headers.getlist("Set-Cookie")]
        return answer

    def _sends(self, until: datetime | None, secure: bool, https: bool) -> bool:
        return (until is None or until > self.now) and (https or not secure)

    def _take(self, line: str, https: bool) -> str:
        [(name, value)] = parse_cookie(line.partition(";")[0]).items()
        parts = dict(NAME_AND_VALUE.findall(line.replace("; ", ";")))
        secure = "; Secure" in line
        assert secure or not name.startswith("__"), "a browser takes no such name without HTTPS"
        kept_secure = name in self.kept and self.kept[name][2]
        if (secure or kept_secure) and not https:
            return name  # a browser refuses it
        age = parts.get("Max-Age")
        self.kept[name] = value, None if age is None else self.now + timedelta(seconds=int(age)), secure
        return name


def started(browser: Browser, app: Flask, *, https: bool = False) -> str:
    """Return the URL of a club that this phone starts."""
    answer = browser.open(app, "/clubs", {}, https=https)
    assert answer.status_code == 302
    return str(answer.headers["Location"])


@pytest.fixture
def other(tmp_path: Path) -> Flask:
    """Return another Companion on the same computer, with its own key and database."""
    return app_in(tmp_path / "other")


@pytest.fixture
def first(tmp_path: Path) -> Flask:
    """Return an app with the database and the key of a first version."""
    first_version.put_into(tmp_path / "first")
    return app_in(tmp_path / "first")


def of_first_version(role: str) -> Browser:
    """Return a phone with a cookie of a first version."""
    browser = Browser()
    browser.kept[FIRST_VERSIONS_COOKIE] = KNOWN["phones"][role]["cookie"], browser.now + timedelta(days=400), False
    return browser


@pytest.fixture
def wrong_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Set the server's clock to 1970, as on a computer without a clock."""
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _: 77)
    with clock_at(datetime(1970, 1, 1, 0, 1, 17, tzinfo=UTC)):
        yield


# Phones of the first versions.


@embedded_only
@pytest.mark.parametrize("role", ROLES)
def test_a_phone_of_the_first_version_stays_in_and_needs_the_key_no_more(
    first: Flask, tmp_path: Path, role: str
) -> None:
    browser = of_first_version(role)
    answer = browser.open(first, f"/clubs/{KNOWN['club']}/more")
    assert answer.status_code == 200
    assert f"{role}s." in answer.text
    assert browser.given.count(DEVICE_COOKIE) == 1
    assert FIRST_VERSIONS_COOKIE not in browser.given
    with closing(sqlite3.connect(tmp_path / "first" / "companion.sqlite3")) as database:
        dump = "\n".join(database.iterdump())
    assert KNOWN["phones"][role]["token"] not in dump
    del browser.kept[FIRST_VERSIONS_COOKIE]
    (tmp_path / "first" / "secret_key").write_text("another key, long enough to be one" * 2)
    with closing(sqlite3.connect(tmp_path / "first" / "companion.sqlite3")) as database:
        database.execute("delete from club where id > 1")
        database.commit()
    first.secret_key = b"whatever the key is by now, it is not that one"
    assert browser.open(first, KNOWN["play"]).status_code == 200
    assert "The Thursday Table" in browser.open(first, "/").text


@embedded_only
def test_the_start_page_lists_the_clubs_of_a_phone_of_the_first_version(first: Flask) -> None:
    browser = of_first_version("scorer")
    assert "The Thursday Table" in browser.open(first, "/").text
    assert DEVICE_COOKIE in browser.given
    assert of_first_version("stranger").open(first, f"/clubs/{KNOWN['club']}").status_code == 404


@embedded_only
def test_a_form_opened_before_the_first_visit_is_accepted(first: Flask) -> None:
    browser = of_first_version("scorer")
    form = {"csrf_token": KNOWN["phones"]["scorer"]["csrf"], "base": "2", "client_id": "typed before", "tricks.0": "5"}
    assert browser.open(first, f"{KNOWN['play']}/rounds", form).status_code == 303


@embedded_only
def test_codes_and_recovery_link_of_the_first_version_still_work(first: Flask) -> None:
    club = f"/clubs/{KNOWN['club']}"
    assert Browser().open(first, "/join", {"code": KNOWN["codes"]["viewer"]}).headers["Location"] == f"{club}/whose"
    assert Browser().open(first, f"/recover/{KNOWN['recovery']}", {}).headers["Location"] == club


@embedded_only
def test_a_visit_to_other_pages_keeps_the_cookie_of_the_first_version(first: Flask, other: Flask) -> None:
    browser = of_first_version("organiser")
    for path in ("/", "/join", f"/clubs/{KNOWN['club']}"):
        browser.open(other, path)
        assert FIRST_VERSIONS_COOKIE not in browser.given
    started(browser, other)
    assert browser.open(first, f"/clubs/{KNOWN['club']}").status_code == 200


@embedded_only
@pytest.mark.usefixtures("wrong_clock")
def test_a_phone_of_the_first_version_stays_in_although_the_clock_was_set_back(first: Flask) -> None:
    browser = of_first_version("scorer")
    assert "The Thursday Table" in browser.open(first, "/").text
    assert browser.open(first, KNOWN["play"]).status_code == 200


# Wrong clocks, and years.


def test_a_clock_set_back_signs_nobody_out_and_loses_no_form(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = Browser()
    club = started(browser, app)
    page = browser.open(app, club).text
    token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda _: 77)
    with clock_at(datetime(1970, 1, 1, 0, 1, 17, tzinfo=UTC)):
        assert browser.open(app, "/").status_code == 200
        assert browser.open(app, club).status_code == 200
        form = {"label": "Ann", "csrf_token": token}
        assert browser.open(app, f"{club}/device-name", form).status_code == 302, "the page was open all the time"
        assert browser.open(app, f"{club}/device-name", {"label": "Ann"}).status_code == 302, "a fresh page"
    monkeypatch.undo()
    assert "Ann" in browser.open(app, f"{club}/devices").text


@pytest.mark.usefixtures("wrong_clock")
def test_a_phone_that_joins_while_the_clock_is_wrong_stays_in(app: Flask) -> None:
    browser = Browser()
    club = started(browser, app)
    with clock_at(TODAY):
        browser.now += timedelta(days=300)
        assert browser.open(app, club).status_code == 200


def test_a_phone_that_comes_every_month_stays_in_for_ever(app: Flask) -> None:
    browser, club = Browser(), ""
    for month in range(40):
        browser.now = TODAY + timedelta(days=31 * month)
        with clock_at(browser.now):
            club = club or started(browser, app)
            assert browser.open(app, club).status_code == 200
    browser.now += timedelta(days=401)
    assert browser.open(app, club).status_code == 404, "no browser keeps a cookie longer"


def test_the_cookie_is_renewed_at_most_once_a_month(app: Flask) -> None:
    browser = Browser()
    with clock_at(TODAY):
        club = started(browser, app)
        before = browser.kept[DEVICE_COOKIE]
        for path in (club, "/", f"{club}/plays"):
            browser.open(app, path)
            assert DEVICE_COOKIE not in browser.given
    browser.now = later = TODAY + timedelta(days=31)
    with clock_at(later):
        browser.open(app, "/join")
        assert DEVICE_COOKIE not in browser.given, "a page that asks nobody who they are"
        browser.open(app, club)
        assert browser.given == [DEVICE_COOKIE]
        assert browser.kept[DEVICE_COOKIE][0].split(".")[1:] == before[0].split(".")[1:], "the token stays the same"
        assert browser.kept[DEVICE_COOKIE][1] != before[1]
        browser.open(app, club)
        assert browser.given == []


# Other keys, other databases, other ports.


def test_several_companions_on_one_host_keep_each_others_phones(app: Flask, other: Flask) -> None:
    """Browsers send the same cookies to all ports of a host."""
    browser = Browser()
    clubs = [(one, started(browser, one)) for one in (app, other)]
    for _ in range(2):
        for one, club in clubs:
            assert browser.open(one, club).status_code == 200
            assert browser.open(one, f"{club}/device-name", {"label": "Ann"}).status_code == 302
    page = browser.open(app, clubs[0][1]).text
    browser.open(other, clubs[1][1])
    token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
    form = {"label": "Bob", "csrf_token": token}
    assert browser.open(app, f"{clubs[0][1]}/device-name", form).status_code == 302, "nor are open forms spoiled"
    for one, club in ((app, clubs[1][1]), (other, clubs[0][1])):
        assert browser.open(one, club).status_code == 404


def test_a_form_of_another_visit_comes_back_with_everything_typed(table: Table) -> None:
    form = {**table.carried(), **table.inputs({"tricks": {"Bob": 5}}), "csrf_token": "of another visit"}
    answer = table.phone.open(f"{table.url}/rounds", "POST", data=form)
    assert answer.status_code == 400
    assert table.state.revision == 2
    again = sent_by(answer.text, "again")
    assert {**again, "csrf_token": ["of another visit"]} == {
        name: value if isinstance(value, list) else [str(value)] for name, value in form.items()
    }
    assert table.phone.open(f"{table.url}/rounds", "POST", data=again).status_code == 303
    assert table.state.sheet.table.totals["Bob"] == 3


def test_a_stranger_gets_no_form_back(club: Club) -> None:
    for phone, path in ((club.stranger, f"{club.url}/name"), (club.stranger, "/join"), (club.organiser, "/clubs")):
        answer = phone.open(path, "POST", data={"csrf_token": "x", "name": "mine"})
        assert answer.status_code in (400, 404)
        assert 'id="again"' not in answer.text


def test_a_phone_keeps_the_csrf_tokens_that_it_used_last(app: Flask) -> None:
    browser = Browser()
    club = started(browser, app)
    month, token = browser.kept[DEVICE_COOKIE][0].split(".")
    others = [f"token-{number}" for number in range(MOST_TOKENS + 3)]
    until = browser.now + timedelta(days=400)
    browser.kept[DEVICE_COOKIE] = ".".join(["200001", *others[:3], token, *others[3:]]), until, False
    assert browser.open(app, club).status_code == 200
    kept = browser.kept[DEVICE_COOKIE][0].split(".")[1:]
    assert kept[0] == token
    assert len(kept) == MOST_TOKENS
    assert month == f"{datetime.now(UTC):%Y%m}"


# HTTPS.


@pytest.fixture
def behind(tmp_path: Path) -> Flask:
    """Return an app that is also reached through an HTTPS proxy."""
    return app_in(tmp_path / "behind")


def test_a_phone_that_joined_by_http_stays_in_behind_https_and_back(behind: Flask) -> None:
    browser = Browser()
    club = started(browser, behind)
    for https in (True, False, True):
        assert browser.open(behind, club, https=https).status_code == 200
        form = {"label": "Ann"}
        assert browser.open(behind, f"{club}/device-name", form, https=https).status_code == 302
    assert browser.kept[f"__Host-{DEVICE_COOKIE}"][2]
    assert browser.kept[f"__Host-{DEVICE_COOKIE}"][0] == browser.kept[DEVICE_COOKIE][0]


def test_a_phone_that_joined_by_https_must_join_again_without_it(behind: Flask) -> None:
    """Its cookie is for HTTPS only, and does not keep the phone from getting another."""
    browser = Browser()
    club = started(browser, behind, https=True)
    link = re.findall(r"/recover/\w+", browser.open(behind, f"{club}/devices", https=True).text)[0]
    assert browser.open(behind, club).status_code == 404
    assert browser.open(behind, link, {}).headers["Location"] == club
    assert browser.open(behind, club).status_code == 200
    assert browser.open(behind, club, https=True).status_code == 200
