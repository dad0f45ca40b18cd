"""Who may start clubs on a server."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask import Flask
from itsdangerous import TimestampSigner
from limits import parse_many

from companion.commands import cli
from companion.store.access import members
from companion.web.access import new_clubs, views
from companion.web.support.requests.rate_limits import Limit
from tests.database import new_app
from tests.web.pages import words
from tests.web.phones import Phone, problems


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("invited", "On this server you need an invitation to start a club. Open the link that you got."),
        ("nobody", "On this server only the operator starts clubs. Ask the operator for one."),
    ],
)
def test_without_an_invitation_nobody_starts_a_club_or_sees_the_form(tmp_path: Path, setting: str, told: str) -> None:
    with new_app(tmp_path, new_clubs=setting) as app:
        phone = Phone(app)
        home = phone.get("/").text
        assert "Start a club" not in home
        assert "Import a club" not in home
        assert "Join with a code" in home
        with app.app_context():
            signed = {"invitation": new_clubs.new_invitation()} if setting == "nobody" else {}
        for form in ({}, {"invitation": "made-up"}, signed):
            answer = phone.post("/clubs", form)
            assert answer.status_code == 403
            assert f" {told} Go to the start page" in words(answer.text)
        assert phone.get("/welcome/made-up").status_code == 403
        with app.app_context():
            assert members.clubs_of(phone.token) == []


def test_an_invitation_starts_clubs_until_it_expires(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with new_app(tmp_path, new_clubs="invited") as app:
        with app.app_context():
            invitation = new_clubs.new_invitation()
        phone = Phone(app)
        page = phone.get(f"/welcome/{invitation}").text
        found = re.search(r'name="invitation" value="([^"]+)"', page)
        assert found is not None
        assert "Start a club" in page
        assert phone.post("/clubs", {"invitation": found[1]}).status_code == 302
        monkeypatch.setattr(new_clubs, "INVITATION_DAYS", -1)
        assert phone.post("/clubs", {"invitation": found[1]}).status_code == 403


def test_an_invitation_is_valid_for_thirty_days(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    days = [0]
    stamp = TimestampSigner.get_timestamp
    monkeypatch.setattr(TimestampSigner, "get_timestamp", lambda self: stamp(self) + days[0] * 24 * 3600)
    with app.app_context():
        invitation = new_clubs.new_invitation()
        valid = []
        for days[0] in (29, 31):
            valid.append(new_clubs.is_invitation(invitation))
    assert valid == [True, False]


def test_the_operator_can_print_invitations_only_if_they_are_needed(tmp_path: Path) -> None:
    def invite(**env: str) -> str:
        return CliRunner(env=env).invoke(cli.main, ["invite", "--instance", str(tmp_path)]).output

    assert "COMPANION_NEW_CLUBS is" in invite()
    assert re.search(r"http://\S+/welcome/\S+", invite(COMPANION_NEW_CLUBS="invited"))


def test_an_address_starts_only_so_many_clubs_a_day(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    few = Limit("a few clubs", parse_many("2/day"), "{most} clubs were started from here.")
    monkeypatch.setattr(views, "NEW_CLUBS", few)
    phone = Phone(app)
    assert [phone.post("/clubs").status_code for _ in range(3)] == [302, 302, 429]
    refused = phone.post("/clubs")
    assert "Too many tries 2 clubs were started from here. Wait 24 hours and try again." in words(refused.text)
    assert int(refused.headers["Retry-After"]) > 86_000


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", "iPhone"),
        ("Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)", "iPad"),
        ("Mozilla/5.0 (Linux; Android 15; Pixel 9)", "Android phone"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64)", "Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0)", "Mac"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "Linux"),
        ("curl/8", "A device"),
    ],
)
def test_a_new_phone_is_called_after_its_make(app: Flask, agent: str, label: str) -> None:
    phone = Phone(app)
    club = phone.post("/clubs", headers={"User-Agent": agent}).headers["Location"]
    assert f'value="{label}"' in phone.get(f"{club}/more").text


def test_cookies_are_for_https_alone_where_the_phone_uses_it(app: Flask) -> None:
    for address, name, secure in (
        ("http://cards.example.org", "companion-device", False),
        ("https://cards.example.org", "__Host-companion-device", True),
    ):  # fmt: skip
        phone = app.test_client()
        page = phone.get("/", base_url=address).text
        token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
        answer = phone.post("/clubs", data={"csrf_token": token}, base_url=address, headers={"Referer": f"{address}/"})
        assert answer.status_code == 302
        [cookie] = [text for text in answer.headers.getlist("Set-Cookie") if text.startswith(f"{name}=")]
        attributes = cookie.split("; ")[1:]
        assert ("Secure" in attributes) == secure
        assert {"HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Lax"} <= set(attributes)
        assert not any(text.startswith("Expires") for text in attributes), "the phone's clock may be wrong"


def test_wrong_codes_are_counted_wherever_they_are_typed(app: Flask) -> None:
    phone = Phone(app)
    no_club = "No club has this code. Compare its letters and digits with an organiser's phone."
    for _ in range(4):
        answer = phone.post("/join", {"code": "AAAAAA"})
        assert (answer.status_code, no_club in problems(answer)) == (422, True)
        assert phone.get("/join?code=AAAAAA").status_code == 200
    assert phone.post("/join", {"code": "AAAAAA"}).status_code == 429
    assert phone.get("/join?code=AAAAAA").status_code == 429
    assert phone.get("/join").status_code == 200
    assert Phone(app).get("/j/ABCDEFGHIJKLMNOPQRSTUVWXYZ").headers["Location"] == "/join?code=ABCDEFGHIJKLMNOPQRST"
