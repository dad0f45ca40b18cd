"""Security of responses: headers, cookies, foreign hosts, inline scripts."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.resources import STATIC, TEMPLATES
from tests.database import app_in
from tests.web.phones import Club, Phone, Table

FILES = (path for folder in (TEMPLATES, STATIC) for path in folder.rglob("*") if path.is_file())
SOURCES = sorted(path for path in FILES if path.suffix != ".png")
FOREIGN = re.compile(r"""(?:https?:|wss?:|["'(=\s])//(?!\s)[\w.-]+\.[a-z]{2,}""")
HARMLESS = ("http://www.w3.org/2000/svg",)
"""Names that are no addresses."""


def pages(club: Club, table: Table) -> list[TestResponse]:
    """Return a response of each kind."""
    phone = club.organiser
    urls = ["/", "/join", "/join?code=ABC", "/recover/x"]
    urls += [club.url + path for path in ("", "/plays", "/plays/new", "/invite", "/devices")]
    urls += [table.url + path for path in ("", "/rounds/1", "/rounds/1/edit", "/why/0", "/changes")]
    found = [phone.get(url) for url in urls]
    assert {answer.status_code for answer in found} == {200}
    found += [phone.get("/nothing"), club.stranger.get(club.url), phone.open("/clubs", "POST"), phone.open("/", "PUT")]
    return [*found, table.post("/rounds", {}), table.post("/rounds", {"base": "1"})]


def test_every_page_has_strict_security_headers(club: Club, table: Table) -> None:
    for answer in pages(club, table):
        headers = answer.headers
        policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
        assert "unsafe" not in str(policy)
        assert "*" not in str(policy)
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cache-Control"] == "no-store"
        assert headers["Content-Type"] == "text/html; charset=utf-8"


def test_other_responses_have_security_headers_too(club: Club, table: Table) -> None:
    file = f"{club.url}/export/plays.csv"
    for path in (f"{table.url}/state", "/static/app.js", "/static/app.css", file, "/api/v1/games"):
        headers = club.organiser.get(path).headers
        assert "default-src 'none'" in headers["Content-Security-Policy"], path
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_pages_of_a_club_are_not_cached_by_proxies(club: Club, table: Table) -> None:
    table.post("/end")
    [night] = re.findall(r"/nights/[\w-]{12}", club.viewer.get(club.url).text)[:1]
    for path in (f"{table.url}/state", f"{table.url}/picture.png", f"{club.url}{night}/picture.png"):
        answer = club.viewer.get(path)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "private, no-cache", path


@pytest.mark.parametrize("secure", ["no", "yes"])
def test_cookies_are_restricted_to_this_app(tmp_path: Path, secure: str) -> None:
    phone = Phone(app_in(tmp_path, secure_cookies=secure))
    found = [kept for answer in (phone.get("/"), phone.post("/clubs")) for kept in answer.headers.getlist("Set-Cookie")]
    assert len(found) == 3, "one for the forms, then one for the phone and one for its new forms"
    for kept in found:
        name, *parts = (part.strip() for part in kept.split(";"))
        assert {"HttpOnly", "SameSite=Lax", "Path=/", f"Max-Age={400 * 24 * 3600}"} <= set(parts)
        assert ("Secure" in parts) is name.startswith("__Host-") is (secure == "yes")
        assert not [part for part in parts if part.startswith(("Expires", "Domain"))], (
            "expiry must not depend on the server's clock"
        )


@pytest.mark.parametrize(("secure", "proxies", "sent"), [("yes", 0, "http"), ("no", 1, "https"), ("yes", 1, "https")])
def test_behind_https_browsers_keep_using_it_for_a_week(tmp_path: Path, secure: str, proxies: int, sent: str) -> None:
    answer = Phone(app_in(tmp_path, secure_cookies=secure, trusted_proxies=proxies)).get(
        "/", headers={"X-Forwarded-Proto": sent}
    )
    assert answer.headers["Strict-Transport-Security"] == "max-age=604800"
    assert "; Secure" in answer.headers["Set-Cookie"]


def test_without_https_no_browser_is_told_to_use_it(tmp_path: Path) -> None:
    for proxies in (0, 1):
        claimed = {"X-Forwarded-Proto": "https"} if not proxies else {}
        answer = Phone(app_in(tmp_path, trusted_proxies=proxies)).get("/", headers=claimed)
        assert "Strict-Transport-Security" not in answer.headers
        assert "Secure" not in answer.headers["Set-Cookie"]


def test_the_csrf_token_changes_when_a_phone_joins(app: Flask) -> None:
    phone = Phone(app)
    before = phone.csrf
    phone.post("/clubs")
    assert phone.open("/clubs", "POST", data={"csrf_token": before}).status_code == 400


class _Page(HTMLParser):
    """Collect everything that a strict policy would block, and duplicate ids."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        self.inside = tag
        for key, value in given.items():
            if key.startswith("on") or key in ("style", "srcdoc") or (value or "").lower().startswith("javascript:"):
                self.faults.append(f"<{tag} {key}={value}>")
            if tag != "a" and key in ("src", "href", "action", "formaction", "data") and "//" in (value or ""):
                self.faults.append(f"<{tag} {key}={value}>")
        if tag in ("style", "iframe", "object", "embed", "base"):
            self.faults.append(f"<{tag}>")
        if tag == "form" and given.get("method") == "post":
            self.faults.append("form")
        if tag == "input" and given.get("name") == "csrf_token":
            self.faults.remove("form")

    def handle_data(self, data: str) -> None:
        if self.inside == "script" and data.strip():
            self.faults.append(f"<script>{data}")


def test_no_page_has_inline_scripts_or_styles_or_a_form_without_csrf_token(club: Club, table: Table) -> None:
    for answer in pages(club, table):
        parser = _Page()
        parser.feed(answer.text)
        assert parser.faults == []


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_nothing_is_loaded_from_other_hosts(path: Path) -> None:
    text = path.read_text("utf-8")
    for name in HARMLESS:
        text = text.replace(name, "")
    assert not FOREIGN.search(text), FOREIGN.search(text)
    if path.suffix == ".css":
        assert "@import" not in text
    if path.suffix == ".js":
        assert not re.search(r"\beval\(|new Function|document\.write|insertAdjacentHTML", text)


# Bodies.


BIG = b"csrf_token=x&name=" + b"x" * 10_000_000
PARTS = b'--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n' + b"x" * 10_000_000 + b"\r\n--x--\r\n"


@pytest.mark.parametrize("path", ["/clubs", "/join", "{club}/name", "{play}/rounds", "{club}/plays/new", "/recover/x"])
def test_a_body_of_ten_megabytes_is_refused(club: Club, table: Table, path: str) -> None:
    url = path.replace("{club}", club.url).replace("{play}", table.url)
    answer = club.organiser.open(url, "POST", data=BIG, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413
    assert "far larger" in answer.text
    answer = club.organiser.open(url, "POST", data=PARTS, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 413
    assert table.state.revision == 2


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"{}", "application/json"), (b"[1", "application/json"), (b"\xff\xfe", "text/plain"), (b"", ""),
        (b"%zz=%ff&\0", "application/x-www-form-urlencoded"), (b"--x\r\n\r\n", "multipart/form-data; boundary=x"),
        (b"--x", "multipart/form-data"), (b"a=" * 90_000, "application/x-www-form-urlencoded"),
        (b"&".join(b"a%d=" % number for number in range(9000)), "application/x-www-form-urlencoded"),
    ],
)  # fmt: skip
def test_a_malformed_form_is_refused_with_a_sentence(club: Club, table: Table, body: bytes, kind: str) -> None:
    for path in ("/rounds", "/rounds/1/edit", "/draft", "/players", "/undo"):
        for more in ({}, {"X-CSRFToken": club.scorer.csrf}):
            answer = club.scorer.open(table.url + path, "POST", data=body, content_type=kind, headers=more)
            assert answer.status_code in ((400, 413) if not more else (303, 400, 409, 413, 422)), path
            assert "<h1>" in answer.text or answer.status_code == 303
    assert table.state.revision == 2


def test_a_csrf_token_of_another_phone_or_app_is_refused(club: Club, tmp_path: Path) -> None:
    other = Phone(app_in(tmp_path))
    for token in (club.viewer.csrf, other.csrf):
        assert club.organiser.open(f"{club.url}/name", "POST", data={"csrf_token": token}).status_code == 400


def test_an_internal_error_shows_a_sentence_without_details(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_in(tmp_path)

    def fail(_: str) -> None:
        raise RuntimeError("secret words")

    monkeypatch.setattr("companion.web.access.views.store.clubs_of", fail)
    phone = Phone(app)
    phone.post("/clubs")
    answer = phone.get("/")
    assert answer.status_code == 500
    assert "secret words" not in answer.text
    assert "Nothing that was saved is lost" in answer.text


def test_an_internal_error_is_logged_without_codes_and_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = app_in(tmp_path)

    def fail(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr("companion.web.access.views.render_template", fail)
    assert Phone(app).get("/recover/a-secret-link").status_code == 500
    assert "A fault in /recover/<token> [GET]" in caplog.text
    assert "a-secret-link" not in caplog.text


@pytest.mark.parametrize(
    ("path", "varies"),
    [("Club", True), ("Club/state?mark=0", True), ("Club/nights", True), ("/join", True), ("/rules/rage", False),
     ("/healthz", False), ("/api/v1/games", False)],
)  # fmt: skip
def test_caches_tell_phones_apart_where_pages_depend_on_them(club: Club, path: str, varies: bool) -> None:
    answer = club.viewer.get(path.replace("Club", club.url))
    assert answer.status_code == 200
    assert ("Cookie" in answer.headers.get("Vary", "")) == varies
